//! `practise`: one's own errors from all one's matches, asked again and again until they are known.
//!
//! The library holds the questions. A round asks those that are due, then new ones: each is searched for in the matches
//! (`gather`) and rolled out (`prove`) before it is asked. Every answer is kept at once, so that a round may end at any
//! time. The match on the table is left alone.

mod answered;
mod export;
mod gather;
mod meant;
mod prove;

use crate::board::ByPlayer;
use crate::command::{Command, PlayerName, Practise, Show, Train, WantedErrors, parse};
use crate::library::book::{BOOK, Entry};
use crate::library::fsrs::Grade;
use crate::library::{Asked, Card, Library, QUIZ};
use crate::notation::{parse_play, play_text};
use crate::record::State;
use crate::session::error::{near_names, refused};
use crate::session::evaluate::told_apart;
use crate::session::files::matches_of;
use crate::session::record::library::{self, failed, listed, whole_book};
use crate::session::reply::{Figures, PracticeAnswersReply, PracticeCardsReply, Reply};
use crate::session::{Host, Session, SessionError};
use crate::settings::{OutputStyle, folded, quoted};
use crate::words::{counted, there_are};
use meant::{found_of, is_meant, refuse_others};
pub(super) use prove::proof;
use prove::{Ahead, Proved};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

/// Questions of a round where none are named.
const USUAL: u16 = 10;

/// Errors that are found before the worst of them is asked: so many times the questions of a round.
const CHOICE: usize = 3;

/// Files of a folder whose names are told, or looked at before all others are.
const NEWEST: usize = 100;

/// Something that practise has to know.
struct Unsaid {
    /// The setting that says it.
    setting: &'static str,
    /// The question that is asked for it.
    question: &'static str,
    /// The refusal where nobody answers.
    why: &'static str,
    /// The command that helps then.
    remedy: &'static str,
}

const FOLDER: Unsaid = Unsaid {
    setting: "matches",
    question: "Which folder has your matches? ",
    why: "practise takes your errors from your matches: put them into your library, or name a folder \
          (`set matches FOLDER`)",
    remedy: "library add FOLDER",
};

const NAMES: Unsaid = Unsaid {
    setting: "me",
    question: "Which name have you in your matches (several with ; between)? ",
    why: "practise takes your own errors: say which names you have in your matches",
    remedy: "set me \"NAME;OTHER NAME\"",
};

/// Where the questions of a round come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Deck {
    /// The user's own errors.
    Own,
    /// The plays of the book.
    Openings,
    /// The cube decisions of the book.
    Cubes,
}

impl Deck {
    /// Whether a decision of the book belongs to it.
    fn has(self, entry: &Entry) -> bool {
        match self {
            Self::Own => false,
            Self::Openings => entry.asked == Asked::Play,
            Self::Cubes => entry.asked != Asked::Play,
        }
    }
}

/// Where a round of practice stands.
#[derive(Default)]
pub(in crate::session) struct Practice(Option<Round>);

/// A round of questions.
struct Round {
    /// The file of the library.
    file: PathBuf,
    deck: Deck,
    /// The conditions on its questions.
    meant: WantedErrors,
    /// The day, since the beginning of 1970.
    day: i64,
    /// The questions of the round.
    wanted: usize,
    /// The questions asked, without those asked a second time.
    asked: usize,
    /// The questions answered, and those of them that were answered rightly.
    answered: usize,
    right: usize,
    /// The questions that are due.
    due: VecDeque<Card>,
    /// The questions answered wrongly, asked once more at the end.
    again: VecDeque<Card>,
    /// The open question, and whether it is asked a second time.
    open: Option<(Card, bool)>,
    /// The rollout of what is asked next.
    ahead: Option<Ahead>,
    /// What was given up, by theme.
    lost: BTreeMap<String, f64>,
}

/// An answer that was given.
struct Given {
    name: String,
    loss: f64,
    /// Whether it was among the choices.
    is_known: bool,
}

impl Session {
    /// Whether a question of practice waits for an answer.
    pub fn is_practising(&self) -> bool {
        self.practice.0.as_ref().is_some_and(|round| round.open.is_some())
    }

    /// Whether a question waits for an answer, also one of `train` or `quiz`.
    pub fn asks(&self) -> bool {
        self.is_practising() || self.open_drill().is_some() || self.is_quizzing()
    }

