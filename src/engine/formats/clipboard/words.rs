//! The words of cube decisions, in the languages in which eXtreme Gammon, BGBlitz and GNU Backgammon print them:
//! English, German, French, Japanese.

/// A line of a table of cube decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Not doubling.
    NoDouble,
    /// Doubling, and the other takes.
    Take,
    /// Doubling, and the other passes.
    Pass,
}

const DOUBLES: [&str; 4] = ["doubl", "doppel", "ダブル", "倍"];
const PASSES: [&str; 10] =
    ["pass", "drop", "ablehn", "aufgabe", "aufgeb", "refus", "rejet", "パス", "降り", "ドロップ"];
const TAKES: [&str; 10] =
    ["take", "beaver", "biber", "annehm", "annahme", "prend", "accept", "テイク", "受け", "ビーバー"];
const NEGATIONS: [&str; 8] = ["no ", "no-", "nicht", "kein", "pas de", "sans", "ノー", "せず"];

/// The action that a label of such a table names.
pub(super) fn action(label: &str) -> Option<Action> {
    let label = label.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| label.contains(word));
    match (has(&DOUBLES), has(&PASSES), has(&TAKES)) {
        (true, true, false) => Some(Action::Pass),
        (true, false, true) => Some(Action::Take),
        (true, false, false) if has(&NEGATIONS) => Some(Action::NoDouble),
        _ => None,
    }
}

/// Whether a text speaks of the cube.
pub(super) fn is_about_the_cube(text: &str) -> bool {
    let text = text.to_lowercase();
    ["cube", "würfel", "videau", "doppler", "キューブ"].iter().any(|word| text.contains(word))
}

/// Whether a line speaks of a score or a match.
pub(super) fn is_about_the_score(text: &str) -> bool {
    let text = text.to_lowercase();
    ["point", "score", "match", "crawford", "pts", "away", "punkt", "ポイント", "スコア"]
        .iter()
        .any(|word| text.contains(word))
}

/// Whether a text says that gammon's whole match is played for money.
pub(super) fn is_money(text: &str) -> bool {
    let text = text.to_lowercase();
    ["unlimited", "money", "illimité", "unbegrenzt", "マネー", "無制限"].iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_mean_the_same_in_every_language() {
        for (label, means) in [
            ("No double", Action::NoDouble),
            ("No redouble:", Action::NoDouble),
            ("Nicht Redoppeln", Action::NoDouble),
            ("Kein Doppel", Action::NoDouble),
            ("Pas de redouble", Action::NoDouble),
            ("ノーリダブル", Action::NoDouble),
            ("ダブルせず", Action::NoDouble),
            ("Redouble/Take", Action::Take),
            ("Doppeln / Annehmen", Action::Take),
            ("Doppel, Annahme", Action::Take),
            ("Double/Prend", Action::Take),
            ("Double, accepte", Action::Take),
            ("リダブル/テイク", Action::Take),
            ("ダブル / 受ける", Action::Take),
            ("Double / Pass", Action::Pass),
            ("Doppel, Aufgabe", Action::Pass),
            ("Redoppeln/Ablehnen", Action::Pass),
            ("Double / Refuser", Action::Pass),
            ("ダブル / 降りる", Action::Pass),
        ] {
            assert_eq!(action(label), Some(means), "{label}");
        }
        assert_eq!((action("Double"), action("Player Winning Chances"), action("pass")), (None, None, None));
    }
}
