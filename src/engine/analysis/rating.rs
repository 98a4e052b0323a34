//! Names for rates, and the ratings they amount to.
//!
//! [`Rating`] names GNU Backgammon's bands of its own error rate, [`Class`] eXtreme Gammon's bands of the performance
//! rating, which counts other decisions. The estimates of FIBS ratings from errors and from luck are GNU Backgammon's.

words! {
    /// How good a player was, by equity lost per decision that counts. Scripts that read GNU Backgammon's statistics
    /// expect these words.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Rating: name {
        /// From 0.035.
        Awful = "Awful!",
        /// Below 0.035.
        Beginner = "Beginner",
        /// Below 0.026.
        CasualPlayer = "Casual player",
        /// Below 0.018.
        Intermediate = "Intermediate",
        /// Below 0.012.
        Advanced = "Advanced",
        /// Below 0.008.
        Expert = "Expert",
        /// Below 0.005.
        WorldClass = "World class",
        /// Below 0.002.
        Supernatural = "Supernatural",
    }
}

impl Rating {
    /// The rating of a loss per decision.
    pub fn of(rate: f64) -> Self {
        let bands = [
            (0.002, Self::Supernatural),
            (0.005, Self::WorldClass),
            (0.008, Self::Expert),
            (0.012, Self::Advanced),
            (0.018, Self::Intermediate),
            (0.026, Self::CasualPlayer),
            (0.035, Self::Beginner),
        ];
        bands.into_iter().find(|(limit, _)| rate < *limit).map_or(Self::Awful, |(_, rating)| rating)
    }
}

words! {
    /// How good a player was, by the [performance rating](super::performance_rating).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Class: name {
        /// From 30.
        Distracted = "Distracted",
        /// Below 30.
        Beginner = "Beginner",
        /// Below 22.5.
        CasualPlayer = "Casual player",
        /// Below 17.5.
        Intermediate = "Intermediate",
        /// Below 12.5.
        Advanced = "Advanced",
        /// Below 7.5.
        Expert = "Expert",
        /// Below 5.
        WorldClass = "World class",
        /// Below 2.5.
        WorldChampion = "World champion",
    }
}

impl Class {
    /// The performance ratings below which a class begins that is better than the worst one, the best first.
    const LIMITS: [f64; 7] = [2.5, 5.0, 7.5, 12.5, 17.5, 22.5, 30.0];

    /// The class of a performance rating.
    pub fn of(rating: f64) -> Self {
        let better = Self::LIMITS.iter().filter(|&&limit| rating >= limit).count();
        Self::ALL[Self::LIMITS.len() - better]
    }

    /// The next better class, and the performance rating below which it begins.
    pub fn better(self) -> Option<(Self, f64)> {
        let next = self as usize + 1;
        Some((*Self::ALL.get(next)?, Self::LIMITS[Self::LIMITS.len() - next]))
    }
}

words! {
    /// How lucky a player was, by luck per roll, in words that scripts of GNU Backgammon's statistics expect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum LuckRating: name {
        /// Below −0.06.
        VeryUnlucky = "Go to bed",
        /// Below −0.03.
        Unlucky = "Bad dice, man!",
        /// Luck in between.
        None = "None",
        /// Above 0.03.
        Lucky = "Good dice, man!",
        /// Above 0.06.
        VeryLucky = "Go to Las Vegas",
    }
}

impl LuckRating {
    /// The rating of a luck per roll.
    pub fn of(rate: f64) -> Self {
        match rate {
            rate if rate > 0.06 => Self::VeryLucky,
            rate if rate > 0.03 => Self::Lucky,
            rate if rate < -0.06 => Self::VeryUnlucky,
            rate if rate < -0.03 => Self::Unlucky,
            _ => Self::None,
        }
    }
}

/// The difference of FIBS ratings that explains a share of wins in matches of a length; `None` unless the share lies
/// between 0 and 1.
pub fn luck_based_difference(share: f64, length: u8) -> Option<f64> {
    let inside = share > 0.0 && share < 1.0;
    inside.then(|| (-2000.0 / f64::from(length).sqrt() * (1.0 / share - 1.0).log10()).max(-2100.0))
}

/// The FIBS rating of a player without errors.
pub const FLAWLESS: f64 = 2050.0;

/// The points of FIBS rating that errors cost in matches of a length: by plays and by cube decisions, from the loss per
/// decision.
pub fn rating_losses(plays: Option<f64>, cube: Option<f64>, length: u8) -> (Option<f64>, Option<f64>) {
    let length = f64::from(length);
    let plays = plays.map(|rate| rate * (8798.0 + 25526.0 / length));
    let cube = cube.map(|rate| rate * (863.0 - 519.0 / length));
    (plays, cube)
}

/// The FIBS rating that errors amount to, counted down from `offset`.
pub fn absolute_rating(plays: Option<f64>, cube: Option<f64>, length: u8, offset: f64) -> f64 {
    let (plays, cube) = rating_losses(plays, cube, length);
    offset - plays.unwrap_or(0.0) - cube.unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_names() {
        let names = [0.0, 0.002, 0.0079, 0.012, 0.0259, 0.03, 0.035].map(|rate| Rating::of(rate).name());
        let expected = ["Supernatural", "World class", "Expert", "Intermediate", "Casual player", "Beginner", "Awful!"];
        assert_eq!(names, expected);
        assert_eq!(LuckRating::of(-0.0302), LuckRating::Unlucky);
    }

    #[test]
    fn performance_ratings_have_classes() {
        let names = [0.0, 2.5, 5.0, 8.1, 12.5, 18.9, 22.5, 30.0].map(|rating| Class::of(rating).name());
        let best_first: Vec<_> = Class::ALL.into_iter().rev().map(Class::name).collect();
        assert_eq!(names.to_vec(), best_first);
        for class in Class::ALL {
            match class.better() {
                Some((better, limit)) => assert_eq!((Class::of(limit), Class::of(limit - 0.01)), (class, better)),
                None => assert_eq!(class, Class::WorldChampion),
            }
        }
    }

    /// The numbers are those of a match to 3 that GNU Backgammon has analyzed.
    #[test]
    fn ratings_are_those_of_the_real_program() {
        let absolute = |plays, cube| absolute_rating(plays, cube, 3, FLAWLESS);
        assert_eq!(format!("{:.1}", absolute(Some(0.0257701), Some(0.0389330))), "1577.1");
        assert_eq!(format!("{:.1}", absolute(Some(0.0344232), Some(1.0018493))), "763.0");
        assert_eq!(format!("{:.1}", absolute(Some(0.0066880), None)), "1934.3");
        let difference = luck_based_difference(0.5 + 0.0814, 3).expect("a chance");
        assert!((difference - 164.81).abs() < 0.2, "{difference}");
        assert_eq!(luck_based_difference(1.0, 3), None);
    }

    #[test]
    fn luck_has_a_name_beyond_its_limits() {
        use LuckRating::{Lucky, None, Unlucky, VeryLucky, VeryUnlucky};
        for (rate, name) in [(0.0, None), (0.03, None), (0.031, Lucky), (0.06, Lucky), (0.061, VeryLucky)] {
            assert_eq!(LuckRating::of(rate), name, "{rate}");
        }
        for (rate, name) in [(-0.03, None), (-0.031, Unlucky), (-0.06, Unlucky), (-0.061, VeryUnlucky)] {
            assert_eq!(LuckRating::of(rate), name, "{rate}");
        }
    }
}
