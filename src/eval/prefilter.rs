//! Which plays of a roll a fast net leaves to be evaluated by the real one.

/// How many plays of a roll pass: those that the fast net sees within a margin of what it thinks best, up to a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prefilter {
    /// The most plays that pass, 1 at least.
    pub most: u8,
    /// The margin in units of the cube (cubeless equity, in a match with the gammon prices of the score).
    pub margin: f32,
}

impl Prefilter {
    /// What the own nets use wherever pruning is on; measured in `docs/performance.md`.
    pub const STANDARD: Self = Self { most: 8, margin: 0.16 };

    /// As many plays as asked for, however far behind the best.
    #[must_use]
    pub const fn best(most: u8) -> Self {
        Self { most, margin: f32::INFINITY }
    }

    /// Leaves those of the plays that pass, each a value for the mover and a number, in the order of their numbers,
    /// in which they must come. Of equal plays the first ones pass.
    pub fn apply(&self, plays: &mut Vec<(f32, u32)>) {
        let best = plays.iter().fold(f32::NEG_INFINITY, |best, play| best.max(play.0));
        let least = best - self.margin;
        plays.retain(|play| play.0 >= least);
        let most = usize::from(self.most.max(1));
        if plays.len() > most {
            plays.select_nth_unstable_by(most - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            plays.truncate(most);
            plays.sort_unstable_by_key(|&(_, play)| play);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_pass_in_their_order() {
        let plays = [(0.1, 0), (0.5, 1), (0.45, 2), (0.5, 3), (-1.0, 4), (0.3, 7)];
        let passed = |rule: Prefilter| {
            let mut plays = plays.to_vec();
            rule.apply(&mut plays);
            plays.into_iter().map(|play| play.1).collect::<Vec<_>>()
        };
        assert_eq!(passed(Prefilter { most: 8, margin: 0.1 }), [1, 2, 3]);
        assert_eq!(passed(Prefilter { most: 2, margin: 0.1 }), [1, 3]);
        assert_eq!(passed(Prefilter { most: 1, margin: 0.0 }), [1]);
        assert_eq!(passed(Prefilter::best(4)), [1, 2, 3, 7]);
        assert_eq!(passed(Prefilter::best(9)), [0, 1, 2, 3, 4, 7]);
    }
}
