//! A line being answered: what is said so far, and the commands that it amounts to.

use super::telling::{Mark, told};
use crate::board::{Player, Roll};
use crate::command::{Command, Show, parse};
use crate::formats::{Extent, Format};
use crate::record::{Event, Game, Record, Rules, Standing, State};
use crate::render::{self, capitalized, reply};
use crate::session::{CubeReply, Figures, Host, Refusal, Reply, Said, Session, SessionError, Then};
use crate::settings::{Who, quoted};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The session, its host, and the answer as far as it has come.
pub(super) struct Talk<'a> {
    pub session: &'a mut Session,
    host: &'a mut dyn Host,
    said: Said,
    memory: &'a mut Memory,
}

/// What is remembered from line to line.
#[derive(Debug, Default)]
pub(super) struct Memory {
    cube: Option<KnownCube>,
    /// Whether `hint` rolls cube decisions out.
    rolls_cubes_out: bool,
    /// What was set that has no effect here, and is shown.
    asides: BTreeMap<&'static str, String>,
}

/// The text of an answer, or what is said in place of one.
pub(super) type Answer = Result<String, Refused>;

/// What is said where something is not done.
pub(super) enum Refused {
    /// A sentence.
    Said(String),
    /// A sentence on the stream of errors.
    Complained(String),
    /// A refusal of the session.
    Failed(SessionError),
}

impl From<&str> for Refused {
    fn from(text: &str) -> Self {
        Self::Said(text.to_owned())
    }
}

impl From<String> for Refused {
    fn from(text: String) -> Self {
        Self::Said(text)
    }
}

impl From<SessionError> for Refused {
    fn from(error: SessionError) -> Self {
        Self::Failed(error)
    }
}

/// What the last `hint` has found out about a cube, and of which decision.
#[derive(Debug)]
struct KnownCube {
    standing: Standing,
    game: Game,
    reply: CubeReply,
}

impl<'a> Talk<'a> {
    pub fn new(session: &'a mut Session, host: &'a mut dyn Host, memory: &'a mut Memory) -> Self {
        Self { session, host, said: Said::default(), memory }
    }

    /// Whether `hint` rolls cube decisions out.
    pub const fn rolls_cubes_out(&self) -> bool {
        self.memory.rolls_cubes_out
    }

    pub const fn roll_cubes_out(&mut self, does: bool) {
        self.memory.rolls_cubes_out = does;
    }

    /// Keeps what is known of the cube on the table, or forgets it.
    pub fn keep_cube(&mut self, reply: Option<CubeReply>) {
        let (standing, game) = (self.state().standing, self.session.game().copied());
        self.memory.cube = game.zip(reply).map(|(game, reply)| KnownCube { standing, game: before_roll(game), reply });
    }

    /// What is known of the cube in a game on the table, also once it has been turned or the dice are rolled.
    pub fn known_cube(&self, game: &Game) -> Option<CubeReply> {
        let known = self.memory.cube.as_ref()?;
        let is_same = known.standing == self.state().standing && known.game == before_roll(*game);
        is_same.then(|| known.reply.clone())
    }

    /// What was set that has no effect here.
    pub fn aside(&self, name: &str) -> Option<&str> {
        self.memory.asides.get(name).map(String::as_str)
    }

    pub fn keep_aside(&mut self, name: &'static str, value: &str) {
        self.memory.asides.insert(name, value.to_owned());
    }

    pub fn said(self) -> Said {
        self.said
    }

    pub fn say(&mut self, text: &str) {
        self.said.out.push_str(text);
    }

    pub fn complain(&mut self, text: &str) {
        self.said.complaint.push_str(text);
    }

    /// Says something before the host asks for dice, which it does by itself. Returns whether it was said.
    pub fn say_before_asking(&mut self, text: &str) -> bool {
        self.host.say_before_asking(text)
    }

    /// The lines of a file come next.
    pub fn load(&mut self, file: &str) {
        self.said.then = Then::Load(file.to_owned());
    }

    /// The reader of lines carries a command out.
    pub fn hand_on(&mut self, command: Command) -> String {
        self.said.then = Then::Run(Box::new(command));
        String::new()
    }

    pub fn leave(&mut self) {
        // A user who stays is asked no further.
        if self.execute(&Command::Quit).is_ok() {
            self.said.then = Then::Quit;
        }
    }

    pub fn execute(&mut self, command: &Command) -> Result<Reply, SessionError> {
        self.session.execute(command, self.host)
    }

