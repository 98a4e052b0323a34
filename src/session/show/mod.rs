//! `show …`: how things stand.

mod copy;

use super::{Host, Session, SessionError};
use crate::board::{ByPlayer, Player};
use crate::command::Show;
use crate::digest::hexadecimal;
use crate::eval::TWO_SIDED_CHECKERS;
use crate::record::{Game, Pending, Standing};
use crate::rollout::RolloutPreset;
use crate::scoring::{CubeOwner, MatchScore, Terms};
use crate::session::reply::{BoardReply, Figures, GammonValue, GammonValuesReply, Ids, MetReply, PositionReply, Reply};
use crate::settings::beavers_in_words;
use crate::settings::{OutputStyle, Settings, TrialLog, all_commands, commands};
use crate::simd::Kernel;
use std::sync::Arc;

impl Session {
    pub(super) fn show(&mut self, show: &Show, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let line = match show {
            Show::Turn | Show::Dice | Show::Score | Show::Cube | Show::Crawford | Show::PostCrawford => {
                let (commands, prose) = self.on_the_table(show)?;
                return Ok(self.explained_commands(commands, prose));
            }
            Show::Board(None) => return Ok(self.board()),
            Show::Board(Some(board)) => {
                let game = self.game_with(board)?;
                return Ok(self.board_of(&game));
            }
            Show::Position => {
                let Some(BoardReply { ids, .. }) = self.board_at(self.state()) else {
                    return Err(SessionError::no_game());
                };
                let gnubg_id = format!("{}:{}", ids.position_id, ids.match_id);
                let Ids { position_id, match_id, xgid } = ids;
                let reply = PositionReply { position_id, match_id, gnubg_id, xgid };
                return Ok(Reply::figures(Figures::Position(reply)));
            }
            Show::MatchResult => self.score_line(),
            Show::Practice | Show::PracticeCards | Show::PracticeAnswers => return self.show_practice(show, host),
            Show::RolloutDiff => return Ok(self.rollout_difference()),
            Show::RolloutCost => return self.rollout_cost(host),
            Show::RolloutStatistics => return self.rollout_statistics(),
            Show::RolloutDetail => {
                return Ok(Reply::RolloutDetail(Arc::clone(self.rollouts.last_or_error()?)));
            }
            Show::Engine => self.engine_lines(),
            Show::Version => format!("gammon {}", env!("CARGO_PKG_VERSION")),
            Show::Jacoby => {
                let prose = yes_no("the Jacoby rule is used in money games", self.jacoby());
                return Ok(self.explained_commands(vec![format!("set jacoby {}", on_off(self.jacoby()))], prose));
            }
            Show::Beavers => {
                let beavers = match self.state().standing.terms() {
                    Terms::Money { beavers, .. } => beavers,
                    Terms::Match(_) => self.settings.beavers,
                };
                let prose = beavers_in_words(beavers);
                return Ok(self.explained_commands(vec![format!("set beavers {beavers}")], prose));
            }
            Show::Met(n) => return Ok(self.met_table(*n)),
            Show::Count(count, board) => return self.show_count(*count, board.as_ref()),
            Show::GammonValues => return self.gammon_values(),
            Show::MarketWindow => return self.market_window(),
            Show::Rolls(n) => return self.show_rolls(*n),
            Show::ScoreMap(most) => return self.score_map(*most),
            Show::TemperatureMap => return self.temperature_map(),
            Show::Seed => match self.table.dice().seed() {
                Some(seed) => return Ok(Reply::Commands(vec![format!("set seed {seed}")])),
                None => self.table.dice().describe(),
            },
            Show::Rng => return Ok(self.explained_commands(self.commands("rng"), self.table.dice().describe())),
            Show::Group(words) => {
                let commands = self.commands(words);
                return Ok(if commands.is_empty() {
                    Reply::Message(format!("{words} is not set"))
                } else {
                    Reply::Commands(commands)
                });
            }
            Show::CubeValue => return self.cube_value(),
            Show::FolderStatistics(folder) => return self.folder_statistics(folder, None, host),
            Show::Errors(wanted) => return self.show_errors(wanted),
            Show::Performance(player) => return self.show_performance(player.as_ref()),
            Show::Comparison(names) => return self.compare_analyses(names.as_ref()),
            Show::Flags => return self.show_flags(),
            Show::FolderPerformance(folder) => return self.folder_performance(folder),
            Show::RatingOffset => {
                let prose = format!("a player without errors is rated {}", self.settings.rating_offset);
                return Ok(self.explained_commands(self.commands("ratingoffset"), prose));
            }
            Show::Statistics(part) => return self.show_statistics(*part),
            Show::ScoreSheet => return Ok(Reply::Message(self.score_line())),
            Show::Settings => return Ok(Reply::Commands(all_commands(&self.settings))),
        };
        Ok(Reply::Message(line))
    }

