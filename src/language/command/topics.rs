//! Help on the words of answers, and the commands that belong together.

use super::guide::GUIDE;
use super::help::{HelpEntry, HelpTopic, help_about};

/// A subject that is no command.
pub(super) struct Subject {
    /// The names by which `help` finds it.
    pub names: &'static [&'static str],
    pub title: &'static str,
    pub text: &'static [&'static str],
    /// Commands about it.
    pub commands: &'static [&'static str],
}

const SUBJECTS: &[Subject] = &[
    Subject {
        names: &["jsd", "joint standard deviation", "paired jsd"],
        title: "joint standard deviations",
        text: &[
            "Two results of rollouts differ by so many joint standard deviations: the difference of their equities divided \
             by the root of the sum of their squared standard errors. Beyond 2 or 3, chance hardly explains the difference.",
            "Plays that are rolled out together share their dice, so that much of their chance is the same. The paired \
             figure divides by the standard error of the difference itself, which is smaller; tables show that error \
             behind `Behind by`.",
            "`set rollout jsd stop on` gives plays up that are so far behind.",
        ],
        commands: &[
            "set rollout jsd stop",
            "set rollout jsd limit",
            "set rollout until decided",
            "show rollout detail",
        ],
    },
    Subject {
        names: &["settlement", "settle", "settled"],
        title: "settlement of trials",
        text: &[
            "With `set rollout settlement` trials are played without a cube, and each is worth one point to the side \
             on roll once its cubeless equity is so high that it would double strongly: 0.55, in races 0.49, unless a \
             limit is named. Above 0.9 it plays on while it can win a gammon.",
            "The result then holds the equities of all four states of the cube (none, centered, ours, theirs) from \
             one and the same rollout, for little more than the price of a cubeless one.",
        ],
        commands: &["set rollout settlement", "set rollout truncation plies", "rollout horizons"],
    },
    Subject {
        names: &["luck", "variance reduction", "varredn", "plain"],
        title: "luck, and results without it",
        text: &[
            "The luck of a roll is the equity after it less the mean over all 21 rolls. Its expectation is zero, so that \
             it may be subtracted from the result of a trial: the mean stays, the spread shrinks, and fewer trials give \
             the same error.",
            "The plain result, with the luck left in, stands in `show rollout detail`; both agree within their errors \
             unless something is wrong.",
            "In the analysis of matches, luck says what the dice gave and took.",
        ],
        commands: &["set rollout varredn", "show rollout detail", "set analysis luck", "show statistics match"],
    },
    Subject {
        names: &["p(best)", "best", "chance of being best", "decided", "tie"],
        title: "the chance of being the best play",
        text: &[
            "`Best` is the chance that a play is the best of those rolled out, given what the trials say so far: the \
             differences are taken as normal with their standard errors.",
            "`set rollout until decided` plays on until one play is the best at a risk of 1 %, or until all that are left \
             are within the margin of one another: a tie, where the choice does not matter. The sentence below the table \
             says which rule ended the rollout.",
        ],
        commands: &["set rollout until decided", "set rollout focus", "set rollout until error", "rollout plays"],
    },
    Subject {
        names: &["cubeful", "cubeless", "cl", "cf", "live cube"],
        title: "cubeless and cubeful equities",
        text: &[
            "The cubeless equity is what the position is worth when the cube is never turned again; it follows from the \
             five chances alone.",
            "The cubeful equity takes the doubles to come into account. In an evaluation it lies between that of a dead \
             cube and that of a perfectly live one, as the cube efficiency says; in a rollout the cube is turned as the \
             game goes. Plays and cube actions are ranked by it.",
        ],
        commands: &["set rollout cubeful", "set cubeefficiency contact", "show cubevalue", "show marketwindow"],
    },
    Subject {
        names: &["equity", "emg", "mwc"],
        title: "equities and match winning chances",
        text: &[
            "An equity is what a game is worth on average, in points at the value of the cube. In a match it is \
             normalized: +1 is a won game, -1 a lost one, whatever they do to the chances of winning the match.",
            "`set output mwc on` shows chances of winning the match in its place.",
        ],
        commands: &["set output mwc", "eq2mwc", "mwc2eq", "show matchequitytable"],
    },
    Subject {
        names: &["standard error", "std error", "error", "±"],
        title: "standard errors",
        text: &[
            "The figure behind ± is a standard error: the true value is within one of them in two of three cases, within \
             two in nineteen of twenty.",
            "The error of a difference between plays is smaller than both of theirs, for they share their dice.",
        ],
        commands: &["set rollout until error", "show rollout detail", "show rollout cost"],
    },
    Subject {
        names: &["ply", "plies", "lookahead", "look-ahead"],
        title: "plies",
        text: &[
            "Plies count the turns of look-ahead: 0-ply is the judgement of the nets alone, 2-ply looks at all dice and \
             answers of two turns. Each ply costs some 20 times the one before.",
        ],
        commands: &[
            "set evaluation chequerplay evaluation plies",
            "set evaluation preset",
            "set rollout chequerplay plies",
            "show evaluation",
        ],
    },
    Subject {
        names: &["prune", "pruning"],
        title: "pruning nets",
        text: &[
            "A small net looks at every play first and leaves the hopeless ones out, so that the large nets judge the rest \
             alone. That is several times faster and hardly ever changes an answer. `prune` below a table says that it was on.",
        ],
        commands: &[
            "set evaluation chequerplay evaluation prune",
            "set rollout chequerplay prune",
            "set evaluation preset",
        ],
    },
    Subject {
        names: &["horizon", "horizons"],
        title: "horizons",
        text: &[
            "The horizon of a rollout is the number of plies after which a trial is ended by an evaluation. A short one \
             is fast and inherits the errors of the evaluation: `rollout horizons` shows how large they are here.",
        ],
        commands: &["rollout horizons", "set rollout truncation plies", "set rollout truncation enable"],
    },
    Subject {
        names: &["jobs", "background"],
        title: "work in the background",
        text: &[
            "A & behind `rollout`, `hint` or `eval` lets it go on beside the prompt: `rollout &`. What counts is the table and \
             the settings as they were then. `jobs` lists what goes on, `fg` looks on until it is done and shows the \
             answer, which `hint` knows from then on; `stop` takes what is known so far. The prompt says when something \
             is done. Ctrl-C stops only what is in front.",
            "Whoever leaves is shown how far each has come; long rollouts are saved, and `rollout resume` goes on. A \
             script waits at its end until all is done.",
        ],
        commands: &["jobs", "fg", "stop", "rollout resume", "rollout saved", "set threads"],
    },
];

