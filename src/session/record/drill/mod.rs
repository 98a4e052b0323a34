//! `train`: counts, chances and races, asked one after another. Openings and reference positions are questions of
//! practise, by the book.

mod questions;

use super::library::{failed, file, made};
use super::practice::Deck;
use crate::board::ByPlayer;
use crate::command::{Command, Practise, Train, Trainer};
use crate::library::Library;
use crate::library::drills::{DrillRow, Drilled};
use crate::rng::{Generator, RngKind};
use crate::session::reply::{Figures, Reply, TrainingReply};
use crate::session::{Host, Session, SessionError};
use crate::words::counted;
use questions::{Question, Truth};
use std::time::Duration;

/// Questions of a round where none are named.
const USUAL: u16 = 10;

/// No person answers sooner.
const SHORT: Duration = Duration::from_millis(200);

/// The percents of a certain event.
const PERCENT: f64 = 100.0;

/// Where a round of training stands.
#[derive(Default)]
pub(in crate::session) struct Drill(Option<Round>);

struct Round {
    trainer: Trainer,
    wanted: u16,
    asked: u16,
    answered: u16,
    right: u16,
    /// How far off the answers were, and how long they took, in sum.
    error: f64,
    took: Duration,
    dice: Generator,
    open: Question,
    /// When it was asked.
    since: Duration,
}

impl Session {
    /// The command that a line means while a question of `train` waits: its answer, or `q`.
    pub fn trained(&self, line: &str) -> Option<Command> {
        let round = self.drill.0.as_ref()?;
        let text = line.trim();
        let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "-+.".contains(c))
            && text.chars().all(|c| c.is_ascii_digit() || " .,%e-+".contains(c));
        match text {
            "q" => Some(Train::Stop.into()),
            _ if is_number || round.open.choice(text).is_some() => Some(Train::Answer(text.to_owned()).into()),
            _ => None,
        }
    }

    /// What the open question asks.
    pub(in crate::session) fn open_drill(&self) -> Option<String> {
        let round = self.drill.0.as_ref()?;
        let asks = if round.open.choices().next().is_some() { "for a cube action" } else { "for a number" };
        Some(asks.to_owned())
    }

    /// Something else is done: the question is closed.
    pub(in crate::session) fn leave_training(&mut self) {
        self.drill = Drill::default();
    }

    pub(in crate::session) fn train(&mut self, train: &Train, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match train {
            Train::Summary if self.drill.0.is_some() => self.ask_drill(),
            Train::Summary => training(host),
            Train::Answer(answer) if self.drill.0.is_none() && self.is_practising() => {
                self.practise(&Practise::Answer(answer.clone()), host)
            }
            Train::Round(Trainer::Openings, count) => self.begin_deck(Deck::Openings, *count, host),
            Train::Round(Trainer::Cube, count) => self.begin_deck(Deck::Cubes, *count, host),
            Train::Round(trainer, count) => self.begin_training(*trainer, count.unwrap_or(USUAL), host),
            Train::Answer(answer) => self.answer_training(answer, host),
            Train::Stop => match self.drill.0.take() {
                Some(round) => Ok(Reply::Message(ended(&round))),
                None => Err(no_question()),
            },
        }
    }

    fn begin_training(&mut self, trainer: Trainer, wanted: u16, host: &mut dyn Host) -> Result<Reply, SessionError> {
        self.leave_practice();
        let day = host.today().map_or(0, |day| day.day_number());
        // Other questions every time, and the same in every test.
        let before = made(host)?.drilled().map_err(failed)?;
        let seed = (day as u32).wrapping_mul(0x9e37).wrapping_add(before);
        let mut dice = Generator::new(RngKind::Mersenne, seed);
        let open = self.drill_question(trainer, &mut dice)?;
        let (error, took, since) = (0.0, Duration::ZERO, host.moment());
        self.drill.0 = Some(Round { trainer, wanted, asked: 1, answered: 0, right: 0, error, took, dice, open, since });
        self.ask_drill()
    }

    /// Asks the open question.
    fn ask_drill(&self) -> Result<Reply, SessionError> {
        let Some(Round { asked, wanted, open, .. }) = &self.drill.0 else { return Err(no_question()) };
        let mut replies = Vec::new();
        if let Some(state) = &open.state {
            let mut board = self.board_at(state).ok_or_else(SessionError::no_game)?;
            board.names = ByPlayer(["them".to_owned(), "you".to_owned()]);
            board.hides_pips = true;
            replies.push(Reply::Board(Box::new(board)));
        }
        let mut lines = vec![format!("question {asked} of {wanted}: {}", open.asked)];
        lines.extend((1..).zip(open.choices()).map(|(n, name)| format!("  {n}  {name}")));
        if *asked == 1 {
            lines.push("a number answers; `q` ends the round, and keeps all".to_owned());
        }
        replies.push(Reply::Message(lines.join("\n")));
        Ok(Reply::Many(replies))
    }

    fn answer_training(&mut self, answer: &str, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let round = self.drill.0.as_mut().ok_or_else(no_question)?;
        let (given, error) = judged(&round.open, answer)?;
        let seconds = host.moment().saturating_sub(round.since);
        let is_right = error.abs() <= round.open.truth.allowed();
        let drilled = Drilled {
            trainer: round.trainer.word(),
            day: host.today().map_or(0, |day| day.day_number()),
            question: round.open.key.clone(),
            answer: given.clone(),
            is_right,
            error: error.abs(),
            seconds: seconds.as_secs_f64(),
        };
        // What cannot be kept is judged all the same.
        let kept = made(host).and_then(|mut library| library.keep_drilled(&drilled).map_err(failed));
        round.answered += 1;
        round.right += u16::from(is_right);
        round.error += error.abs();
        round.took += seconds;
        let word = if is_right { "right" } else { "wrong" };
        let time = if seconds < SHORT { String::new() } else { format!(" (in {:.1} s)", seconds.as_secs_f64()) };
        let mut told = format!("{word}: {}{time}\n{}", round.open.truth.told(&given, error), round.open.told);
        if let Err(error) = kept {
            told += &format!("\nnot kept: {}", error.message);
        }
        let next = if round.asked < round.wanted {
            round.asked += 1;
            let (trainer, mut dice) = (round.trainer, round.dice.clone());
            let open = self.drill_question(trainer, &mut dice)?;
            if let Some(round) = &mut self.drill.0 {
                (round.dice, round.open, round.since) = (dice, open, host.moment());
            }
            self.ask_drill()?
        } else {
            let round = self.drill.0.take().ok_or_else(no_question)?;
            Reply::Message(ended(&round))
        };
        Ok(Reply::Many(vec![Reply::Message(told), next]))
    }
}

