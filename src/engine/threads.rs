//! Threads: work in the background, and works side by side, as far as the system has threads.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, scope};

/// Does work on a thread of its own.
///
/// # Errors
/// When the system has no thread for it.
pub fn in_background<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let spawned = Builder::new().name(name.to_owned()).spawn(work);
    spawned.map_err(|error| io::Error::other(format!("no threads to be had: {error}")))
}

/// Does works side by side, each on a thread of its own, and returns their results in their order. Where the system has
/// no more threads, those that are there do all works; this thread is one of them.
///
/// # Panics
/// When a work does.
pub fn side_by_side<T: Send>(works: impl IntoIterator<Item = impl FnOnce() -> T + Send>) -> Vec<T> {
    let works: Vec<_> = works.into_iter().collect();
    let helpers = works.len().saturating_sub(1);
    with_helpers(works, helpers)
}

fn with_helpers<T: Send>(works: Vec<impl FnOnce() -> T + Send>, helpers: usize) -> Vec<T> {
    let waiting = Mutex::new(works.into_iter().enumerate());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || std::iter::from_fn(|| next().map(|(i, work)| (i, work()))).collect::<Vec<_>>();
    let mut done = scope(|scope| {
        let helpers: Vec<_> = (0..helpers).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut done = work();
        helpers.into_iter().for_each(|helper| done.extend(helper.join().expect("no work panics")));
        done
    });
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_whoever_works() {
        for helpers in [0, 1, 2, 9] {
            let works: Vec<_> = (0..20).map(|i| move || i * i).collect();
            assert_eq!(with_helpers(works, helpers), (0..20).map(|i| i * i).collect::<Vec<_>>());
        }
        assert!(side_by_side(Vec::<fn() -> u8>::new()).is_empty());
        let here = std::thread::current().id();
        let ids = with_helpers(vec![|| std::thread::current().id(); 3], 0);
        assert_eq!(ids, [here; 3], "without helpers this thread does all");
    }
}