    /// The table is played at: what is typed next is no answer. `practise` asks again.
    pub(in crate::session) fn leave_practice(&mut self) {
        self.practice = Practice::default();
    }

    /// The command that a line means which is no command: the number of a choice, or the name of one, while a question
    /// of practice waits.
    pub fn practised(&self, line: &str) -> Option<Command> {
        let text = line.trim();
        let is_number = !text.is_empty() && text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_asked_elsewhere = self.is_practising() || self.open_drill().is_some();
        let is_of_quiz = match text {
            "q" => self.is_quizzing() || self.is_at_quiz() && !is_asked_elsewhere,
            _ => is_number && self.is_quizzing() && !is_asked_elsewhere,
        };
        if is_of_quiz && self.settings.output.style != OutputStyle::Gnubg {
            return Some(Command::Quiz(Some(text.to_owned())));
        }
        let (card, _) = self.practice.0.as_ref()?.open.as_ref()?;
        let is_text = |name: &str| name.eq_ignore_ascii_case(text);
        let mut names = card.proof.choices.iter().map(|choice| choice.name.as_str());
        let is_name = names.any(|name| is_text(name) || is_text(&card.found.told(name)));
        match text {
            "q" => Some(Practise::Stop.into()),
            _ if is_number || is_name => Some(Practise::Answer(text.to_owned()).into()),
            _ => None,
        }
    }

    /// A look at the table while a question is open, which lies elsewhere, says what it is about.
    pub(in crate::session) fn told_at_question(&self, command: &Command, reply: Reply) -> Reply {
        let is_look = matches!(
            command,
            Command::Eval(None) | Command::Hint(_) | Command::HintWithin(_) | Command::Why(_) | Command::Rollout(_)
        );
        if !is_look || !self.is_practising() {
            return reply;
        }
        let told = "this is about the game on the table; the question stays open: `practise` shows it again";
        Reply::Many(vec![Reply::Message(told.to_owned()), reply])
    }

    /// What is refused for want of a game while a question is open is refused for the question: it is not on the table.
    pub(in crate::session) fn refused_at_question(&self, error: SessionError) -> SessionError {
        if !self.is_practising() || error != SessionError::no_game() {
            return error;
        }
        let why = "the question is not on the table: it is answered first, and then told of";
        SessionError::new(why).with_expected(["an answer", "`practise` to see it again", "`q` to end the round"])
    }

    /// The refusal of a command that acts at the table where the open question asks for something else.
    pub(in crate::session) fn unfit_answer(&self, command: &Command) -> Option<SessionError> {
        use Command as C;
        let acts = matches!(
            command,
            C::Roll | C::Move(_) | C::Double | C::Take | C::Drop | C::Accept | C::Reject | C::Beaver | C::Play
        );
        if !acts || self.settings.output.style == OutputStyle::Gnubg {
            return None;
        }
        let (asks, end) = match (self.practice.0.as_ref().and_then(|round| round.open.as_ref()), self.open_drill()) {
            (Some((card, _)), _) => {
                let asks = match card.found.asked {
                    Asked::Play => "how the roll is played",
                    Asked::Double => "whether to double",
                    Asked::Take => "whether to take",
                };
                (card.found.told(asks), "practise stop")
            }
            (None, Some(asks)) => (asks, "train stop"),
            (None, None) => return None,
        };
        let error = SessionError::new(format!("`{command}` does not answer the question, which asks {asks}"));
        Some(error.with_expected(["a number of the list, or its words".to_owned(), format!("`{end}`")]))
    }

    /// The answer to the open question that a command is.
    pub(in crate::session) fn practice_answer_meant(&self, command: &Command) -> Option<String> {
        let (card, _) = self.practice.0.as_ref()?.open.as_ref()?;
        if self.settings.output.style == OutputStyle::Gnubg {
            return None;
        }
        match (card.found.asked, command) {
            (Asked::Play, Command::Move(Some(play))) => Some(play.to_string()),
            (Asked::Double, Command::Double) => Some("double".to_owned()),
            (Asked::Double, Command::Roll) => Some("no double".to_owned()),
            (Asked::Take, Command::Take | Command::Accept) => Some("take".to_owned()),
            (Asked::Take, Command::Drop | Command::Reject) => Some("pass".to_owned()),
            _ => None,
        }
    }