    /// Carries out a command in this program's words.
    pub fn run(&mut self, line: &str) -> Result<Reply, SessionError> {
        let command = parse(line).map_err(|error| SessionError::new(error.to_string()))?;
        self.execute(&command)
    }

    /// This many rolls of the dice of the table.
    pub fn rolls(&mut self, n: u32) -> Result<Vec<Roll>, SessionError> {
        self.session.throw_rolls(n, self.host)
    }

    /// The file in which settings are saved.
    pub fn settings_file(&self) -> Option<PathBuf> {
        self.host.settings_file()
    }

    /// A match that begins now is played today.
    pub fn note_date(&mut self) {
        let today = self.host.today();
        self.session.date_match(today);
    }

    /// What a file of a part of the record would hold.
    pub fn written(&mut self, extent: Extent, format: &'static Format) -> Result<Vec<u8>, SessionError> {
        self.session.written(extent, format, self.host).map(|(bytes, _)| bytes)
    }

    /// The figures that a command shows.
    pub fn figures(&mut self, show: Show) -> Result<Figures, Refused> {
        match self.execute(&Command::Show(show))? {
            Reply::Figures(figures, _) => Ok(*figures),
            _ => Err("".into()),
        }
    }

    /// Carries out a command that moves the game, and tells what has happened.
    pub fn play(&mut self, command: &Command) -> Answer {
        let before = Mark::here(self.session);
        let answer = self.execute(command);
        let mut text = told(self.session, &before);
        let Reply::Many(replies) = answer.inspect_err(|_| self.say(&text))? else { return Ok(text) };
        // An engine at a loss says so.
        for reply in replies {
            if let Reply::Halted(error) = reply
                && !error.interrupted
                && error.refusal != Some(Refusal::NoDice)
            {
                text += &format!("The program does not go on: {error}\n");
            }
        }
        Ok(text)
    }

    /// The text of an answer in GNU Backgammon's layout.
    pub fn text_of(&self, answer: &Reply) -> String {
        reply(answer, &self.format())
    }

    pub fn format(&self) -> render::Format {
        render::Format::plain(&self.session.settings().output)
    }

    pub fn carry_out_and_show(&mut self, command: &Command) -> Answer {
        match self.execute(command)? {
            Reply::Quit => self.said.then = Then::Quit,
            Reply::Load(file) => self.said.then = Then::Load(file),
            Reply::Python(_) => return Ok(self.hand_on(command.clone())),
            // Settings of windows and the like are taken in silence.
            Reply::NoEffect { .. } => {}
            answer => return Ok(self.text_of(&answer)),
        }
        Ok(String::new())
    }

    /// Says an answer, or why there is none.
    pub fn conclude(&mut self, answer: Answer) {
        match answer {
            Ok(text) | Err(Refused::Said(text)) => self.say(&text),
            Err(Refused::Complained(text)) => self.complain(&text),
            Err(Refused::Failed(error)) => self.refuse(&error),
        }
    }

    /// Says what is refused, as a sentence.
    fn refuse(&mut self, error: &SessionError) {
        if error.interrupted {
            return self.say("(Interrupted)\n");
        }
        let message = match error.refusal {
            // Nothing is said there where a script ends, nor of a file that stays.
            Some(Refusal::NoDice | Refusal::FileKept) => return,
            Some(Refusal::CubeDead) => "the cube is dead; you can't double any more",
            Some(Refusal::NotKept | Refusal::LibraryNotKept) | None => &error.message,
        };
        self.say(&format!("{}.\n", capitalized(message)));
    }

    /// A command as this program reads it; words too many at its end do not matter.
    pub fn pass_on(&mut self, words: &str, player: Option<&str>, rest: &str) -> Answer {
        let command = understood(&spelled(words, player), rest).map_err(SessionError::new)?;
        self.carry_out_and_show(&command)
    }

    pub fn names(&self) -> [String; 2] {
        self.session.settings().names.0.clone()
    }

    pub fn name(&self, player: Player) -> String {
        self.session.settings().names[player].clone()
    }

    pub fn is_human(&self, player: Player) -> bool {
        self.session.settings().players[player].who == Who::Human
    }

    pub fn state(&self) -> &State {
        self.session.state()
    }

    /// The game in progress.
    pub fn game(&self) -> Result<Game, Refused> {
        self.game_or(NO_GAME)
    }

