//! The levels of eXtreme Gammon: its table of numbers, and the names under which they are kept here.

/// The level of a rollout, whose record has the rest.
pub const ROLLOUT: i32 = 100;

/// The opening books, the older and the newer.
const BOOKS: [(i32, &str); 2] = [(998, "XG book"), (999, "XG book V1")];

/// Searches of a fixed shape.
const ROLLERS: [(i32, &str); 3] = [(1000, "XG Roller"), (1001, "XG Roller+"), (1002, "XG Roller++")];

/// A search to 3 plies that looks at fewer plays.
const REDUCED: (i32, &str) = (12, "XG 3-ply red");

/// The deepest plain search, which the program calls 7-ply.
pub const DEEPEST: i32 = 6;

/// The name of a level. The program counts plies from 1: its 3-ply looks two rolls ahead.
pub fn name(level: i32) -> String {
    let named = BOOKS.iter().chain(&ROLLERS).chain([&REDUCED]).find(|(number, _)| *number == level);
    match (level, named) {
        (_, Some((_, name))) => (*name).to_owned(),
        (0..=DEEPEST, _) => format!("XG {}-ply", level + 1),
        (ROLLOUT, _) => "XG rollout".to_owned(),
        _ => format!("XG level {level}"),
    }
}

/// The level of a name; `None` for that of another program.
pub fn number(name: &str) -> Option<i32> {
    let named = BOOKS.iter().chain(&ROLLERS).chain([&REDUCED]).find(|(_, known)| *known == name);
    if let Some((number, _)) = named {
        return Some(*number);
    }
    match name.strip_prefix("XG ")? {
        "rollout" => Some(ROLLOUT),
        rest => {
            let plies = rest.strip_suffix("-ply").and_then(|n| n.parse::<i32>().ok());
            let plies = plies.map(|n| n - 1).filter(|level| (0..=DEEPEST).contains(level));
            plies.or_else(|| rest.strip_prefix("level ")?.parse().ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_levels() {
        for level in [-1, 0, 1, 2, 3, 6, 7, 12, 100, 998, 999, 1000, 1001, 1002, 1234] {
            assert_eq!(number(&name(level)), Some(level), "{}", name(level));
        }
        assert_eq!((name(2).as_str(), name(1002).as_str()), ("XG 3-ply", "XG Roller++"));
        assert_eq!((number("GNU 2-ply"), number("XG 9-ply"), number("XG 0-ply")), (None, None, None));
    }
}
