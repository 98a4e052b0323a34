//! How far off a look may be: the chance that a play or a cube action which a look prefers is the best, and what it is
//! expected to give up.
//!
//! A look is an evaluation at some number of plies. Its error about the difference of two choices is taken from a
//! mixture of normal distributions of three widths, which the looks at one decision have in common. The widths grow
//! with the gap between the choices, with what looking ahead has changed between them (their shift) and with how far it
//! has moved the choices of the decision apart (the spread of the shifts). The numbers were learned by
//! `scripts/looks.py` from decisions of the program against itself that `gammon-training`'s example `looks` rolled out,
//! and are those of the own nets; docs/validation.md says how often they come true before other judges.

mod numbers;

use self::numbers::{CONTACT_BY_GAP, CONTACT_DOUBLES, CONTACT_PLAYS, CONTACT_TAKES, RACE_DOUBLES, RACE_PLAYS};
use super::{Class, CubeValues};
use crate::scoring::normal_cdf;
use serde::{Deserialize, Serialize};

/// Parts of a mixture.
pub const PARTS: usize = 3;

/// The errors of looks of one kind: the logarithm of the width of each part is linear in those of gap, shift and
/// spread.
#[derive(Clone, Copy, Debug)]
struct Errors {
    bases: [f64; PARTS],
    gaps: [f64; PARTS],
    shift: f64,
    spread: f64,
    shares: [f64; PARTS],
}

const fn errors(bases: [f64; PARTS], gaps: [f64; PARTS], shift: f64, spread: f64, shares: [f64; PARTS]) -> Errors {
    Errors { bases, gaps, shift, spread, shares }
}

/// The part that is added to a gap, shift or spread before its logarithm is taken.
const LEAST: f64 = 0.001;

/// The farthest gap that was learned from: errors about farther choices are taken to be as wide.
const FARTHEST: f64 = 0.25;

/// Those of looks without look-ahead, 1 ply and 2 plies deep.
type Looks = [Errors; 3];

/// The kind of a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    #[default]
    Play,
    Cube,
    Double,
    Take,
}

/// The findings of a look about the choices of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    #[serde(default)]
    choice: Choice,
    /// Its plies.
    plies: u8,
    /// Whether the sides can still meet.
    has_contact: bool,
    /// The values of the choices, as equities of who decides.
    values: Vec<f32>,
    /// Their values without looking ahead; empty where these are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    at_once: Vec<f32>,
    /// How much narrower the errors are than those about whole games: 1 where they are about these.
    #[serde(default = "whole")]
    narrowed: f32,
}

const fn whole() -> f32 {
    1.0
}

/// The difference of two choices as a look leaves it open: a mixture around the difference found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenDifference {
    /// The difference found.
    pub mean: f64,
    /// The width of each part, and its share.
    pub parts: [(f64, f64); PARTS],
}

/// What a look leaves open about a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// The chance that it is the best.
    pub best: f64,
    /// What it is expected to give up against the best.
    pub loss: f64,
    /// The variance of what it gives up, as far as its nearest rival tells.
    pub variance: f64,
}

impl Doubt {
    /// The doubt where there is none.
    pub const NONE: Self = Self { best: 1.0, loss: 0.0, variance: 0.0 };
}

impl Look {
    /// The plies of the look before a rollout.
    pub const PLIES: u8 = 2;

    /// A look at choices of a position of this class, with their values without looking ahead where those are known.
    pub fn new(plies: u8, class: Class, values: Vec<f32>, at_once: Option<Vec<f32>>) -> Self {
        let at_once = at_once.filter(|at_once| plies > 0 && at_once.len() == values.len()).unwrap_or_default();
        let has_contact = class == Class::Contact || class == Class::Crashed;
        Self { choice: Choice::Play, plies, has_contact, values, at_once, narrowed: 1.0 }
    }

    /// A look at a cube decision: no double, and a double that is taken.
    pub fn of_cube(plies: u8, class: Class, values: &CubeValues) -> Self {
        let values = vec![values.no_double, values.double_take];
        Self { choice: Choice::Cube, ..Self::new(plies, class, values, None) }
    }