    /// The game in progress; this is said where there is none.
    pub fn game_or(&self, sentence: &str) -> Result<Game, Refused> {
        self.session.game().copied().ok_or_else(|| sentence.into())
    }

    /// Whether there has been a game since the program began.
    pub fn has_begun(&self) -> bool {
        self.session.record().games().iter().any(|game| !game.steps.is_empty())
    }

    /// The game on the table, in progress or over. Before the first entry of a game there is none.
    pub fn shown(&self) -> Option<Game> {
        let (_, step) = self.session.record().cursor();
        self.state().shown().filter(|_| step > 0)
    }

    /// Carries something out as if a game that is over went on, and with a cube. Questions are about the last position
    /// until the next game begins; whether the cube is in use counts for play alone.
    pub fn reopened<T>(&mut self, carry_out: impl FnOnce(&mut Self) -> T) -> T {
        let state = *self.state();
        let is_open = state.game.is_some();
        let Some(last) = self.shown().filter(|game| !is_open || !game.cube_in_use) else { return carry_out(self) };
        // No score is left to play for after a match.
        let standing = if state.standing.is_over() { Standing::money(false, 0) } else { state.standing };
        let before = self.session.record().clone();
        let open = Game { cube_in_use: true, ..last };
        let open = if is_open { open } else { Game { dice: None, pending: None, ..open } };
        let mut record = Record::new(State::new(standing));
        let event = Event::Set(Box::new(State::playing(standing, open)));
        record.apply(event, Rules { crawford: true }).expect("what is set needs no leave");
        self.session.restore(record);
        let found = carry_out(self);
        self.session.restore(before);
        found
    }

    /// Says it.
    pub fn show_board(&mut self) {
        let text = self.board();
        self.say(&text);
    }

    /// The board as it lies.
    pub fn board(&self) -> String {
        super::telling::board(self.session, self.session.state())
    }

    /// The player with a number or name.
    pub fn player(&self, name: &str) -> Option<Player> {
        let names = &self.session.settings().names;
        match name {
            "0" => Some(Player::Top),
            "1" => Some(Player::Bottom),
            _ => Player::BOTH.into_iter().find(|&player| names[player].eq_ignore_ascii_case(name)),
        }
    }
}

/// Said where there is no position to be shown or judged.
pub(super) const NO_POSITION: &str = "No position specified and no game in progress.\n";

/// Said where no game is played.
pub(super) const NO_GAME: &str = "No game in progress (type `new game' to start one).\n";

/// A game before the cube is turned and the dice are rolled.
const fn before_roll(game: Game) -> Game {
    Game { dice: None, pending: None, declined: None, ..game }
}

/// Words with the player in the place of `P`.
pub(super) fn spelled(words: &str, player: Option<&str>) -> String {
    let player = player.unwrap_or("both");
    let player = if player.contains(char::is_whitespace) { format!("\"{player}\"") } else { player.to_owned() };
    words.split(' ').map(|word| if word == "P" { player.as_str() } else { word }).collect::<Vec<_>>().join(" ")
}

/// The command of these words with an argument in which `;` and `#` are letters as others: the whole of it, or what
/// comes behind the name of a player.
fn literal(words: &str, rest: &str) -> Option<Command> {
    let parse = |line: String| parse(&line).ok();
    let behind = || {
        let (first, text) = rest.split_once(char::is_whitespace)?;
        parse(format!("{words} {first} {}", quoted(text.trim_start())))
    };
    let whole = || parse(format!("{words} {}", quoted(rest)));
    if rest.starts_with(['0', '1']) { behind().or_else(whole) } else { whole().or_else(behind) }
}

/// The command of these words with as many of the arguments as it takes.
pub(super) fn understood(words: &str, rest: &str) -> Result<Command, String> {
    let rest = rest.trim();
    // There a line is one command, whatever stands in it.
    if rest.contains([';', '#'])
        && !rest.contains('"')
        && let Some(command) = literal(words, rest)
    {
        return Ok(command);
    }
    let whole = parse(&format!("{words} {rest}"));
    let error = match whole {
        Ok(command) => return Ok(command),
        Err(error) => error,
    };
    let mut left = rest;
    while let Some(at) = left.rfind(char::is_whitespace) {
        left = left[..at].trim_end();
        if let Ok(command) = parse(&format!("{words} {left}")) {
            return Ok(command);
        }
    }
    if rest.is_empty() { Err(error.to_string()) } else { parse(words).map_err(|_| error.to_string()) }
}
