//! `relational`: matches into the database and out of it.

use crate::analysis::Statistics;
use crate::board::{ByPlayer, Player};
use crate::command::{Part, RelationalCommand};
use crate::digest::hexadecimal;
use crate::formats::write_json;
use crate::record::GameRecord;
use crate::relational::{Database, GameSheet, MatchSheet, RelationalError};
use crate::rng::md5;
use crate::session::reply::{Figures, Reply, RowsReply, StatisticsReply};
use crate::session::{Host, Session, SessionError};
use std::path::PathBuf;
use std::sync::Arc;

impl Session {
    pub(in crate::session) fn relational(
        &mut self,
        command: &RelationalCommand,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        if let RelationalCommand::Setup(text) = command {
            return self.set_database_up(text.as_deref().unwrap_or_default(), host);
        }
        let file = self.database_file(host)?;
        let failed = |error: RelationalError| SessionError::in_file(&file, error);
        if let Some(folder) = file.parent() {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|error| SessionError::in_file(folder, error))?;
        }
        let mut database = Database::open(&file).map_err(failed)?;
        let nobody = |name: &str, database: &Database| {
            let there = database.players().unwrap_or_default();
            let there = there.into_iter().map(|(name, matches)| (name, matches as usize)).collect();
            SessionError::new(format!("{name} is not in the database")).with_names(name, &there)
        };
        match command {
            RelationalCommand::Setup(_) => unreachable!("answered above"),
            RelationalCommand::Test => Ok(Reply::Message(format!("the database {} answers", file.display()))),
            RelationalCommand::Add { quiet } => {
                let sheet = self.match_sheet()?;
                let was_there = database.has(&sheet).map_err(failed)?;
                database.add(&sheet, self.settings.relational_games).map_err(failed)?;
                let place = if was_there { "in place of an earlier copy" } else { "as a new match" };
                let [top, bottom] = &sheet.names.0;
                let told = format!("the match of {top} and {bottom} is in the database, {place}");
                Ok(if *quiet { Reply::Nothing } else { Reply::Message(told) })
            }
            RelationalCommand::Players => {
                let players = database.players().map_err(failed)?;
                let row = |(name, matches): (String, u32)| vec![Some(name), Some(matches.to_string())];
                let columns = ["Player", "Matches"].map(str::to_owned).into();
                Ok(rows(columns, players.into_iter().map(row).collect()))
            }
            RelationalCommand::Details(name) => {
                let statistics = database.details(name).map_err(failed)?.ok_or_else(|| nobody(name, &database))?;
                Ok(Reply::Statistics(Arc::new(StatisticsReply {
                    part: Part::Session,
                    names: ByPlayer([name.clone(), "Opponents".to_owned()]),
                    is_match: false,
                    statistics,
                    error_rate_factor: self.settings.error_rate_factor,
                    rating_offset: self.settings.rating_offset,
                })))
            }
            RelationalCommand::Erase(name) => {
                let matches = database.erase(name).map_err(failed)?;
                let matches = matches.ok_or_else(|| nobody(name, &database))?;
                let s = if matches == 1 { "" } else { "es" };
                Ok(Reply::Message(format!("{name} is erased, with {matches} match{s}")))
            }
            RelationalCommand::EraseAll => {
                database.erase_all().map_err(failed)?;
                Ok(Reply::Message("all players and matches are erased".to_owned()))
            }
            RelationalCommand::Select(query) => {
                let found = database.select(query).map_err(failed)?;
                Ok(rows(found.columns, found.rows))
            }
        }
    }

    /// The file of the database: a name alone is one in the folder of this program.
    fn database_file(&self, host: &dyn Host) -> Result<PathBuf, SessionError> {
        let name = &self.settings.relational_database;
        if name.contains(['/', '\\', '.']) {
            return Ok(name.into());
        }
        host.database_file(name, false).ok_or_else(|| {
            SessionError::new("there is no home folder for the database")
                .with_suggestion("set relational database ./club.db")
        })
    }

    /// `relational setup KEY=VALUE`, as GNU Backgammon writes it into its own settings.
    fn set_database_up(&mut self, text: &str, host: &dyn Host) -> Result<Reply, SessionError> {
        let Some((key, value)) = text.split_once('=') else {
            return Err(SessionError::new("a key with its value is expected")
                .with_expected(["SQLite-database=NAME", "storegamestats=yes"]));
        };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        match key.as_str() {
            "sqlite-database" if value.is_empty() => Err(SessionError::new("the database has no name")),
            "sqlite-database" => {
                let file =
                    host.database_file(value, true).ok_or_else(|| SessionError::new("there is no home folder"))?;
                self.settings.relational_database = file.display().to_string();
                Ok(Reply::Message(format!("`relational` keeps matches in the database {}", file.display())))
            }
            "storegamestats" => {
                self.settings.relational_games = value.eq_ignore_ascii_case("yes");
                let games = if self.settings.relational_games { "and" } else { "without" };
                Ok(Reply::Message(format!("the database keeps matches {games} their games")))
            }
            // Names, passwords and hosts belong to other databases, which gnubg reaches by Python.
            _ => Ok(Reply::Nothing),
        }
    }

    /// The match on the table with its statistics.
    fn match_sheet(&self) -> Result<MatchSheet, SessionError> {
        let begun: Vec<&GameRecord> = self.record().games().iter().filter(|game| !game.steps.is_empty()).collect();
        if begun.is_empty() {
            return Err(SessionError::new("there is no match to add").with_suggestion("import auto FILE"));
        }
        let (met, thresholds) = (self.engine.met(), &self.settings.analysis.thresholds);
        let standing = &begun.last().expect("a game was begun").steps.last().expect("steps").after.standing;
        let result = match standing {
            crate::record::Standing::Match { winner: Some((winner, _)), .. } => {
                if *winner == Player::Top {
                    -1
                } else {
                    1
                }
            }
            _ => 0,
        };
        let game = |game: &&GameRecord| {
            let first = &game.steps[0].after.standing;
            let outcome = game.state(game.steps.len()).outcome;
            let points = outcome.map_or(0, |outcome| i64::from(outcome.points));
            GameSheet {
                score: first.points().0,
                result: if outcome.is_some_and(|outcome| outcome.winner == Player::Bottom) { -points } else { points },
                crawford: first.terms().match_score().is_some_and(|score| score.crawford()),
                statistics: Statistics::of_game(game, met, thresholds),
            }
        };
        Ok(MatchSheet {
            names: self.settings.names.clone(),
            checksum: self.checksum(),
            length: standing.length(),
            result,
            info: self.table.info().clone(),
            statistics: Statistics::of_games(self.record().games(), met, thresholds),
            games: begun.iter().map(game).collect(),
        })
    }

    /// A digest of who played what, whatever was found out about it since.
    fn checksum(&self) -> String {
        let mut games = self.record().games().to_vec();
        for game in &mut games {
            game.branches.clear();
            game.steps.iter_mut().for_each(|step| step.note = crate::record::Note::default());
        }
        let text = write_json(&self.settings.names, self.table.info(), self.settings.variation, &games);
        hexadecimal(md5(text.as_bytes()))
    }
}

fn rows(columns: Vec<String>, rows: Vec<Vec<Option<String>>>) -> Reply {
    Reply::figures(Figures::Rows(RowsReply { columns, rows }))
}