    pub(in crate::session) fn practise(
        &mut self,
        practise: &Practise,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        match practise {
            Practise::Round(wanted) if *wanted == WantedErrors::default() && self.is_practising() => self.ask_open(),
            Practise::Round(wanted) => {
                refuse_others(wanted)?;
                self.begin_round(Deck::Own, wanted, host)
            }
            Practise::Answer(answer) if !self.is_practising() && self.open_drill().is_some() => {
                self.train(&Train::Answer(answer.clone()), host)
            }
            Practise::Answer(answer) => self.answer_practice(answer, host),
            Practise::Answered { xgid, answer } => self.keep_answered(xgid, answer, host),
            Practise::Easy => self.grade_easy(host),
            Practise::Anki(address) => self.cards_to_anki(address.as_deref(), host),
            Practise::Export(file) => self.export_cards(file, host),
            Practise::Stop => match self.practice.0.take() {
                Some(round) => Ok(Reply::Message(self.ended(&round))),
                None => Err(no_question()),
            },
        }
    }

    /// `show practice`, its questions or its answers.
    pub(in crate::session) fn show_practice(&self, show: &Show, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let (file, day) = place(host)?;
        if !file.exists() {
            return Err(SessionError::new("there is nothing to practise yet").with_suggestion("practise"));
        }
        let library = Library::open(&file).map_err(failed)?;
        let figures = match show {
            Show::PracticeCards => {
                library.card_rows().map(|cards| Figures::PracticeCards(PracticeCardsReply { cards }))
            }
            Show::PracticeAnswers => {
                library.answer_rows().map(|answers| Figures::PracticeAnswers(PracticeAnswersReply { answers }))
            }
            _ => library.counts(day).map(Figures::Practice),
        };
        figures.map(Reply::figures).map_err(failed)
    }

    /// Begins a round with this many questions of a deck.
    pub(in crate::session) fn begin_deck(
        &mut self,
        deck: Deck,
        count: Option<u16>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        self.begin_round(deck, &WantedErrors { count, ..WantedErrors::default() }, host)
    }

    fn begin_round(&mut self, deck: Deck, meant: &WantedErrors, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let (file, day) = place(host)?;
        self.leave_training();
        let wanted = usize::from(meant.count.unwrap_or(USUAL));
        let mut due = library::made(host)?.due(day).map_err(failed)?;
        due.retain(|card| deck == deck_of(card) && is_meant(meant, &card.found));
        let again = due.iter().filter(|card| card.memory.is_some()).count();
        due.truncate(wanted);
        let mut was_asked = false;
        let may_ask = due.is_empty() && deck == Deck::Own;
        let library = library::made(host)?;
        while let Some(unsaid) = self.unsaid(&library)?.filter(|_| may_ask) {
            self.ask_for(unsaid, &library, host)?;
            was_asked = true;
        }
        let told = (again > 0).then(|| format!("{} due today", there_are(again, "question")));
        let told = told.or_else(|| was_asked.then(|| "`save settings` keeps what you answered".to_owned()));
        let told = told.map(Reply::Message);
        self.practice.0 = Some(Round {
            file,
            deck,
            meant: meant.clone(),
            day,
            wanted,
            asked: 0,
            answered: 0,
            right: 0,
            due: due.into(),
            again: VecDeque::new(),
            open: None,
            ahead: None,
            lost: BTreeMap::new(),
        });
        let asked = self.ask_next(host)?;
        if self.practice.0.is_none() && deck == Deck::Own {
            self.are_there(meant, &library)?;
        }
        Ok(Reply::Many(told.into_iter().chain([asked]).collect()))
    }

    /// Refuses names that no match has: the user's own, and that of the opponent who is meant.
    fn are_there(&self, meant: &WantedErrors, library: &Library) -> Result<(), SessionError> {
        let newest = self.names_there(library, NEWEST)?;
        let is_against = |of: &str, name: &str| folded(name).contains(&folded(of));
        let against = match &meant.against {
            Some(PlayerName::Named(name)) => Some(name),
            _ => None,
        };
        let fits = |there: &BTreeMap<String, usize>| {
            self.has_own(there) && against.is_none_or(|of| there.keys().any(|name| is_against(of, name)))
        };
        if newest.is_empty() || fits(&newest) {
            return Ok(());
        }
        let there = self.names_there(library, usize::MAX)?;
        match against {
            _ if fits(&there) => Ok(()),
            Some(of) if self.has_own(&there) => {
                let error = SessionError::new(format!("no match has a player called {of}"));
                Err(error.with_names(of, &there))
            }
            _ => Err(self.nobody(&there)),
        }
    }

