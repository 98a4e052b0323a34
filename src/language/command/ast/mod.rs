//! The commands: one value for each, printed as it is typed by the row of the table that makes it.
//!
//! `parse(&command.to_string()) == Ok(command)` for every command that parses.

mod analysis;
mod args;
mod book;
mod files;
mod jobs;
mod library;
mod practice;
mod python;
mod records;
mod relational;
mod rollout;
mod set;
mod show;

pub use analysis::{Analyse, Annotate, Annotated, Part, RolloutMark, luck_word, skill_word};
pub use args::{BoardArg, Decoded, Horizon, PlayerArg, PlayerName};
pub use book::{Book, Chapter, Train, Trainer};
pub use files::{Browse, FileCommand};
pub use jobs::JobCommand;
pub use library::Library;
pub use practice::Practise;
pub use python::PythonCode;
pub use records::{DecisionKind, Goto, Grade, InfoField, RecordCommand, WantedErrors};
pub use relational::RelationalCommand;
pub use rollout::{Candidates, PlaysArg, RolloutCommand};
pub use set::{Change, CubeChange, Set};
pub use show::{Count, Show};

use crate::notation::WrittenPlay;
use crate::scoring::GameValue;
use crate::settings::{Effect, OutputFormat};
use crate::words;
use std::fmt;
use std::time::Duration;

/// One command, with no state behind it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `new`: start something.
    New(New),
    /// `roll`: roll the dice.
    Roll,
    /// `move`, or the play typed alone; without a play, the pass of a player who has none.
    Move(Option<WrittenPlay>),
    /// `double`: offer the cube.
    Double,
    /// `take`: accept the cube.
    Take,
    /// `drop` or `pass`: refuse the cube.
    Drop,
    /// `beaver` or `redouble`: accept the cube and turn it at once.
    Beaver,
    /// `accept`: say yes to the cube or the resignation on offer.
    Accept,
    /// `reject`: say no to it.
    Reject,
    /// `agree`: accept a resignation.
    Agree,
    /// `decline`: refuse a resignation.
    Decline,
    /// `resign`: offer this much.
    Resign(GameValue),
    /// `play`: let the engine play its turn.
    Play,
    /// `end game`: let the engine play both sides to the end.
    EndGame,
    /// `swap players`: exchange the seats.
    SwapPlayers,
    /// `next`, `previous`, `first`: go to another decision of the record.
    Go(Go),
    /// `undo`: take the last step back.
    Undo,
    /// `redo`: what `undo` took back, again.
    Redo,
    /// `lines`, `line`, `promote line`: side lines of the record.
    Lines(Lines),
    /// `copy`: the XGID of what lies on the table, or with `text` the board and what is known of the decision.
    Copy {
        /// The board goes along, too.
        text: bool,
    },
    /// `as`: the answer to a command in another format.
    As(OutputFormat, Box<Command>),
    /// `… &`: carried out beside the session, which goes on.
    Background(Box<Command>),
    /// `jobs`, `fg`, `stop`: what goes on beside the session.
    Job(JobCommand),
    /// `undo setting`: take the last change of a setting back.
    UndoSetting,
    /// `list game`: the game turn by turn.
    ListGame,
    /// `eval`: evaluate this or the given position at every ply up to the setting.
    Eval(Option<BoardArg>),
    /// `hint`: rank plays (this many), or judge the cube or resignation.
    Hint(Option<u16>),
    /// `hint in`: the cheapest look first, then deeper as long as there is time.
    HintWithin(Duration),
    /// `eval file`, `hint file`: every decision of a file, the answers into another.
    AnswerFile {
        /// The question about each decision.
        asked: Asked,
        /// A file with a decision on each line.
        positions: String,
        /// Where the answers go.
        output: Option<String>,
    },
    /// `rollout`.
    Rollout(RolloutCommand),
    /// `analyse`: the analysis of a part of the record.
    Analyse(Analyse),
    /// `annotate`: marks of people.
    Annotate(Annotate),
    /// `annotate … comment`: a comment on a decision; `None` removes the comments on the turn.
    Comment(Option<(Annotated, String)>),
    /// `comment`: a comment on the decision at the cursor, whatever was decided; without a text it is shown.
    CommentHere(Option<String>),
    /// `flag`, `unflag`: a flag on the decision at the cursor, or none.
    Flag(bool),
    /// `cmark cube|game|match`: marks for rollouts.
    RolloutMark(RolloutMark),
    /// `quiz`: the next question, or the answer to the last one.
    Quiz(Option<String>),
    /// `why`: what tells the best play from another on the board, or speaks for a cube action.
    Why(Option<WrittenPlay>),
    /// `library`: all matches that the user keeps.
    Library(Library),
    /// `book`: openings, replies and reference positions, rolled out once and for all.
    Book(Book),
    /// `train`: counts, chances, openings and cubes, asked one after another.
    Train(Train),
    /// `practise`: one's own errors, from all one's matches, again and again until they are known.
    Practise(Practise),
    /// `goto`, `next error`, `previous error`.
    Goto(Goto),
    /// `analyse rollout move`: roll out these candidates, or the marked ones.
    AnalyseRolloutMove(Vec<u16>),
    /// `analyse rollout cube`.
    AnalyseRolloutCube,
    /// `analyse folder`: analyze the matches of a folder that are not analyzed yet, and save what is found.
    AnalyseFolder {
        /// Where the matches are.
        folder: String,
        /// Where the analyses go, if not in a folder beside the matches.
        save: Option<String>,
    },
    /// `export history svg`: draw the last history of a folder.
    ExportHistory {
        /// A page, or else a drawing.
        page: bool,
        /// The file.
        file: String,
    },
    /// `export scoremap svg`: draw the decision on the table at every score.
    ExportScoreMap {
        /// The file.
        file: String,
        /// The points of the longest match; 7 without a number.
        away: Option<u8>,
    },
    /// `cmark move`: candidate marks.
    Mark(Mark),
    /// `clear`.
    Clear(Clear),
    /// `load`.
    Load(Load),
    /// `save settings`, to the usual file or this one.
    SaveSettings(Option<String>),
    /// `export rollout`.
    ExportRollout {
        /// The format.
        format: ExportFormat,
        /// The file.
        file: String,
        /// Whether a record of every trial is written.
        trials: bool,
    },
    /// `import`, `export`, `load`, `save`: matches from files and to files.
    File(FileCommand),
    /// `set matchinfo`, `show matchinfo`, `list match`: the match as a whole.
    Record(RecordCommand),
    /// `eq2mwc`: an equity as match winning chance.
    Eq2Mwc(Option<f64>),
    /// `mwc2eq`: a match winning chance as equity; 0.6 and 60 are the same.
    Mwc2Eq(Option<f64>),
    /// `dicerolls`: this many rolls of the current generator.
    DiceRolls(u32),
    /// `calibrate`: measure evaluations per second in this many rounds.
    Calibrate(Option<u32>),
    /// `external`: answer other programs at this address.
    External(String),
    /// `browse`: show something in a browser.
    Browse(Browse),
    /// `study`: show the match on the whole screen.
    Study,
    /// `>`, `load python`: code for Python, with the modules `gnubg` and `gammon`.
    Python(PythonCode),
    /// `relational`: the database of matches and players.
    Relational(RelationalCommand),
    /// `tour`: seven steps of commands to be typed, at the prompt.
    Tour(Tour),
    /// `describe`: the position in words.
    Describe,
    /// `echo`: a text for whoever reads the answers of a script.
    Echo(String),
    /// `history`: the lines typed so far.
    History,
    /// `help` or `?`.
    Help(HelpArg),
    /// `quit` or `exit`.
    Quit,
    /// `set`.
    Set(Set),
    /// `show`.
    Show(Show),
    /// A setting that is understood, and nothing to do.
    NoEffect {
        /// The words.
        words: String,
        /// The reason.
        why: Unused,
    },
}