    /// The questions of a cube decision as two looks: no double or a double that is answered well, take or pass. `None`
    /// of plays.
    pub fn questions(&self) -> Option<[Self; 2]> {
        let &[no_double, double_take] = self.values.as_slice() else { return None };
        let question = |choice, values: [f32; 2]| Self { choice, values: values.to_vec(), ..self.clone() };
        // Whoever is asked to take loses what the doubler wins.
        let [double, take] = [[no_double, double_take.min(1.0)], [-double_take, -1.0]];
        (self.choice == Choice::Cube).then(|| [question(Choice::Double, double), question(Choice::Take, take)])
    }

    /// The look where the truth is the mean of trials that are cut off after this many turns, if any, and valued
    /// without looking ahead. Trials of few turns see little more than a look of 2 plies has seen: as measured on 520
    /// differences of plays with gaps below .08, its mean error about trials of 2, 3, 5 and 7 turns is .3, .6, .8 and
    /// .9 of that about trials of 11.
    #[must_use]
    pub fn of_trials(self, turns: Option<u32>) -> Self {
        let narrowed = match turns {
            Some(2) => 0.3,
            Some(3) => 0.6,
            Some(4) => 0.7,
            Some(5 | 6) => 0.8,
            Some(7..=10) => 0.9,
            _ => 1.0,
        };
        Self { narrowed, ..self }
    }

    /// How many choices.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no choice.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn errors(&self) -> &'static Errors {
        let looks: &'static Looks = match (self.choice, self.has_contact) {
            (Choice::Play, true) if self.at_once.is_empty() => &CONTACT_BY_GAP,
            (Choice::Play, true) => &CONTACT_PLAYS,
            (Choice::Play, false) => &RACE_PLAYS,
            (Choice::Cube | Choice::Double, true) => &CONTACT_DOUBLES,
            (Choice::Take, true) => &CONTACT_TAKES,
            (Choice::Cube | Choice::Double | Choice::Take, false) => &RACE_DOUBLES,
        };
        &looks[usize::from(self.plies.min(2))]
    }

    fn value(&self, i: usize) -> f64 {
        self.values[i].into()
    }

    /// What looking ahead has changed about a choice.
    fn shift(&self, i: usize) -> f64 {
        self.at_once.get(i).map_or(0.0, |&at_once| self.value(i) - f64::from(at_once))
    }

    /// The standard deviation of the shifts.
    fn spread(&self) -> f64 {
        let n = self.len() as f64;
        let shifts = (0..self.len()).map(|i| self.shift(i));
        let mean = shifts.clone().sum::<f64>() / n;
        (shifts.map(|shift| (shift - mean).powi(2)).sum::<f64>() / n).sqrt()
    }

    /// How much better one choice is than another.
    pub fn difference(&self, i: usize, j: usize) -> OpenDifference {
        let errors = self.errors();
        let mean = self.value(i) - self.value(j);
        let log = |x: f64| (x.abs().min(FARTHEST) + LEAST).ln();
        let by_look = if self.at_once.is_empty() {
            0.0
        } else {
            errors.shift * log(self.shift(i) - self.shift(j)) + errors.spread * log(self.spread())
        };
        let width = |part: usize| {
            f64::from(self.narrowed) * (errors.bases[part] + errors.gaps[part] * log(mean) + by_look).exp()
        };
        let parts = std::array::from_fn(|part| (width(part), errors.shares[part]));
        OpenDifference { mean, parts }
    }

    /// What is open about each choice. The errors of the choices are independent but for the width that they share.
    pub fn doubts(&self) -> Vec<Doubt> {
        let n = self.len();
        let Some(leader) = (0..n).max_by(|&a, &b| self.values[a].total_cmp(&self.values[b])) else { return Vec::new() };
        if n == 1 {
            return vec![Doubt::NONE];
        }
        let mut doubts = vec![Doubt { best: 0.0, ..Doubt::NONE }; n];
        let rivals: Vec<_> = (0..n).map(|i| self.difference(leader, i)).collect();
        let nearest = nearest_rival(&self.values, leader);
        for (i, doubt) in doubts.iter_mut().enumerate() {
            let rival = &rivals[if i == leader { nearest } else { i }];
            let behind = if i == leader { -rival.mean } else { rival.mean };
            doubt.variance = variance_of_loss(behind, &rival.parts);
        }
        for part in 0..PARTS {
            let share = rivals[leader].parts[part].1;
            let width = |i: usize| rivals[i].parts[part].0;
            // The leader's own part of the error is that of the rival who differs least.
            let own = (0..n).filter(|&i| i != leader).map(width).fold(f64::INFINITY, f64::min).powi(2) / 2.0;
            let deviation = |i: usize| if i == leader { own.sqrt() } else { (width(i).powi(2) - own).max(own).sqrt() };
            let choices: Vec<(f64, f64)> = (0..n).map(|i| (self.value(i), deviation(i).max(1e-9))).collect();
            let (highest, best) = highest_of(&choices);
            for (i, (doubt, best)) in doubts.iter_mut().zip(best).enumerate() {
                doubt.best += share * best;
                doubt.loss += share * (highest - self.value(i)).max(0.0);
            }
        }
        doubts
    }
}