/// Commands related to another, by how the words of that one begin.
const RELATED: &[(&str, &[&str])] = &[
    ("rollout", &["set rollout preset", "show rollout", "show rollout detail", "export rollout html"]),
    ("rollout plays", &["hint", "cmark move set rollout", "set rollout until decided"]),
    ("rollout cube", &["show cubevalue", "show marketwindow", "hint"]),
    ("rollout resume", &["rollout extend", "set autosave rollout"]),
    ("rollout extend", &["rollout resume", "set rollout until error"]),
    ("rollout file", &["rollout", "set rollout until decided"]),
    ("rollout horizons", &["set rollout truncation plies"]),
    ("rollout versus", &["set rollout preset", "rollout horizons", "show rollout cost"]),
    ("set rollout", &["show rollout", "set rollout preset", "rollout"]),
    ("set rollout until", &["set rollout trials", "set rollout focus", "show rollout cost"]),
    ("set rollout focus", &["set rollout trials", "set rollout until decided", "rollout plays"]),
    ("show rollout", &["set rollout preset", "rollout"]),
    ("hint", &["rollout plays", "eval", "set evaluation preset"]),
    ("eval", &["hint", "rollout position", "set evaluation preset"]),
    ("set evaluation", &["show evaluation", "hint", "eval"]),
    ("show evaluation", &["set evaluation preset"]),
    ("set output", &["show output", "set board", "save settings"]),
    ("set matchequitytable", &["show matchequitytable", "invert matchequitytable"]),
    ("set board", &["set xgid", "set gnubgid", "show board"]),
    ("set xgid", &["set board", "set gnubgid", "show board"]),
    ("set gnubgid", &["set board", "set xgid", "show board"]),
    ("set dice", &["roll", "hint", "set board"]),
    ("set cube", &["show cube", "double", "rollout cube"]),
    ("set score", &["show score", "set matchlength", "show matchequitytable"]),
    ("set player", &["show player", "play"]),
    ("set autosave", &["rollout resume"]),
    ("set analysis", &["show analysis", "analyse match"]),
    ("analyse", &["show statistics match", "show errors", "set analysis chequerplay evaluation plies"]),
    ("import", &["analyse match", "list game", "first game"]),
    ("export rollout", &["rollout", "show rollout detail"]),
    ("export", &["save match", "analyse match"]),
    ("save settings", &["show settings", "load commands"]),
    ("new", &["set matchlength", "set jacoby", "roll"]),
    ("roll", &["hint", "move", "double"]),
    ("move", &["hint", "undo"]),
    ("double", &["take", "drop", "beaver", "rollout cube"]),
    ("show errors", &["goto error", "quiz", "analyse match"]),
    ("quiz", &["show errors", "analyse match", "study"]),
    ("study", &["browse", "show errors", "quiz"]),
    ("next", &["previous", "first game", "list game"]),
    ("previous", &["next", "undo", "list game"]),
];

