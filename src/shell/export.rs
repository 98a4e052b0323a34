//! `export rollout` and `calibrate`: what needs files or a clock, and the answers of the session as text.

use crate::board::{SeenBy, Variation};
use crate::command::{ExportFormat, Extent, MatchFormat};
use crate::eval::Scratch;
use crate::movegen::AllRolls;
use crate::record::State;
use crate::render::{
    MatchPage, board_reply, board_svg, json_reply, json_rollout_trials, match_html, match_markdown, match_text,
    rollout_csv, rollout_csv_trials, rollout_html, rollout_markdown, rollout_svg,
};
use crate::session::{Reply, Session, SessionError};
use crate::storage;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Writes the last rollout to a file.
pub(super) fn export_rollout(
    session: &Session,
    format: ExportFormat,
    file: &str,
    trials: bool,
) -> Result<Reply, SessionError> {
    let nothing = || SessionError::new("nothing has been rolled out").with_suggestion("rollout");
    let rollout = session.last_rollout().ok_or_else(nothing)?;
    let text = match format {
        ExportFormat::Json if trials => json_rollout_trials(rollout),
        ExportFormat::Csv if trials => rollout_csv_trials(rollout),
        ExportFormat::Json => json_reply("rollout", &Reply::Rollout(std::sync::Arc::clone(rollout))),
        ExportFormat::Csv => rollout_csv(rollout),
        ExportFormat::Markdown => rollout_markdown(rollout),
        ExportFormat::Html => {
            rollout_html(rollout, &session.rollout_board().ok_or_else(nothing)?).map_err(SessionError::new)?
        }
        ExportFormat::Svg => {
            rollout_svg(rollout, &session.rollout_board().ok_or_else(nothing)?).map_err(SessionError::new)?
        }
    };
    storage::write(Path::new(file), text.as_bytes()).map_err(|error| SessionError::new(format!("{file}: {error}")))?;
    Ok(Reply::Message(format!("the rollout is written to {file}")))
}

/// Writes a part of the record as something to be read by people.
pub(super) fn export_match(
    session: &Session,
    extent: Extent,
    format: MatchFormat,
    file: &str,
) -> Result<Reply, SessionError> {
    let no_game = || SessionError::new("no game in progress").with_suggestion("new match");
    let here = session.board_at(session.state()).ok_or_else(no_game)?;
    let report = session.match_report(extent);
    let settings = session.settings();
    let page = MatchPage {
        names: &settings.names,
        info: report.info,
        games: report.games,
        met: report.met,
        thresholds: &settings.analysis.thresholds,
    };
    let board = |state: &State| session.board_at(state);
    let text = match (format, extent) {
        (MatchFormat::Svg, _) => board_svg(&here),
        (MatchFormat::Html, Extent::Position) => {
            let (xgid, drawing) = (&here.ids.xgid, board_svg(&here));
            format!(
                "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{xgid}</title>\n{drawing}<p>{xgid}</p></html>\n"
            )
        }
        (MatchFormat::Html, _) => match_html(&page, &board),
        (MatchFormat::Markdown, Extent::Position) => format!("```text\n{}```\n", board_reply(&here)),
        (MatchFormat::Markdown, _) => match_markdown(&page),
        (_, Extent::Position) => board_reply(&here),
        _ => match_text(&page, &board),
    };
    storage::write(Path::new(file), text.as_bytes()).map_err(|error| SessionError::new(format!("{file}: {error}")))?;
    Ok(Reply::Message(format!("the {} is written to {file}", extent.word())))
}

/// Static evaluations a second on this machine, in batches and one by one.
pub(super) fn calibrate(session: &Session, rounds: Option<u32>) -> Reply {
    const ROUND: Duration = Duration::from_millis(250);
    let evaluator = session.evaluator();
    let mut scratch = Scratch::default();
    let mut rolls = AllRolls::new();
    let mut out = Vec::new();
    rolls.generate(&Variation::Standard.starting_position());
    let positions = rolls.results().to_vec();
    let rounds = rounds.unwrap_or(4);
    let (mut in_batches, mut singly) = (0.0_f64, 0.0_f64);
    for _ in 0..rounds {
        if session.is_stopped() {
            break;
        }
        let (start, mut n) = (Instant::now(), 0_u32);
        while start.elapsed() < ROUND {
            evaluator.outputs_of(SeenBy::Mover, &positions, &mut scratch, &mut out);
            n += 1;
        }
        #[allow(clippy::cast_precision_loss)]
        let many = f64::from(n) * positions.len() as f64;
        in_batches = in_batches.max(many / start.elapsed().as_secs_f64());
        let (start, mut n) = (Instant::now(), 0_u32);
        for position in positions.iter().cycle() {
            black_box(evaluator.outputs(&position.flipped(), &mut scratch));
            n += 1;
            if n.is_multiple_of(64) && start.elapsed() >= ROUND {
                break;
            }
        }
        singly = singly.max(f64::from(n) / start.elapsed().as_secs_f64());
    }
    Reply::Message(format!(
        "{in_batches:.0} static evaluations a second in batches, {singly:.0} one by one (one thread, best of {rounds} rounds)"
    ))
}