    /// Commands that restore the present values, with these in words behind the first; in words alone where there are
    /// none, and in the style of GNU Backgammon.
    fn explained_commands(&self, mut commands: Vec<String>, prose: String) -> Reply {
        match commands.first_mut() {
            Some(first) if self.settings.output.style != OutputStyle::Gnubg => {
                *first += &format!("  # {prose}");
                Reply::Commands(commands)
            }
            _ => Reply::Message(prose),
        }
    }

    /// The state of the table, as commands that make it so, and in words. A state that no command brings about has
    /// none.
    fn on_the_table(&self, show: &Show) -> Result<(Vec<String>, String), SessionError> {
        let game = || self.game_in_progress();
        let seat = |player: Player| usize::from(player == Player::Bottom);
        let post = |score: MatchScore| score.is_post_crawford();
        let score = self.state().standing.terms().match_score().copied();
        // Only with a player a point from winning is there a choice.
        let is_near = score.filter(|score| Player::BOTH.iter().any(|&player| score.away(player) == 1));
        Ok(match show {
            Show::Turn => {
                let game = game()?;
                let commands = game.pending.is_none().then(|| format!("set turn {}", seat(game.on_roll)));
                (commands.into_iter().collect(), self.turn_line(&game))
            }
            Show::Dice => {
                let game = game()?;
                let name = &self.settings.names[game.on_roll];
                match game.dice {
                    Some(dice) => (vec![format!("set dice {dice}")], format!("{name} has rolled {dice}")),
                    None => (Vec::new(), format!("{name} has not rolled")),
                }
            }
            Show::Cube => {
                let game = game()?;
                let commands = match game.cube.owner() {
                    _ if !game.cube_in_use => vec!["set cube use off".to_owned()],
                    _ if self.is_crawford() => Vec::new(),
                    CubeOwner::Centered => {
                        vec![format!("set cube value {}", game.cube.value()), "set cube centre".to_owned()]
                    }
                    CubeOwner::Owned(player) => {
                        let owner = format!("set cube owner {}", seat(player));
                        vec![format!("set cube value {}", game.cube.value()), owner]
                    }
                };
                (commands, self.cube_line(&game))
            }
            Show::Crawford => {
                let commands = is_near.map(|score| format!("set crawford {}", on_off(score.crawford())));
                let prose = yes_no("this is the Crawford game", self.is_crawford());
                (commands.into_iter().collect(), prose)
            }
            Show::PostCrawford => {
                let commands = is_near.map(|score| format!("set postcrawford {}", on_off(post(score))));
                (commands.into_iter().collect(), yes_no("this is a post-Crawford game", score.is_some_and(post)))
            }
            _ => (self.score_commands(is_near), self.score_line()),
        })
    }

    /// The score as commands, while a player can still win: a match that has ended is not set up.
    fn score_commands(&self, is_near: Option<MatchScore>) -> Vec<String> {
        let points = self.state().standing.points();
        let is_open = self.state().game.is_some() && points.0.iter().all(|&points| points <= u32::from(u8::MAX));
        let [top, bottom] = points.0;
        match self.state().standing {
            _ if !is_open => Vec::new(),
            Standing::Money { .. } => vec![format!("set score {top} {bottom}")],
            Standing::Match { winner: Some(_), .. } => Vec::new(),
            Standing::Match { score, .. } => {
                let crawford = is_near.map(|score| format!("set crawford {}", on_off(score.crawford())));
                std::iter::once(format!("set score {top} {bottom} {}", score.length())).chain(crawford).collect()
            }
        }
    }

    fn turn_line(&self, game: &Game) -> String {
        let names = &self.settings.names;
        match game.pending {
            None => format!("{} is on roll", names[game.on_roll]),
            Some(Pending::Double) => format!("{} has been doubled and must answer", names[game.to_decide()]),
            Some(Pending::Resignation { by, .. }) => {
                format!("{} has offered to resign; {} must answer", names[by], names[!by])
            }
        }
    }

    pub(super) fn score_line(&self) -> String {
        let points = self.state().standing.points();
        let names = &self.settings.names;
        let score = format!(
            "{} {}, {} {}",
            names[Player::Top],
            points[Player::Top],
            names[Player::Bottom],
            points[Player::Bottom]
        );
        match self.state().standing {
            Standing::Money { jacoby, .. } => {
                format!("{score} (money session, {} the Jacoby rule)", if jacoby { "with" } else { "without" })
            }
            Standing::Match { score: state, winner } => {
                let kind = match winner {
                    Some((winner, _)) => format!(", won by {}", names[winner]),
                    None if state.crawford() => ", Crawford game".to_owned(),
                    None if state.is_post_crawford() => ", post-Crawford".to_owned(),
                    None => String::new(),
                };
                format!("{score} (match to {}{kind})", state.length())
            }
        }
    }