    /// The first thing that has not been said of who the user is and where his matches are.
    fn unsaid(&self, library: &Library) -> Result<Option<&'static Unsaid>, SessionError> {
        let has_matches = self.settings.matches.is_some() || !library.matches().map_err(failed)?.is_empty();
        let has_name = self.settings.own_names().next().is_some();
        Ok(if has_matches { Some(&NAMES).filter(|_| !has_name) } else { Some(&FOLDER) })
    }

    /// Sets what the user answers to a question. Where there is nobody to answer, that is an error.
    fn ask_for(&mut self, unsaid: &Unsaid, library: &Library, host: &mut dyn Host) -> Result<(), SessionError> {
        let Unsaid { setting, question, why, remedy } = unsaid;
        let there = self.names_there(library, NEWEST)?;
        let most = listed(&near_names("", &there));
        let names = if most.is_empty() { most } else { format!("most often there are {most}") };
        if !names.is_empty() && host.may_advise() {
            host.say_before_asking(&format!("{names}\n"));
        }
        let answer = host.edit(question, "")?.filter(|answer| !answer.trim().is_empty());
        let why = || if names.is_empty() { (*why).to_owned() } else { format!("{why}; {names}") };
        let answer = answer.ok_or_else(|| SessionError::new(why()).with_suggestion(*remedy))?;
        let answer = answer.trim();
        if answer.contains(' ') && (parse(answer).is_ok() || answer.starts_with("set ")) {
            return Err(SessionError::new(format!("`{answer}` is a command: `practise` asks again")));
        }
        let set =
            parse(&format!("set {setting} {}", quoted(answer.trim()))).map_err(|error| refused(error.to_string()))?;
        self.execute(&set, host)?;
        // A folder without matches is not kept, nor a name that nobody has.
        let found = self.settings.matches.as_ref().map_or(Ok(Vec::new()), |folder| matches_of(Path::new(folder)));
        found.inspect_err(|_| self.settings.matches = None)?;
        if self.settings.own_names().next().is_none() {
            return Ok(());
        }
        self.are_there(&WantedErrors::default(), library).inspect_err(|_| self.settings.aliases.clear())
    }

    /// Asks the next question, or ends the round.
    fn ask_next(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let Some(round) = &mut self.practice.0 else { return Err(no_question()) };
        let mut said = Vec::new();
        if round.asked < round.wanted {
            let card = match round.due.pop_front() {
                Some(card) => Some(card),
                None => self.new_card(&mut said, host)?,
            };
            let Some(round) = &mut self.practice.0 else { return Err(no_question()) };
            match card {
                Some(card) => {
                    round.asked += 1;
                    round.open = Some((card, false));
                }
                // There are no more.
                None => round.wanted = round.asked,
            }
        }
        let Some(round) = &mut self.practice.0 else { return Err(no_question()) };
        if round.open.is_none() {
            round.open = round.again.pop_front().map(|card| (card, true));
        }
        if round.open.is_some() {
            self.roll_ahead();
            said.push(self.ask_open()?);
        } else if let Some(round) = self.practice.0.take() {
            said.push(Reply::Message(self.ended(&round)));
        }
        Ok(if said.len() == 1 { said.remove(0) } else { Reply::Many(said) })
    }

    /// What is said of a round at its end.
    fn ended(&self, round: &Round) -> String {
        let Round { answered, right, lost, .. } = round;
        let any = WantedErrors { count: round.meant.count, ..WantedErrors::default() };
        if *answered == 0 && round.asked == 0 && round.meant != any {
            return "no error is known that fits; `practise` asks any".to_owned();
        }
        if *answered == 0 {
            return "no question was answered; `show practice` tells what there is".to_owned();
        }
        let least = self.settings.analysis.thresholds.error;
        let most = lost.iter().filter(|(_, loss)| **loss as f32 >= least).max_by(|a, b| a.1.total_cmp(b.1));
        let work = most.map_or_else(
            || "nothing was given up that matters".to_owned(),
            |(theme, loss)| format!("work on: {theme} (gave up {loss:.3})"),
        );
        format!("{right} of {} right; {work}", counted(*answered, "question"))
    }

    /// Begins the rollout of the error that is asked next, if it is a new one.
    fn roll_ahead(&mut self) {
        let Some(round) = &self.practice.0 else { return };
        if !round.due.is_empty() || round.asked >= round.wanted || round.deck != Deck::Own {
            return;
        }
        let found = Library::open(&round.file).map_err(failed).and_then(|library| found_of(&library, &round.meant));
        let ahead = found.ok().and_then(|found| self.begin_proof(found.first()?));
        if let Some(round) = &mut self.practice.0 {
            round.ahead = ahead;
        }
    }

    /// A card that was never asked: the worst error that a rollout calls one.
    fn new_card(&mut self, said: &mut Vec<Reply>, host: &mut dyn Host) -> Result<Option<Card>, SessionError> {
        let Some(round) = &self.practice.0 else { return Ok(None) };
        let (left, deck, meant) = (round.wanted - round.asked, round.deck, round.meant.clone());
        let mut library = Library::open(&round.file).map_err(failed)?;
        if deck != Deck::Own {
            return card_of_book(&mut library, deck, host);
        }
        if self.unsaid(&library)?.is_none() && found_of(&library, &meant)?.len() < left {
            let faults = self.gather(&mut library, (&meant, CHOICE * left), host)?;
            if !faults.is_empty() {
                said.push(Reply::Message(faults.join("\n")));
            }
        }
        while let Some(found) = found_of(&library, &meant)?.into_iter().next() {
            host.stage("your next error is rolled out".to_owned(), None);
            let begun = self.practice.0.as_mut().and_then(|round| round.ahead.take());
            match self.proof_of(&found, begun) {
                Ok(Proved::Card(proof)) => {
                    library.prove(&found.id, &proof).map_err(failed)?;
                    return Ok(Some(Card { found, proof, memory: None, last: None }));
                }
                Ok(Proved::Dropped(why)) => library.drop(&found.id, &why).map_err(failed)?,
                Err(error) if error.interrupted => return Err(error),
                // One that cannot be rolled out costs no other.
                Err(error) => library.drop(&found.id, &error.message).map_err(failed)?,
            }
        }
        Ok(None)
    }

    /// The names at the table of a question: the opponent above, the user below.
    fn names_of_card(&self, card: &Card) -> ByPlayer<String> {
        let me = self.settings.own_names().next().unwrap_or("you");
        let opponent = &card.found.source.opponent;
        ByPlayer([if opponent.is_empty() { "they" } else { opponent }.to_owned(), me.to_owned()])
    }

    /// The state that a question is about.
    fn state_of_card(&mut self, card: &Card) -> Result<State, SessionError> {
        let names = self.names_of_card(card);
        self.at_another_table(|session| {
            session.settings.names = names;
            session.put_position(&card.found.xgid)?;
            if card.found.asked == Asked::Take {
                session.execute(&Command::Double, &mut crate::rollout::Unobserved)?;
            }
            Ok(*session.state())
        })
    }

    /// The question of a card in a few words: `Ben to play 31`.
    fn question_of_card(&self, card: &Card, state: &State) -> String {
        let me = self.settings.own_names().next().unwrap_or("you");
        match card.found.asked {
            Asked::Play => {
                let dice = state.game.and_then(|game| game.dice).map_or_else(String::new, |dice| dice.to_string());
                format!("{me} to play {dice}")
            }
            Asked::Double => format!("{me} may {}", card.found.told("double")),
            Asked::Take if card.found.source.opponent.is_empty() => card.found.told("they double"),
            Asked::Take => format!("{} {}", card.found.source.opponent, card.found.told("doubles")),
        }
    }

    /// Asks the open question, again if need be.
    fn ask_open(&mut self) -> Result<Reply, SessionError> {
        let Some((round, (card, is_second))) =
            self.practice.0.as_ref().and_then(|round| Some((round, round.open.clone()?)))
        else {
            return Err(no_question());
        };
        let (number, of) = (round.asked, round.wanted);
        let is_first = round.answered == 0;
        let state = self.state_of_card(&card)?;
        let mut board = self.board_at(&state).ok_or_else(SessionError::no_game)?;
        board.names = self.names_of_card(&card);
        let asked = self.question_of_card(&card, &state);
        let head = if is_second { "once more".to_owned() } else { format!("question {number} of {of}") };
        let mut lines = vec![format!("{head}: {asked}")];
        lines.extend((1..).zip(card.shown()).map(|(n, choice)| format!("  {n}  {}", card.found.told(&choice.name))));
        if is_first {
            let itself = if card.found.asked == Asked::Play { "the play itself" } else { "its words" };
            lines.push(format!("a number, or {itself}, answers; `q` ends the round, and keeps all"));
        }
        Ok(Reply::Many(vec![Reply::Board(Box::new(board)), Reply::Message(lines.join("\n"))]))
    }

    /// Judges an answer, keeps it, and goes on.
    fn answer_practice(&mut self, answer: &str, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let open = self.practice.0.as_ref().and_then(|round| round.open.clone());
        let (card, is_second) = open.ok_or_else(no_question)?;
        let given = self.given(&card, answer)?;
        let grade = self.graded(&given);
        let thresholds = self.settings.analysis.thresholds;
        let is_error = |loss: f64| thresholds.fault(loss as f32).is_some();
        let why = is_error(given.loss).then(|| self.told_of(&card, &given.name)).flatten();
        let Some(round) = &mut self.practice.0 else { return Err(no_question()) };
        let mut library = Library::open(&round.file).map_err(failed)?;
        let days = library.answer(&card.found.id, round.day, grade, &given.name, given.loss).map_err(failed)?;
        round.open = None;
        if !is_second {
            round.answered += 1;
            round.right += usize::from(grade == Grade::Good);
            *round.lost.entry(card.found.theme.clone()).or_default() += given.loss;
        }
        let judged = Reply::Message(judged(&card, &given, grade, days, why));
        if grade == Grade::Again && !is_second {
            round.again.push_back(card);
        }
        // What was answered is kept, whatever becomes of the next question.
        let next = match self.ask_next(host) {
            Ok(next) => next,
            Err(error) if error.interrupted => Reply::Message("`practise` goes on".to_owned()),
            Err(error) => Reply::Message(format!("{}; `practise` goes on", error.message)),
        };
        Ok(Reply::Many(vec![judged, next]))
    }

    /// The answer that a text means.
    fn given(&mut self, card: &Card, answer: &str) -> Result<Given, SessionError> {
        let text = answer.trim();
        let shown = card.shown();
        let known =
            |choice: &crate::library::Choice| Given { name: choice.name.clone(), loss: choice.loss, is_known: true };
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let chosen = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).and_then(|n| shown.get(n));
            return chosen.map(|choice| known(choice)).ok_or_else(|| {
                SessionError::new(format!("there is no answer {text}"))
                    .with_expected([format!("1 to {}", shown.len()), "the words of a choice".to_owned()])
            });
        }
        let meant = action_meant(card.found.asked, text).unwrap_or(text);
        if let Some(choice) = shown.iter().find(|choice| choice.name.eq_ignore_ascii_case(meant)) {
            return Ok(known(choice));
        }
        if card.found.asked != Asked::Play {
            return Err(SessionError::new(format!("`{text}` does not answer this"))
                .with_expected(shown.iter().map(|choice| card.found.told(&choice.name))));
        }
        let game = self.state_of_card(card)?.game.ok_or_else(SessionError::no_game)?;
        let dice = game.dice.ok_or_else(no_question)?;
        let play = parse_play(text, &game.position, dice).map_err(refused)?;
        let leads_there = |choice: &&&crate::library::Choice| {
            parse_play(&choice.name, &game.position, dice).is_ok_and(|one| one.result == play.result)
        };
        Ok(match shown.iter().find(leads_there) {
            Some(choice) => known(choice),
            None => {
                let loss = shown.iter().map(|choice| choice.loss).fold(0.0, f64::max);
                Given { name: play_text(&play), loss, is_known: false }
            }
        })
    }

    /// The grade of an answer.
    fn graded(&self, given: &Given) -> Grade {
        if given.is_known { Grade::of_loss(given.loss, &self.settings.analysis.thresholds) } else { Grade::Again }
    }

    /// What tells the best play from a wrong one on the board.
    fn told_of(&mut self, card: &Card, given: &str) -> Option<String> {
        if card.found.asked != Asked::Play {
            return None;
        }
        let game = self.state_of_card(card).ok()?.game?;
        let play = |name: &str| parse_play(name, &game.position, game.dice?).ok();
        let (best, other) = (play(&card.best().name)?, play(given)?);
        Some(told_apart(&game.position, (&best, None), (&other, None)))
    }

    /// Grades the last answer anew.
    fn grade_easy(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let (file, _) = place(host)?;
        if !file.exists() {
            return Err(no_question());
        }
        let mut library = Library::open(&file).map_err(failed)?;
        if library.last_grade().map_err(failed)?.as_deref() == Some(Grade::Again.name()) {
            return Err(SessionError::new("the last answer was wrong: it was not easy"));
        }
        let days = library.grade_anew(Grade::Easy).map_err(failed)?;
        let days = days.ok_or_else(no_question)?;
        Ok(Reply::Message(format!("easy: the last question comes again in {}", counted(days, "day"))))
    }
}