/// What is open about choices whose values are known with these independent errors: mean and standard deviation.
pub fn doubts_of_means(choices: &[(f64, f64)]) -> Vec<Doubt> {
    if choices.is_empty() {
        return Vec::new();
    }
    let sound: Vec<_> = choices.iter().map(|&(mean, deviation)| (mean, deviation.max(1e-9))).collect();
    let (highest, best) = highest_of(&sound);
    let means: Vec<f64> = sound.iter().map(|choice| choice.0).collect();
    let leader = (0..means.len()).max_by(|&a, &b| means[a].total_cmp(&means[b])).unwrap_or(0);
    let doubt = |(i, best): (usize, f64)| {
        let (mean, deviation) = sound[i];
        let rival = sound[if i == leader { nearest_rival(&means, leader) } else { leader }];
        let variance = variance_of_loss(rival.0 - mean, &[(deviation.hypot(rival.1), 1.0)]);
        Doubt { best, loss: (highest - mean).max(0.0), variance: if means.len() > 1 { variance } else { 0.0 } }
    };
    best.into_iter().enumerate().map(doubt).collect()
}

/// The best but for the leader, or the leader alone.
fn nearest_rival<T: PartialOrd + Copy>(values: &[T], leader: usize) -> usize {
    let rivals = (0..values.len()).filter(|&i| i != leader);
    rivals.reduce(|a, b| if values[b] > values[a] { b } else { a }).unwrap_or(leader)
}

