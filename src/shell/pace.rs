//! How often work that goes on is told of.

use std::time::Duration;

/// A least time between two pieces of news.
pub(in crate::shell) struct Pace {
    between: Duration,
    told: Option<Duration>,
}

impl Pace {
    /// A pace with this much time between two pieces of news; the first is due at once.
    pub const fn new(between: Duration) -> Self {
        Self { between, told: None }
    }

    /// Whether news are due after this much time; if so they count as told.
    pub fn is_due(&mut self, elapsed: Duration) -> bool {
        let is_due = self.told.is_none_or(|told| elapsed.saturating_sub(told) >= self.between);
        if is_due {
            self.told = Some(elapsed);
        }
        is_due
    }

    /// The clock begins anew: the next news are due at once.
    pub const fn restart(&mut self) {
        self.told = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_due_at_once_and_then_now_and_again() {
        let mut pace = Pace::new(Duration::from_millis(100));
        let due = [0, 99, 100, 150, 200].map(|ms| pace.is_due(Duration::from_millis(ms)));
        assert_eq!(due, [true, false, true, false, true]);
        pace.restart();
        assert!(pace.is_due(Duration::ZERO));
    }
}