/// The name of a cube action among the choices of a card that an answer means.
fn action_meant(asked: Asked, answer: &str) -> Option<&'static str> {
    let answer = answer.trim().to_lowercase();
    let first = answer.split([' ', ',']).next()?;
    match (asked, first) {
        (Asked::Double, "double" | "redouble") => Some("double"),
        (Asked::Double, "roll" | "no") => Some("no double"),
        (Asked::Take, "take" | "accept") => Some("take"),
        (Asked::Take, "pass" | "drop" | "reject") => Some("pass"),
        _ => None,
    }
}

/// Where a card came from.
fn deck_of(card: &Card) -> Deck {
    match (card.found.source.file == BOOK, card.found.asked) {
        (false, _) => Deck::Own,
        (true, Asked::Play) => Deck::Openings,
        (true, _) => Deck::Cubes,
    }
}

/// A decision of the book that was never asked: the first rolls before the replies, in an order that tells nothing.
fn card_of_book(library: &mut Library, deck: Deck, host: &mut dyn Host) -> Result<Option<Card>, SessionError> {
    let asked: BTreeSet<String> = library.cards().map_err(failed)?.into_iter().map(|card| card.found.id).collect();
    let book = whole_book(host)?;
    let of_deck = book.iter().filter(|entry| deck.has(entry)).map(|entry| (!entry.line.is_empty(), entry.question()));
    let new = of_deck.filter(|(_, (found, _))| !asked.contains(&found.id));
    let Some((_, (found, proof))) = new.min_by_key(|(is_reply, (found, _))| (*is_reply, found.id.clone())) else {
        return Ok(None);
    };
    library.add_from_book(&found, &proof).map_err(failed)?;
    Ok(Some(Card { found, proof, memory: None, last: None }))
}