/// The help on a subject that is no command.
pub(super) fn about_subject(asked: &str) -> Option<HelpTopic> {
    let asked = asked.to_lowercase();
    if ["topics", "topic", "subjects"].contains(&asked.as_str()) {
        let below = all_subjects().map(|subject| HelpEntry::new(subject.names[0], subject.title)).collect();
        return Some(HelpTopic {
            words: "topics".to_owned(),
            help: "what words mean, and how things are done".to_owned(),
            below,
            ..HelpTopic::default()
        });
    }
    let subject = subject_called(&asked)?;
    Some(HelpTopic {
        words: subject.names[0].to_owned(),
        help: subject.title.to_owned(),
        notes: subject.text.iter().map(|&text| text.to_owned()).collect(),
        below: subject.commands.iter().filter_map(|words| command(words)).collect(),
        ..HelpTopic::default()
    })
}

/// Every subject, what is done before what is meant.
pub(super) fn all_subjects() -> impl Iterator<Item = &'static Subject> {
    GUIDE.iter().chain(SUBJECTS)
}

fn subject_called(name: &str) -> Option<&'static Subject> {
    all_subjects().find(|subject| subject.names.contains(&name))
}

/// The line of a list for a subject.
pub(super) fn subject_entry(name: &str) -> Option<HelpEntry> {
    if name == "topics" {
        return Some(HelpEntry::new("help topics", "what words mean, and how things are done"));
    }
    subject_called(name).map(|subject| HelpEntry::new(&format!("help {}", subject.names[0]), subject.title))
}

/// The commands that belong to one.
pub(super) fn related_to(words: &str) -> Vec<String> {
    let begins = |group: &str| words.strip_prefix(group).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let found = RELATED.iter().filter(|(group, _)| begins(group)).max_by_key(|(group, _)| group.len());
    let all = found.into_iter().flat_map(|(_, commands)| commands.iter());
    all.filter(|command| **command != words).map(|&command| command.to_owned()).collect()
}

fn command(words: &str) -> Option<HelpEntry> {
    let topic = help_about(&words.split(' ').map(str::to_owned).collect::<Vec<_>>())?;
    Some(HelpEntry { words: topic.words, help: topic.help })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, HelpArg, parse};

    #[test]
    fn every_command_that_is_named_exists() {
        let subjects = all_subjects().flat_map(|subject| subject.commands);
        let related = RELATED.iter().flat_map(|(_, commands)| commands.iter());
        for words in subjects.chain(related) {
            let topic = help_about(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
            assert!(topic.is_some_and(|topic| !topic.usage.is_empty()), "`{words}` is no command");
        }
        for (group, _) in RELATED {
            assert!(help_about(&group.split(' ').map(str::to_owned).collect::<Vec<_>>()).is_some(), "{group}");
        }
    }

    #[test]
    fn subjects_are_explained_where_no_command_has_the_name() {
        for (line, title) in [
            ("help jsd", "joint standard deviations"),
            ("help JSD", "joint standard deviations"),
            ("help settlement", "settlement of trials"),
            ("help luck", "luck, and results without it"),
            ("help P(best)", "the chance of being the best play"),
            ("help cubeful", "cubeless and cubeful equities"),
            ("help standard error", "standard errors"),
        ] {
            let Ok(Command::Help(HelpArg::About(words))) = parse(line) else { panic!("{line}: {:?}", parse(line)) };
            let topic = help_about(&words).expect(line);
            assert_eq!(topic.help, title, "{line}");
            assert!(!topic.notes.is_empty() && !topic.below.is_empty(), "{line}");
        }
        assert!(matches!(parse("help /jsd"), Ok(Command::Help(HelpArg::Search(_)))));
    }

    #[test]
    fn related_commands_are_those_of_the_nearest_group() {
        assert_eq!(related_to("rollout plays")[0], "hint");
        assert!(related_to("set rollout trials").contains(&"show rollout".to_owned()));
        assert!(related_to("quit").is_empty());
    }
}