/// The variance of what a choice gives up to a rival: of the part above 0 of how far it is behind, which is a mixture
/// of normal distributions around a mean, each with its width and share.
fn variance_of_loss(behind: f64, parts: &[(f64, f64)]) -> f64 {
    let moments = parts.iter().map(|&(width, share)| {
        let z = behind / width;
        let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let mean = behind * normal_cdf(z) + width * density;
        let square = (behind * behind + width * width) * normal_cdf(z) + behind * width * density;
        [share * mean, share * square]
    });
    let [mean, square] = moments.fold([0.0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
    (square - mean * mean).max(0.0)
}

/// Where the distribution of a choice is looked at: this many deviations on either side of its mean, in so many steps.
const REACH: f64 = 4.5;
const STEPS: i32 = 18;

/// The mean of the highest of independent normal values (mean and deviation), and the chance of each to be it. Those
/// that end where another one begins have none.
fn highest_of(all: &[(f64, f64)]) -> (f64, Vec<f64>) {
    let floor = all.iter().map(|(mean, deviation)| mean - REACH * deviation).fold(f64::NEG_INFINITY, f64::max);
    let is_in_reach = |&(mean, deviation): &(f64, f64)| mean + REACH * deviation >= floor;
    let choices: Vec<(f64, f64)> = all.iter().copied().filter(is_in_reach).collect();
    let points = choices.iter().flat_map(|&(mean, deviation)| {
        (0..=STEPS).map(move |step| mean + REACH * deviation * (2.0 * f64::from(step) / f64::from(STEPS) - 1.0))
    });
    let mut points: Vec<f64> = points.collect();
    points.sort_by(f64::total_cmp);
    let below =
        |x: f64| -> Vec<f64> { choices.iter().map(|&(mean, deviation)| normal_cdf((x - mean) / deviation)).collect() };
    let mut chances = vec![0.0; choices.len()];
    let mut highest = points[0];
    let mut before = below(points[0]);
    for window in points.windows(2) {
        let after = below(window[1]);
        let step = window[1] - window[0];
        let product = |below: &[f64]| below.iter().product::<f64>();
        // The mean is the lowest point and the integral of the chance to be above.
        highest += step * (1.0 - 0.5 * (product(&before) + product(&after)));
        for (i, chance) in chances.iter_mut().enumerate() {
            let others = (0..choices.len()).filter(|&j| j != i).map(|j| 0.5 * (before[j] + after[j])).product::<f64>();
            *chance += (after[i] - before[i]) * others;
        }
        before = after;
    }
    let sum: f64 = chances.iter().sum();
    let mut shares = chances.into_iter().map(|chance| chance / sum);
    (highest, all.iter().map(|choice| if is_in_reach(choice) { shares.next().unwrap_or(0.0) } else { 0.0 }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(values: &[f32], at_once: &[f32]) -> Look {
        Look::new(2, Class::Contact, values.to_vec(), Some(at_once.to_vec()))
    }

    /// Shares are shares, and wider parts are wider.
    #[test]
    fn mixtures_are_mixtures() {
        let all = [&CONTACT_PLAYS, &CONTACT_BY_GAP, &CONTACT_DOUBLES, &CONTACT_TAKES, &RACE_PLAYS, &RACE_DOUBLES];
        for errors in all.into_iter().flatten() {
            assert!((errors.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{errors:?}");
            assert!(errors.bases.iter().all(|base| base.is_finite()), "{errors:?}");
        }
    }

    #[test]
    fn what_is_close_is_open_and_what_is_far_is_not() {
        let chances = |gap: f32| look(&[0.1, 0.1 - gap], &[0.09, 0.1 - gap]).doubts();
        let mut before = 0.5;
        for gap in [0.0, 0.002, 0.01, 0.03, 0.1] {
            let [best, other] = chances(gap)[..] else { panic!("two plays") };
            assert!((best.best + other.best - 1.0).abs() < 1e-9 && best.best >= before - 1e-6, "{gap}: {best:?}");
            // What the other play gives up more is what lies between them.
            assert!((other.loss - best.loss - f64::from(gap)).abs() < 1e-4, "{gap}: {best:?} {other:?}");
            before = best.best;
        }
        assert!(before > 0.995, "{before}");
        // A look that has changed everything is believed less.
        let steady = look(&[0.1, 0.09], &[0.1, 0.09]).doubts()[0];
        let changed = look(&[0.1, 0.09], &[0.05, 0.15]).doubts()[0];
        assert!(changed.best < steady.best && changed.loss > steady.loss, "{changed:?} {steady:?}");
    }

    #[test]
    fn equal_plays_share() {
        let doubts = look(&[0.3, 0.3, 0.3, -0.5], &[0.3, 0.3, 0.3, -0.5]).doubts();
        for doubt in &doubts[..3] {
            assert!((doubt.best - 1.0 / 3.0).abs() < 0.01, "{doubts:?}");
        }
        assert!(doubts[3].best < 1e-3, "{doubts:?}");
        assert_eq!(look(&[0.3], &[0.2]).doubts(), [Doubt::NONE]);
        assert_eq!(look(&[], &[]).doubts(), []);
    }

    /// Against the closed form of two normal values, and the published mean of the highest of three.
    #[test]
    fn the_highest_of_normal_values_is_known() {
        let (mean, chances) = highest_of(&[(0.2, 0.3), (0.0, 0.4)]);
        let (deviation, ahead): (f64, f64) = (0.5, 0.2);
        let z = ahead / deviation;
        let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
        assert!((mean - (ahead * normal_cdf(z) + deviation * density)).abs() < 2e-3, "{mean}");
        assert!((chances[0] - normal_cdf(z)).abs() < 2e-3, "{chances:?}");
        let (mean, chances) = highest_of(&[(0.0, 1.0); 3]);
        assert!((mean - 0.8463).abs() < 5e-3 && (chances[1] - 1.0 / 3.0).abs() < 1e-6, "{mean} {chances:?}");
    }

    /// Against the sum over many places.
    #[test]
    fn the_variance_of_a_loss_is_that_of_its_distribution() {
        for behind in [-0.05, -0.01, 0.0, 0.02, 0.3] {
            let parts = [(0.02, 0.7), (0.06, 0.3)];
            let mut moments = [0.0; 3];
            for step in -6_000..=6_000 {
                let x = f64::from(step) * 1e-4;
                let density =
                    |&(width, share): &(f64, f64)| share / width * (-0.5 * ((x - behind) / width).powi(2)).exp();
                let share: f64 = parts.iter().map(density).sum();
                [1.0, x.max(0.0), x.max(0.0).powi(2)].iter().zip(&mut moments).for_each(|(at, sum)| *sum += share * at);
            }
            let [mean, square] = [moments[1] / moments[0], moments[2] / moments[0]];
            let (found, summed) = (variance_of_loss(behind, &parts), square - mean * mean);
            assert!((found / summed - 1.0).abs() < 1e-3, "{behind}: {found} {summed}");
        }
        // A blunder is sure to give something up, but not how much; a choice far ahead gives up nothing.
        let doubts = look(&[0.3, 0.0], &[0.29, 0.01]).doubts();
        assert!(doubts[0].variance < 1e-6 && doubts[1].variance > 1e-5, "{doubts:?}");
        assert_eq!(doubts_of_means(&[(0.2, 0.1)])[0].variance, 0.0);
    }

    #[test]
    fn cube_decisions_have_two_questions() {
        let values = CubeValues { no_double: 0.70, double_take: 0.72, double_pass: 1.0 };
        let look = Look::of_cube(2, Class::Contact, &values);
        let [double, take] = look.questions().expect("a cube").map(|look| look.doubts());
        assert_eq!(self::look(&[0.1, 0.2], &[0.1, 0.2]).questions(), None);
        // The double is close and hardly right; nobody passes.
        assert!(double[1].best > double[0].best && double[1].best < 0.95, "{double:?}");
        assert!(take[0].best > 0.99, "{take:?}");
    }

    /// However far choices are apart, the farther one is the better the less likely it is to be the best.
    #[test]
    fn far_choices_are_hardly_open() {
        for class in [Class::Contact, Class::Race] {
            for plies in 0..=2 {
                let mut before = [f64::INFINITY; 2];
                for take in [0.7, 0.4, 0.0, -1.0, -1.9, -2.9] {
                    let values = CubeValues { no_double: take, double_take: take, double_pass: 1.0 };
                    let [_, answer] = Look::of_cube(plies, class, &values).questions().expect("a cube");
                    let answer = answer.doubts();
                    let [taken, passed] = [answer[0].loss, answer[1].best];
                    assert!(
                        taken <= before[0] + 1e-9 && passed <= before[1] + 1e-9,
                        "{class:?} {plies} {take}: {answer:?}"
                    );
                    before = [taken, passed];
                }
                assert!(before[0] < 1e-4 && before[1] < 1e-3, "{class:?} {plies}: {before:?}");
            }
        }
    }

    #[test]
    fn short_trials_see_little_more() {
        let whole = look(&[0.1, 0.09], &[0.1, 0.09]);
        let short = whole.clone().of_trials(Some(2));
        assert!(short.difference(0, 1).parts[0].0 < 0.31 * whole.difference(0, 1).parts[0].0);
        assert_eq!(whole.clone().of_trials(Some(30)), whole);
        // What is stored comes back to the last bit, or an order would seem to have been changed.
        let odd = look(&[0.1 / 3.0, -1.0 / 7.0], &[1.0 / 9.0, 2.0 / 3.0]).of_trials(Some(7));
        let stored = serde_json::to_string(&odd).expect("text");
        assert_eq!(serde_json::from_str::<Look>(&stored).expect("a look"), odd);
        // What is stored without saying so is about whole games.
        let stored = serde_json::to_string(&whole).expect("text");
        let earlier = stored.replace(",\"narrowed\":1.0", "").replace("\"choice\":\"play\",", "");
        assert_eq!(serde_json::from_str::<Look>(&earlier).expect("a look"), whole);
    }
}