/// Why a setting of GNU Backgammon has no effect here. Its `Display` is the reason, as in "it concerns …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unused {
    /// Windows, sounds and colors.
    Windows,
    /// Rollouts that decide for a player or for `hint`.
    RolloutsAsDecisions,
    /// The setting is never otherwise here, or has no effect; the reason.
    Because(&'static str),
}

/// The game, match or session that `new` starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum New {
    /// The next game of the match or session.
    Game,
    /// A match to this many points.
    Match(Option<u8>),
    /// A money session.
    Session,
}

words! {
    /// A kind of place in the record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Stop: word {
        /// The dice are to be rolled, or the cube to be turned.
        Roll = "roll",
        /// The dice lie on the table.
        Rolled = "rolled",
        /// The decision is marked, by an analysis or by hand.
        Marked = "marked",
    }
}

/// A step among side lines, or a list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// List them.
    List,
    /// Go to the one with this number in the list.
    Enter(u16),
    /// Go back to the main line.
    Main,
    /// Make the one on which one stands the main line.
    Promote,
}

/// Where to go in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// This many decisions on.
    Next(u16),
    /// This many decisions back.
    Previous(u16),
    /// This many such places on.
    NextStop(Stop, u16),
    /// This many such places back.
    PreviousStop(Stop, u16),
    /// This many games on.
    NextGame(u16),
    /// This many games back.
    PreviousGame(u16),
    /// The first decision of the game.
    FirstMove,
    /// The first decision of the first game.
    FirstGame,
}

words! {
    /// The question about every decision of a file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Asked: word {
        /// The evaluation.
        Eval = "eval",
        /// The best plays, or what to do with the cube.
        Hint = "hint",
    }
}