/// The file of the library, and the day.
fn place(host: &mut dyn Host) -> Result<(PathBuf, i64), SessionError> {
    let file = library::file(host)?;
    let day = host.today().ok_or_else(|| SessionError::new("there is no clock that tells the day"))?;
    Ok((file, day.day_number()))
}

fn no_question() -> SessionError {
    SessionError::new("no question of practice is open").with_suggestion("practise")
}

/// What is said of an answer.
fn judged(card: &Card, given: &Given, grade: Grade, days: i64, why: Option<String>) -> String {
    let (best, name) = (card.found.told(&card.best().name), card.found.told(&given.name));
    let by = format!("({})", card.proof.how_sure());
    let first = match grade {
        _ if !given.is_known => format!(
            "wrong: {name} is none of the plays that were rolled out, the last of which gives up {:.3}; best is {best} {by}",
            given.loss
        ),
        Grade::Good | Grade::Easy if given.loss < 0.0005 => format!("right: {name} is best {by}"),
        Grade::Good | Grade::Easy => {
            format!("right: {name} gives up {:.3}, next to nothing; best is {best} {by}", given.loss)
        }
        Grade::Hard | Grade::Again => {
            format!("{}: {name} gives up {:.3}; best is {best} {by}", grade.verdict(), given.loss)
        }
    };
    let found = &card.found;
    let why = why.map_or_else(String::new, |why| format!("\n{why}"));
    let again = format!("asked again in {}", counted(days, "day"));
    if found.source.file == BOOK {
        return format!("{first}{why}\n{}, {again}", found.theme);
    }
    let source = &found.source;
    if source.file == QUIZ {
        return format!("{first}{why}\nyou chose {} in a quiz\n{again}", found.told(&found.made));
    }
    let made = card.proof.choices.iter().find(|choice| choice.name == found.made);
    let lost = made.map_or(found.loss, |made| made.loss);
    let date = source.date.as_ref().map_or_else(String::new, |date| format!(", {date}"));
    let (opponent, game, turn) = (&source.opponent, source.game, source.turn);
    format!(
        "{first}{why}\nagainst {opponent} it was {} and gave up {lost:.3} (game {game}, turn {turn}{date}, {})\n{again}",
        found.told(&found.made),
        source.file
    )
}
