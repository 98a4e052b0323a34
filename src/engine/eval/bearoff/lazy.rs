//! A database that is read or computed when it is first looked into.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

type Reader<T> = Box<dyn Fn() -> Option<T> + Send + Sync>;

/// A value made on first use.
///
/// Like [`LazyLock`](std::sync::LazyLock), but it may be told later where the value is kept.
pub struct Lazy<T> {
    value: OnceLock<T>,
    kept: OnceLock<Reader<T>>,
    make: fn() -> T,
}

impl<T> Lazy<T> {
    /// A value that is still to be made.
    pub const fn new(make: fn() -> T) -> Self {
        Self { value: OnceLock::new(), kept: OnceLock::new(), make }
    }

    /// Makes the value now, unless there is one.
    pub fn force(&self) {
        let _: &T = self;
    }

    /// Has the value read when it is first used; it is made where the reader has none. The first reader counts.
    pub fn keep(&self, read: impl Fn() -> Option<T> + Send + Sync + 'static) {
        let _ = self.kept.set(Box::new(read));
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.get_or_init(|| self.kept.get().and_then(|read| read()).unwrap_or_else(self.make))
    }
}

impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lazy").field(&self.value).finish()
    }
}
