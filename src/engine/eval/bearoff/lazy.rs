//! A database that is computed when it is first looked into.

use std::ops::Deref;
use std::sync::OnceLock;

/// A value made on first use.
///
/// Like [`LazyLock`](std::sync::LazyLock), but it may also be given a value at once.
#[derive(Debug)]
pub struct Lazy<T> {
    value: OnceLock<T>,
    make: fn() -> T,
}

impl<T> Lazy<T> {
    /// A value that is still to be made.
    #[must_use]
    pub const fn new(make: fn() -> T) -> Self {
        Self { value: OnceLock::new(), make }
    }

    /// Makes the value now, unless there is one.
    pub fn force(&self) {
        self.value.get_or_init(self.make);
    }

    /// Gives the value, unless there is one.
    pub fn set(&self, value: T) {
        // Another thread may have set it first: the value is the same.
        let _ = self.value.set(value);
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.get_or_init(self.make)
    }
}