    fn cube_line(&self, game: &Game) -> String {
        if !game.cube_in_use {
            return "the cube is not in use".to_owned();
        }
        match game.cube.owner() {
            _ if self.is_crawford() => "no cube in the Crawford game".to_owned(),
            CubeOwner::Centered => format!("the cube is in the middle, at {}", game.cube.value()),
            CubeOwner::Owned(player) => {
                format!("the cube is at {}, {} owns it", game.cube.value(), self.settings.names[player])
            }
        }
    }

    pub(super) fn jacoby(&self) -> bool {
        match self.state().standing.terms() {
            Terms::Money { jacoby, .. } => jacoby,
            Terms::Match(_) => self.settings.jacoby,
        }
    }

    /// Whether this is the Crawford game of a match.
    pub fn is_crawford(&self) -> bool {
        self.state().standing.terms().match_score().is_some_and(|score| score.crawford())
    }

    /// The settings whose words begin like this, as commands.
    fn commands(&self, beginning: &str) -> Vec<String> {
        commands(&self.settings, beginning, None)
    }

    /// The differences from the standard preset, or from another one if that is closer.
    fn rollout_difference(&self) -> Reply {
        let differing = |preset: RolloutPreset| {
            let rollout = preset.settings(&self.settings.rollout);
            let trial_log = TrialLog::default();
            let base = Settings { rollout, trial_log, ..self.settings.clone() };
            (preset, commands(&self.settings, "rollout", Some(&base)))
        };
        let (preset, lines) =
            RolloutPreset::ALL.map(differing).into_iter().min_by_key(|(_, lines)| lines.len()).expect("presets exist");
        Reply::Commands([vec![format!("set rollout preset {}", preset.name())], lines].concat())
    }

    fn engine_lines(&self) -> String {
        let evaluator = &self.engine.evaluator();
        let fingerprint = hexadecimal(&evaluator.fingerprint()[..8]);
        let kernels: Vec<_> = Kernel::available().into_iter().map(Kernel::name).collect();
        let mut lines = vec![
            format!("nets: {}", self.engine.name()),
            format!("fingerprint: {fingerprint}"),
            format!("kernel: {} (this machine has {})", evaluator.kernel(), kernels.join(", ")),
            format!("cube efficiency of contact positions: {}", self.efficiency_by()),
            "database, built in: rolls to bear off 6 points".to_owned(),
            format!("database, built in: equities of {TWO_SIDED_CHECKERS} checkers on 6 points"),
            "database, built in: equities of 15 checkers on 2 points, of 10 on 3".to_owned(),
        ];
        lines.extend(
            evaluator
                .bearoff()
                .user
                .contents()
                .map(|(header, digest)| format!("database, loaded: {}, sha256 {digest}", header.subject())),
        );
        lines.push(format!("match equities: {}", self.engine.met().name()));
        lines.join("\n")
    }

    /// The source of the efficiency of cubes in contact and crashed positions.
    fn efficiency_by(&self) -> &'static str {
        match (self.engine.evaluator().knows_cubes(), self.settings.efficiency.asks_nets()) {
            (true, true) => "by the nets, position by position",
            (true, false) => "the numbers of `set cubeefficiency`; the nets know it too",
            (false, _) => "the numbers of `set cubeefficiency`",
        }
    }

    fn met_table(&self, n: Option<u8>) -> Reply {
        let n = n.unwrap_or(match self.state().standing {
            Standing::Match { score, .. } => score.length().min(15),
            Standing::Money { .. } => 9,
        });
        let row =
            |me: u8| (1..=n).map(|other| self.engine.met().pre_crawford(ByPlayer([me, other]), Player::Top)).collect();
        let post = |player: Player| (1..=n).map(|away| self.engine.met().post_crawford(player, away)).collect();
        Reply::figures(Figures::MatchEquityTable(MetReply {
            name: self.engine.met().name().to_owned(),
            pre_crawford: (1..=n).map(row).collect(),
            post_crawford: Player::BOTH.map(post),
        }))
    }

    fn gammon_values(&self) -> Result<Reply, SessionError> {
        let info = self.cube_info()?;
        let players = Player::BOTH.map(|player| {
            let (gammon, backgammon) = info.gammon_prices(player).quoted();
            GammonValue { player: self.settings.names[player].clone(), gammon, backgammon }
        });
        Ok(Reply::figures(Figures::GammonValues(GammonValuesReply { players })))
    }
}

const fn on_off(is: bool) -> &'static str {
    if is { "on" } else { "off" }
}

fn yes_no(what: &str, is: bool) -> String {
    format!("{what}: {}", if is { "yes" } else { "no" })
}