/// Marks on the candidates of the last `hint`, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Mark these for a rollout.
    Rollout(Vec<u16>),
    /// Unmark these.
    Unmark(Vec<u16>),
    /// List the marks.
    Show,
    /// Unmark all.
    Clear,
}

/// The data that `clear` clears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clear {
    /// The analysis of the current decision.
    Hint,
    /// The evaluation cache.
    Cache,
    /// Dice and cube action of this turn.
    Turn,
}

/// The data that `load` reads, each from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Load {
    /// A script.
    Commands(String),
    /// The weights of the nets.
    Weights(String),
    /// A bearoff database.
    Bearoff(String),
}

words! {
    /// A format for results.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ExportFormat: word {
        /// JSON, with a version.
        Json = "json",
        /// Comma-separated values.
        Csv = "csv",
        /// A Markdown table.
        Markdown = "markdown",
        /// A page of HTML.
        Html = "html",
        /// A drawing.
        Svg = "svg",
    }
}

/// The state of the tour after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tour {
    /// The tour begins, or says again what is to be typed.
    Begin,
    /// The next step, with this one undone.
    Next,
    /// No more of it.
    Stop,
}

/// The subject of `help`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpArg {
    /// A command, its words in full; none for the top level.
    About(Vec<String>),
    /// Every command that mentions this.
    Search(String),
}

/// Makes a command of one of a family.
macro_rules! families {
    ($($Variant:ident($Family:ident))*) => {$(
        impl From<$Family> for Command {
            fn from(one: $Family) -> Self {
                Self::$Variant(one)
            }
        }
    )*};
}

families! {
    Book(Book)
    File(FileCommand)
    Job(JobCommand)
    Library(Library)
    Practise(Practise)
    Record(RecordCommand)
    Rollout(RolloutCommand)
    Set(Set)
    Show(Show)
    Train(Train)
}

impl Command {
    /// Whether it makes an event at the table.
    pub const fn moves_the_game(&self) -> bool {
        matches!(
            self,
            Self::New(_)
                | Self::Roll
                | Self::Move(_)
                | Self::Double
                | Self::Take
                | Self::Drop
                | Self::Accept
                | Self::Agree
                | Self::Beaver
                | Self::Decline
                | Self::Reject
                | Self::Resign(_)
                | Self::Play
                | Self::EndGame
        )
    }

    /// The command is about the match as it was played, on whatever side line one stands.
    pub const fn is_about_main_line(&self) -> bool {
        match self {
            Self::Analyse(analyse) => match analyse {
                Analyse::Part(part) | Analyse::Again(part) | Analyse::Within(part, _) => !matches!(part, Part::Move),
                Analyse::Clear(part) | Analyse::RolloutMarked(part) => !matches!(part, Part::Move),
                Analyse::RolloutClose => true,
            },
            Self::File(FileCommand::Export { extent, .. } | FileCommand::Save { extent, .. }) => {
                !matches!(extent, crate::formats::Extent::Position)
            }
            Self::Show(
                Show::Statistics(_)
                | Show::Errors(_)
                | Show::Performance(_)
                | Show::Comparison(_)
                | Show::Flags
                | Show::ScoreSheet
                | Show::MatchResult,
            )
            | Self::Record(RecordCommand::ListGames)
            | Self::Library(Library::Add(None))
            | Self::Quiz(_)
            | Self::Browse(_)
            | Self::Study
            | Self::Relational(_) => true,
            Self::Set(Set::Setting(change)) => matches!(change.setting.effect, Effect::Speaker),
            _ => self.goes_elsewhere(),
        }
    }

    /// The command goes to a place of the main line, and stays there.
    pub const fn goes_elsewhere(&self) -> bool {
        matches!(
            self,
            Self::Goto(_)
                | Self::Quiz(None)
                | Self::Study
                | Self::Go(Go::NextStop(..) | Go::PreviousStop(..) | Go::NextGame(_))
        )
    }

    /// The command says who decides for a player.
    pub fn seats_a_player(&self) -> bool {
        matches!(self, Self::Set(Set::Setting(change)) if change.setting.effect == Effect::Player)
    }

    /// The file that it writes as a whole where the user has named it.
    pub fn output_file(&self) -> Option<&str> {
        match self {
            Self::SaveSettings(file) => file.as_deref(),
            Self::ExportHistory { file, .. }
            | Self::Practise(Practise::Export(file))
            | Self::Library(Library::Export(file, _) | Library::Page(file, _))
            | Self::Book(Book::Export(file))
            | Self::ExportScoreMap { file, .. }
            | Self::ExportRollout { file, .. }
            | Self::File(FileCommand::Export { file: Some(file), .. } | FileCommand::Save { file, .. }) => Some(file),
            _ => None,
        }
    }
}

impl fmt::Display for Unused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Windows => "it concerns GNU Backgammon's windows",
            Self::RolloutsAsDecisions => "decisions are made by evaluation, never by a rollout",
            Self::Because(why) => why,
        })
    }
}