/// An answer in words, and how far it is off.
fn judged(question: &Question, answer: &str) -> Result<(String, f64), SessionError> {
    if let Truth::Choice { losses, .. } = &question.truth {
        let place = question.choice(answer.trim()).ok_or_else(|| {
            SessionError::new(format!("`{}` does not answer this", answer.trim()))
                .with_expected([question.truth.unit()])
        })?;
        return Ok((question.choices().nth(place).unwrap_or_default().to_owned(), losses[place]));
    }
    let (text, is_percent) = match answer.trim().strip_suffix('%') {
        Some(text) => (text.trim().replace(',', "."), true),
        None => (answer.trim().replace(',', "."), false),
    };
    let is_share = |number: f64| number < 1.0 && text.contains('.') && !is_percent;
    let number = text.parse::<f64>().ok().map(|number| match question.truth {
        Truth::Number { most, .. } if is_percent && most < PERCENT => number / PERCENT,
        Truth::Chance { .. } if is_share(number) => PERCENT * number,
        _ => number,
    });
    let most = question.truth.most();
    let number = number.filter(|number| (0.0..=most).contains(number)).ok_or_else(|| {
        SessionError::new(format!("`{}` does not answer this", answer.trim())).with_expected([question.truth.unit()])
    })?;
    Ok(match question.truth {
        Truth::Chance { chance, .. } => {
            let given = format!("{number:.1} %").replace(".0 %", " %");
            (given, number / PERCENT - chance)
        }
        Truth::Number { number: right, .. } => (number.to_string(), number - right),
        Truth::Choice { .. } => (String::new(), 0.0),
    })
}

fn no_question() -> SessionError {
    SessionError::new("no question of training is open").with_suggestion("train")
}

/// What is said of a round at its end.
fn ended(round: &Round) -> String {
    let Round { answered, right, error, took, open, .. } = round;
    if *answered == 0 {
        return "no question was answered; `train` tells how it went before".to_owned();
    }
    let n = f64::from(*answered);
    let seconds = took.as_secs_f64() / n;
    let time = if *took < SHORT { String::new() } else { format!("; {seconds:.1} s each") };
    format!(
        "{right} of {} right; off by {} in the mean{time}",
        counted(*answered, "question"),
        open.truth.off(error / n)
    )
}

/// What there is to train, and how it went.
fn training(host: &mut dyn Host) -> Result<Reply, SessionError> {
    let file = file(host)?;
    let library = if file.exists() { Some(Library::open(&file).map_err(failed)?) } else { None };
    let row = |trainer: Trainer| {
        let (word, about) = (trainer.word(), about(trainer));
        let row = match (&library, trainer) {
            (None, _) => Ok(DrillRow::default()),
            (Some(library), Trainer::Openings | Trainer::Cube) => library.book_row(trainer == Trainer::Openings),
            (Some(library), _) => library.drill_row(word),
        };
        row.map(|row| DrillRow { trainer: word.to_owned(), about: about.to_owned(), ..row })
    };
    let trainers = Trainer::ALL.into_iter().map(row).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    Ok(Reply::figures(Figures::Training(TrainingReply { trainers })))
}

const fn about(trainer: Trainer) -> &'static str {
    match trainer {
        Trainer::Pips => "pip counts",
        Trainer::Met => "match winning chances",
        Trainer::TakePoints => "take points",
        Trainer::Gammons => "what gammons are worth",
        Trainer::Race => "cubes in races",
        Trainer::Openings => "first rolls and replies",
        Trainer::Cube => "cubes of well-known kinds",
    }
}
