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

    /// Lists the plays that pass, given what each is worth to the mover: values and numbers, in the order of the
    /// numbers. Of equal plays the first ones pass.
    pub fn apply(&self, values: &[f32], passed: &mut Vec<(f32, u32)>) {
        let best = values.iter().fold(f32::NEG_INFINITY, |best, &value| best.max(value));
        let least = best - self.margin;
        passed.clear();
        passed.extend(values.iter().copied().zip(0..).filter(|&(value, _)| value >= least));
        let most = usize::from(self.most.max(1));
        if passed.len() > most {
            passed.select_nth_unstable_by(most - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            passed.truncate(most);
            passed.sort_unstable_by_key(|&(_, play)| play);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_pass_in_their_order() {
        let passed = |rule: Prefilter| {
            let mut passed = vec![(0.0, 9)];
            rule.apply(&[0.1, 0.5, 0.45, 0.5, -1.0, 0.3], &mut passed);
            passed.into_iter().map(|play| play.1).collect::<Vec<_>>()
        };
        assert_eq!(passed(Prefilter { most: 8, margin: 0.1 }), [1, 2, 3]);
        assert_eq!(passed(Prefilter { most: 2, margin: 0.1 }), [1, 3]);
        assert_eq!(passed(Prefilter { most: 1, margin: 0.0 }), [1]);
        assert_eq!(passed(Prefilter::best(4)), [1, 2, 3, 5]);
        assert_eq!(passed(Prefilter::best(9)), [0, 1, 2, 3, 4, 5]);
    }
}
