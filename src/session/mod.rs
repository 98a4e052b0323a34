//! The state of the program and what commands do to it.
//!
//! [`Session::execute`] carries a [`Command`] out and answers with a [`Reply`], a plain value. A command that
//! fails leaves the session as it was. Files are opened here; nothing is printed here, and the only clock is
//! the [`Host`]'s.

mod access;
mod error;
mod evaluate;
mod files;
mod host;
mod jobs;
mod manner;
mod parts;
mod play;
mod record;
mod reply;
mod rollout;
mod settings;
mod show;

pub use access::Aside;
pub use error::{Refusal, SessionError};
pub use evaluate::told_apart;
pub use files::{Line, MatchReport, lines};
pub use host::{AtStake, Host, Page};
pub use jobs::Work;
pub use manner::{QUESTIONS, Questions, Said, SettingsText, Then};
pub use play::Choice;
pub use record::{Look, acted, begun, ended, is_listed, turn_numbers};
pub use reply::*;
pub use rollout::{Decision, Made, Plan, how_made, trials};

use crate::command::{Analyse, Clear, Command, FileCommand, HelpArg, Load, Practise, help_about, help_search};
use crate::eval::Evaluator;
use crate::record::{Game, Illegal, Pending, Record, Standing, State};
use crate::rng::RngKind;
use crate::scoring::{CubeInfo, Terms};
use crate::settings::random_seed;
use crate::settings::{OutputStyle, Settings};
use crate::storage;
use files::{History, Keeping};
use parts::{Dice, Engine, Findings, GameTable, Rollouts};
use play::{Advice, Externals};
use record::{Drill, Practice, Quiz, Shelf};
use settings::Changes;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The program's state: the table, what is known about it, the engine, the settings, and what commands remember.
///
/// Each part owns its fields; the commands reach them by its methods alone.
pub struct Session {
    /// The match, the facts about it, the dice.
    table: GameTable,
    /// The findings about the decision on the table.
    findings: Findings,
    /// The last rollout, and where rollouts are saved.
    rollouts: Rollouts,
    /// The nets, databases and the match equity table.
    engine: Engine,
    /// The settings of the user.
    settings: Settings,
    /// The text of files of settings, where it is that of another program.
    settings_text: Option<SettingsText>,
    /// Changes of settings that can be taken back.
    changes: Changes,
    /// The file in which the match is kept until it is saved.
    keeping: Keeping,
    /// The programs that play for the players.
    externals: Externals,
    /// The advice that the user has had.
    advice: Advice,
    /// Where a quiz stands.
    quiz: Quiz,
    /// Where a round of practice stands.
    practice: Practice,
    /// Where a round of training stands.
    drill: Drill,
    /// The decisions that were found in the library last.
    shelf: Shelf,
    /// The last history of a folder of matches.
    history: History,
    /// The flag that stops long work.
    stop: Arc<AtomicBool>,
}

impl Session {
    /// A session with the default settings, no game in progress, and our own nets.
    pub fn new() -> Self {
        let mut settings = Settings::default();
        settings.rollout.seed = random_seed();
        let dice = Dice::seeded(RngKind::Mersenne, random_seed());
        Self::of(GameTable::new(State::new(Standing::money(true, 3)), dice), Engine::standard(), settings)
    }

    /// A session at a table in which nothing has happened yet.
    fn of(table: GameTable, engine: Engine, settings: Settings) -> Self {
        Self {
            table,
            findings: Findings::default(),
            rollouts: Rollouts::default(),
            engine,
            settings,
            settings_text: None,
            changes: Changes::default(),
            keeping: Keeping::default(),
            externals: Externals::default(),
            advice: Advice::default(),
            quiz: Quiz::default(),
            practice: Practice::default(),
            drill: Drill::default(),
            shelf: Shelf::default(),
            history: History::default(),
            stop: Arc::default(),
        }
    }

    /// The settings of the user.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// From now on, files of settings have this text.
    pub fn save_settings_as(&mut self, text: SettingsText) {
        self.settings_text = Some(text);
    }

