//! The tour: seven steps at the prompt, each with commands to be typed. It goes on when they have been.

use crate::command::{Analyse, Command, FileCommand, Goto, Part, RolloutCommand, Set, Tour};

/// A step of the tour.
struct Step {
    title: &'static str,
    text: &'static str,
    /// The lines to type.
    typed: &'static [&'static str],
    /// Whether a command is the last thing of the step.
    is_done_by: fn(&Command) -> bool,
}

/// The position of the tour: an opening roll that people argue about.
const POSITION: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:5:10";

const STEPS: [Step; 7] = [
    Step {
        title: "a position",
        text: "Positions are pasted: an XGID, a GNU Backgammon ID, or a board drawn in letters. This one is an opening roll, 21.",
        typed: &[POSITION],
        is_done_by: |command| {
            matches!(command, Command::Set(Set::Xgid(_) | Set::GnubgId(_) | Set::Board(_)))
                || matches!(command, Command::File(FileCommand::Text { .. }))
        },
    },
    Step {
        title: "what to play",
        text: "`hint` ranks the plays, or says whether to double when there are no dice. `help columns` explains the table.",
        typed: &["hint"],
        is_done_by: |command| matches!(command, Command::Hint(_)),
    },
    Step {
        title: "how sure that is",
        text: "`rollout` plays the best ones out to the end, with the same dice for each. It takes minutes. Press Ctrl-C when you \
               have seen enough: what is known by then stays.",
        typed: &["rollout"],
        is_done_by: |command| matches!(command, Command::Rollout(RolloutCommand::Default | RolloutCommand::Plays(_))),
    },
    Step {
        title: "going on",
        text: "A rollout that was stopped goes on where it was, now or next week. Ctrl-C stops it again.",
        typed: &["rollout resume"],
        is_done_by: |command| {
            matches!(command, Command::Rollout(RolloutCommand::Resume(_) | RolloutCommand::Extend(_)))
        },
    },
    Step {
        title: "a match",
        text: "A match comes from a file of any of the usual programs: `open match.mat`. This one comes with gammon.",
        typed: &["import sample", "analyse match"],
        is_done_by: |command| {
            matches!(
                command,
                Command::Analyse(Analyse::Part(Part::Match | Part::Session))
                    | Command::File(FileCommand::Analyse { .. })
            )
        },
    },
    Step {
        title: "the errors",
        text: "`show errors` lists the worst, `goto error` goes to one of them, where `hint` and `rollout` answer as before.",
        typed: &["show errors", "goto error 1"],
        is_done_by: |command| matches!(command, Command::Goto(Goto::Error(_) | Goto::NextError(_))),
    },
    Step {
        title: "something to keep",
        text: "A page for a browser, to look at or to send. `export rollout html` does it for a rollout.",
        typed: &["export match html tour.html"],
        is_done_by: |command| {
            matches!(command, Command::File(FileCommand::Export { .. }) | Command::ExportRollout { .. })
        },
    },
];

/// Where somebody stands in the tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TourState {
    /// The step whose commands are waited for, from 0.
    step: Option<usize>,
    /// Whether it has just been shown.
    is_new: bool,
}

impl TourState {
    /// Begins, skips a step, or leaves. Returns what is to be told.
    pub fn turn(&mut self, tour: Tour) -> String {
        let step = match (tour, self.step) {
            (Tour::Stop, None) => return "there is no tour under way: `tour` begins one".to_owned(),
            (Tour::Stop, Some(_)) => {
                self.step = None;
                return "the tour is over; `tour` begins it again".to_owned();
            }
            (Tour::Begin | Tour::Next, None) => 0,
            (Tour::Begin, Some(step)) => step,
            (Tour::Next, Some(step)) => step + 1,
        };
        self.is_new = true;
        self.go_to(step)
    }

    /// Goes on if a command that went well is what the step waits for. Returns what is to be told then.
    pub fn after(&mut self, command: &Command) -> Option<String> {
        // A step just told waits for the next command.
        if std::mem::take(&mut self.is_new) {
            return None;
        }
        let step = self.step?;
        (STEPS[step].is_done_by)(command).then(|| self.go_to(step + 1))
    }

    fn go_to(&mut self, step: usize) -> String {
        let Some(Step { title, text, typed, .. }) = STEPS.get(step) else {
            self.step = None;
            return "That was the tour. `help` lists what there is by what it does; `help WORD` finds the rest. Show errors of \
                    your own: `open FILE`."
                .to_owned();
        };
        self.step = Some(step);
        let typed: Vec<String> = typed.iter().map(|line| format!("    {line}")).collect();
        let leave = if step == 0 { " (`tour next` skips a step, `tour stop` leaves)" } else { "" };
        format!("Tour, {} of {}: {title}. {text}\nType{leave}:\n{}", step + 1, STEPS.len(), typed.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Show, parse};

    #[test]
    fn each_step_is_done_by_what_it_says() {
        let mut tour = TourState::default();
        assert!(tour.turn(Tour::Begin).starts_with("Tour, 1 of 7"));
        assert_eq!(tour.after(&parse("tour").expect("a command")), None);
        for (number, step) in STEPS.iter().enumerate() {
            let (last, before) = step.typed.split_last().expect("something to type");
            for line in before {
                assert_eq!(tour.after(&parse(line).expect(line)), None, "{line}");
            }
            let told = tour.after(&parse(last).expect(last)).unwrap_or_else(|| panic!("`{last}` ends step {number}"));
            let next =
                if number + 1 < STEPS.len() { format!("Tour, {} of 7", number + 2) } else { "That was".to_owned() };
            assert!(told.starts_with(&next), "{told}");
        }
        assert_eq!(tour.after(&Command::Show(Show::Version)), None);
    }

    #[test]
    fn steps_are_skipped_and_the_tour_is_left() {
        let mut tour = TourState::default();
        tour.turn(Tour::Begin);
        assert!(tour.turn(Tour::Next).starts_with("Tour, 2 of 7"));
        assert!(tour.turn(Tour::Begin).starts_with("Tour, 2 of 7"), "`tour` says it again");
        assert!(tour.turn(Tour::Stop).contains("over"));
        assert!(tour.turn(Tour::Stop).contains("no tour"));
    }
}