    /// Sets how many threads rollouts use.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads.max(1);
    }

    /// The flag that stops long work; the caller that sets it clears it before the next command.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether the flag that stops long work is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The evaluator of positions.
    pub const fn evaluator(&self) -> &Arc<Evaluator> {
        self.engine.evaluator()
    }

    /// The state of the table.
    pub fn state(&self) -> &State {
        self.record().state()
    }

    /// The history, and where the session stands in it.
    pub const fn record(&self) -> &Record {
        self.table.record()
    }

    /// Puts a record in the place of this one.
    pub fn restore(&mut self, record: Record) {
        self.table.restore(record);
        self.arrive();
    }

    /// Puts another table in the place of this one.
    fn take_table(&mut self, table: GameTable) {
        self.table = table;
        self.arrive();
    }

    /// Goes to a decision of the record: game and step from 0.
    fn seek(&mut self, (game, step): (usize, usize)) {
        self.table.seek(game, step);
        self.arrive();
    }

    /// Another decision lies on the table: what was known about the last one is forgotten, marks of the record count.
    fn arrive(&mut self) {
        self.changes.go_on();
        self.forget_analysis();
        self.findings.set_marks(self.marks_here());
    }

    /// The game in progress.
    pub fn game(&self) -> Option<&Game> {
        self.state().game.as_ref()
    }

    /// The score and the terms.
    pub fn standing(&self) -> &Standing {
        &self.state().standing
    }

    /// The plays as `hint` would list them, if they have been evaluated, for completion.
    pub fn last_plays(&self) -> Option<PlaysReply> {
        self.findings.hint().map(|plays| self.with_rollouts((**plays).clone()))
    }

    /// Carries out a command.
    ///
    /// The host is asked for a terminal, a clock, and pages to be written; [`Reply::Load`], [`Reply::Python`] and
    /// [`Reply::Quit`] are for the reader of commands to act on.
    ///
    /// # Errors
    /// When the command makes no sense now or its arguments fit nothing; the session is then unchanged.
    pub fn execute(&mut self, command: &Command, host: &mut dyn Host) -> Result<Reply, SessionError> {
        if let Command::File(FileCommand::Export { extent, format, file: None }) = command {
            let (extent, file) = (*extent, Some(self.name_for(*extent, format)));
            return self.execute(&Command::File(FileCommand::Export { extent, format, file }), host);
        }
        let warning = match self.hear_tutor(command, host)? {
            play::Heard::GoOn(warning) => warning,
            play::Heard::Wait(answer) => return Ok(answer),
        };
        if let Some(file) = command.output_file() {
            self.may_write(file, host)?;
        }
        self.may_leave(command, host)?;
        // A command of several steps is undone if it fails on the way.
        let before = matches!(command, Command::Play | Command::EndGame).then(|| self.table.clone());
        match self.carry_out(command, host) {
            Ok(reply) => {
                let reply = self.let_engine_go_on(command, reply, host);
                let reply = self.keep_match(command, reply, host);
                Ok(match warning {
                    Some(warning) => play::with_last_board(vec![Reply::Message(warning), reply]),
                    None => reply,
                })
            }
            Err(error) => {
                if let Some(table) = before {
                    self.take_table(table);
                }
                Err(record::with_file(error, host))
            }
        }
    }

    /// Carries a command out where it belongs: an answer to an open question, the main line, or where one stands.
    fn carry_out(&mut self, command: &Command, host: &mut dyn Host) -> Result<Reply, SessionError> {
        if let Some(answer) = self.practice_answer_meant(command) {
            return self.practise(&Practise::Answer(answer), host);
        }
        if let Some(answer) = self.answer_meant(command) {
            return self.quiz_answer(&answer, host);
        }
        if let Some(error) = self.unfit_answer(command) {
            return Err(error);
        }
        if command.moves_the_game() || matches!(command, Command::File(_)) {
            self.leave_practice();
            self.leave_training();
        }
        let aside = if command.is_about_main_line() { self.table.leave_side_line() } else { None };
        let reply = self.carry_out_here(command, host).map_err(|error| self.refused_at_question(error));
        let reply = reply.map(|reply| self.told_at_question(command, reply));
        if let Some(place) = aside.filter(|_| reply.is_err() || !command.goes_elsewhere()) {
            self.table.return_to(place);
            self.arrive();
        }
        reply
    }

    fn carry_out_here(&mut self, command: &Command, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match command {
            Command::New(new) => self.new_game(new, host),
            Command::Roll => self.roll(host),
            Command::Move(play) => self.make_play(play.as_ref()),
            Command::Double => self.double(),
            Command::Take => self.take(),
            Command::Drop => self.pass(),
            Command::Beaver => self.beaver(),
            Command::Accept => self.answer(true),
            Command::Reject => self.answer(false),
            Command::Agree => self.answer_resignation(true),
            Command::Decline => self.answer_resignation(false),
            Command::Resign(value) => self.resign_if_meant(*value, host),
            Command::Play => self.play(host),
            Command::EndGame => self.finish_game(host),
            Command::SwapPlayers => Ok(self.swap_players()),
            Command::Go(go) => self.go(*go),
            Command::Undo if self.was_comment_last() => self.undo_comment(),
            Command::Undo if self.was_setting_last() => self.undo_setting(),
            Command::Undo => self.undo(),
            Command::Copy { text } => self.copy(*text, host),
            Command::As(_, command) => self.carry_out(command, host),
            Command::Redo => self.redo(),
            Command::Lines(lines) => self.lines(*lines),
            Command::Background(command) => self.begin_job(command, host),
            Command::Job(command) => self.job(*command, host),
            Command::UndoSetting => self.undo_setting(),
            Command::ListGame => self.list_game(),
            Command::Eval(board) => self.eval(board.as_ref()),
            Command::Hint(n) => self.hint(*n).map(|hint| self.with_book(hint, host)),
            Command::Why(play) => self.why(play.as_ref()),
            Command::HintWithin(time) => self.hint_within(*time, host),
            Command::AnswerFile { asked, positions, output } => {
                self.answer_file(*asked, positions, output.as_deref(), host)
            }
            Command::Rollout(rollout) => self.rollout(rollout, host),
            Command::Annotate(annotate) => self.annotate(*annotate),
            Command::Comment(comment) => self.comment(comment.as_ref()),
            Command::CommentHere(text) => self.comment_here(text.as_deref(), host),
            Command::Flag(on) => self.flag_here(*on),
            Command::RolloutMark(mark) => self.mark_for_rollout(*mark),
            Command::Quiz(None) => self.quiz(),
            Command::Quiz(Some(answer)) => self.quiz_answer(answer, host),
            Command::Library(library) => self.library(library, host),
            Command::Practise(practise) => self.practise(practise, host),
            Command::Book(book) => self.book(book, host),
            Command::Train(train) => self.train(train, host),
            Command::Goto(place) => self.goto(place),
            Command::AnalyseFolder { folder, save } => {
                let save = Self::folder_of_analyses(folder, save.as_deref());
                self.folder_statistics(folder, Some(&save), host)
            }
            Command::ExportHistory { page, file } => {
                self.write_page(&Page::History { page: *page }, "history", file, host)
            }
            Command::ExportScoreMap { file, away } => {
                let map = self.score_map(*away)?;
                self.write_page(&Page::Figures(&map), "map of scores", file, host)
            }
            Command::Analyse(Analyse::Part(_) | Analyse::Within(..)) if self.begun().is_err() => {
                Err(SessionError::new("there is no match to analyse").with_suggestion("import auto match.mat"))
            }
            Command::Analyse(analyse) => self.analyse(*analyse, host),
            Command::AnalyseRolloutMove(numbers) => self.rollout_numbered(numbers, host),
            Command::AnalyseRolloutCube => self.rollout_cube(host),
            Command::Mark(mark) => self.mark(mark),
            Command::Clear(clear) => self.clear(*clear),
            Command::Load(Load::Weights(file)) => self.load_weights(file),
            Command::Load(Load::Bearoff(file)) => self.load_bearoff(file),
            Command::File(command) => self.file_command(command, host),
            Command::Record(command) => self.record_command(command),
            Command::Eq2Mwc(equity) => self.eq_to_mwc(*equity),
            Command::Mwc2Eq(mwc) => self.mwc_to_eq(*mwc),
            Command::DiceRolls(n) => self.dice_rolls(*n, host),
            Command::SaveSettings(Some(file)) => self.save_settings(file),
            Command::Set(set) => self.set(set).map(|reply| self.with_remark_on_names(set, reply, host)),
            Command::Show(show) => self.show(show, host),
            Command::NoEffect { words, why } => Ok(Reply::NoEffect { words: words.clone(), why: *why }),
            Command::Quit => Ok(Reply::Quit),
            Command::Load(Load::Commands(file)) => Ok(Reply::Load(file.clone())),
            Command::Relational(command) => self.relational(command, host),
            Command::Python(code) => Ok(Reply::Python(code.clone())),
            Command::SaveSettings(None) => match host.settings_file() {
                Some(file) => self.save_settings(&file.display().to_string()),
                None => Err(SessionError::new("there is no home folder to save settings in")),
            },
            Command::ExportRollout { format, file, trials } => {
                self.write_page(&Page::Rollout { format: *format, trials: *trials }, "rollout", file, host)
            }
            Command::Calibrate(rounds) => self.calibrate(*rounds, host),
            Command::External(address) => host.serve(self, address),
            Command::Tour(tour) => host.tour(*tour),
            Command::Describe => self.describe_table(),
            Command::Browse(what) => host.browse(self, what),
            Command::Study => host.study(self),
            Command::Echo(text) => Ok(Reply::Message(text.clone())),
            Command::History => Ok(Reply::Message(host.typed_lines().join("\n"))),
            Command::Help(about) => self.help(about),
        }
    }

    /// A file that is there already is replaced only if the host allows it.
    fn may_write(&self, file: &str, host: &mut dyn Host) -> Result<(), SessionError> {
        // A pipe or a device is written to, and loses nothing.
        let is_new = !Path::new(file).try_exists().unwrap_or(false) || storage::is_stream(Path::new(file));
        let answer = self.settings.confirm_default;
        if is_new || !self.settings.confirm_save || answer.map_or_else(|| host.may_replace(file), Ok)? {
            return Ok(());
        }
        Err(SessionError::new(format!("{file} is left as it is")).of(Refusal::FileKept))
    }

    /// Writes what the host makes of something into a file.
    fn write_page(&self, page: &Page<'_>, what: &str, file: &str, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let text = host.page(self, page)?;
        storage::write(Path::new(file), text.as_bytes()).map_err(|error| SessionError::in_file(file, error))?;
        Ok(Reply::written(what, file))
    }

    fn help(&self, about: &HelpArg) -> Result<Reply, SessionError> {
        match about {
            HelpArg::About(words) => match help_about(words) {
                Some(mut topic) => {
                    topic.current = topic.setting.and_then(|setting| setting.current(&self.settings));
                    Ok(Reply::Help(Box::new(topic)))
                }
                None => Err(SessionError::new(format!("no help on `{}`", words.join(" ")))),
            },
            HelpArg::Search(text) => match help_search(text) {
                found if found.is_empty() => Err(SessionError::new(format!("no command mentions `{text}`"))),
                found => Ok(Reply::HelpEntries(found)),
            },
        }
    }

    fn clear(&mut self, clear: Clear) -> Result<Reply, SessionError> {
        match clear {
            Clear::Hint => {
                self.findings.forget_at(self.record().cursor());
                self.rollouts.forget();
                Ok(Reply::Message("the analysis of this decision is forgotten".to_owned()))
            }
            Clear::Cache => Ok(Reply::Message("evaluations are not cached: nothing to clear".to_owned())),
            Clear::Turn => {
                if self.without_resignation()?.pending == Some(Pending::Double) {
                    let note = "the double stays on offer: `take` and `drop` answer it, `set turn` withdraws it";
                    return Ok(Reply::Message(note.to_owned()));
                }
                let mut game = self.game_in_progress()?;
                game.dice = None;
                self.edit(State::playing(self.state().standing, game));
                Ok(self.with_board(Vec::new()))
            }
        }
    }

    fn dice_rolls(&mut self, n: u32, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let rolls: Vec<_> = self.throw_rolls(n, host)?.iter().map(ToString::to_string).collect();
        let lines: Vec<_> = rolls.chunks(20).map(|line| line.join(" ")).collect();
        Ok(Reply::Message(lines.join("\n")))
    }

    /// The record has a game: one that is on the table, or, where one stands before its first step, one that follows.
    fn begun(&self) -> Result<(), SessionError> {
        let has_steps = || self.record().games().iter().any(|game| !game.steps.is_empty());
        if self.state().shown().is_some() || has_steps() { Ok(()) } else { Err(SessionError::no_game()) }
    }

    fn game_in_progress(&self) -> Result<Game, SessionError> {
        self.state().game.ok_or_else(|| self.explained(Illegal::NoGame, false))
    }

    /// The cube seen by the side on roll now, before any double that is pending.
    fn cube_info(&self) -> Result<CubeInfo, SessionError> {
        Ok(self.cube_of(&self.game_in_progress()?, self.state().standing.terms()))
    }

    /// The cube of a game seen by the side on roll, before any double that is pending. A cube out of use is dead; GNU
    /// Backgammon values it as one that may be turned.
    pub(crate) fn cube_of(&self, game: &Game, terms: Terms) -> CubeInfo {
        let cube_in_use = game.cube_in_use || self.settings.output.style == OutputStyle::Gnubg;
        Game { cube_in_use, ..*game }.cube_info(terms, self.engine.met())
    }

    /// Drops results of an earlier state or earlier settings.
    fn forget_analysis(&mut self) {
        self.findings.forget();
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}
