//! Exported pages, as text.

use crate::command::ExportFormat;
use crate::formats::{Extent, PageKind};
use crate::record::State;
use crate::render::{
    Format, MatchPage, StatisticsLayout, board_reply, figures_svg, history_html, history_svg, json_answer_line,
    json_reply, json_result_line, json_rollout_trials, json_versus, library_html, match_html, match_latex,
    match_markdown, match_text, position_html, position_latex, position_svg, reply, rollout_csv, rollout_csv_trials,
    rollout_html, rollout_markdown, rollout_svg, statistics, versus_csv, versus_csv_trials, versus_html,
    versus_markdown, versus_svg, visible,
};
use crate::session::{Page, Reply, Session, SessionError};
use crate::settings::{OutputFormat, OutputSettings};

/// The text of a page, in which foreign text is made visible.
pub(super) fn page(session: &Session, page: &Page<'_>) -> Result<String, SessionError> {
    let text = page_as_told(session, page)?;
    let is_data = match page {
        Page::Rollout { format, .. } => matches!(format, ExportFormat::Json | ExportFormat::Csv),
        Page::Plain(_) => session.settings().output.format == OutputFormat::Csv,
        Page::Record { kind, .. } => *kind == PageKind::Latex,
        Page::ResultLine { .. } | Page::AnswerLine { .. } => true,
        Page::History { .. } | Page::Library(_) | Page::Figures(_) => false,
    };
    Ok(if is_data { text } else { visible(&text).into_owned() })
}

fn page_as_told(session: &Session, page: &Page<'_>) -> Result<String, SessionError> {
    match *page {
        Page::Rollout { format, trials } => rollout_page(session, format, trials),
        Page::Record { extent, kind } => record_page(session, extent, kind),
        Page::History { page } => {
            let nothing =
                || SessionError::new("no folder of matches has been analysed").with_expected(["analyse folder"]);
            let history = session.last_history().ok_or_else(nothing)?;
            if page { history_html(history) } else { history_svg(history) }.map_err(SessionError::new)
        }
        Page::Library(answers) => {
            library_html(answers, &Format::plain(&session.settings().output)).map_err(SessionError::new)
        }
        Page::Figures(Reply::Figures(answer, warning)) => {
            Ok(figures_svg(answer, *warning, &Format::plain(&session.settings().output)))
        }
        Page::Figures(_) => Err(SessionError::new("there are no figures to draw")),
        Page::Plain(answer) => Ok(reply(answer, &Format::plain(&session.settings().output))),
        Page::ResultLine { rollout, input, name, asked_for } => Ok(json_result_line(rollout, input, name, asked_for)),
        Page::AnswerLine { answer, words, input, name, asked_for } => {
            Ok(json_answer_line(words, answer, input, name, asked_for))
        }
    }
}

/// The last rollout.
fn rollout_page(session: &Session, format: ExportFormat, trials: bool) -> Result<String, SessionError> {
    let nothing = || SessionError::new("nothing has been rolled out").with_suggestion("rollout");
    let rollout = session.last_rollout().ok_or_else(nothing)?;
    let board = || session.rollout_board().ok_or_else(nothing);
    if let Some(other) = session.other_rollout() {
        return Ok(match format {
            ExportFormat::Json => json_versus(rollout, other, trials),
            ExportFormat::Csv if trials => versus_csv_trials(rollout, other),
            ExportFormat::Csv => versus_csv(rollout, other),
            ExportFormat::Markdown => versus_markdown(rollout, other),
            ExportFormat::Html => versus_html(rollout, other, &board()?).map_err(SessionError::new)?,
            ExportFormat::Svg => versus_svg(rollout, other, &board()?).map_err(SessionError::new)?,
        });
    }
    Ok(match format {
        ExportFormat::Json if trials => json_rollout_trials(rollout),
        ExportFormat::Csv if trials => rollout_csv_trials(rollout),
        ExportFormat::Json => json_reply("rollout", &Reply::Rollout(std::sync::Arc::clone(rollout))),
        ExportFormat::Csv => rollout_csv(rollout),
        ExportFormat::Markdown => rollout_markdown(rollout),
        ExportFormat::Html => rollout_html(rollout, &board()?).map_err(SessionError::new)?,
        ExportFormat::Svg => rollout_svg(rollout, &board()?).map_err(SessionError::new)?,
    })
}

/// A part of the record as something to be read by people.
fn record_page(session: &Session, extent: Extent, kind: PageKind) -> Result<String, SessionError> {
    let no_game = || SessionError::new("no game in progress").with_suggestion("new match");
    let here = session.board_at(session.state()).ok_or_else(no_game)?;
    let page = match_page(session, extent);
    let board = |state: &State| session.board_at(state);
    Ok(match (kind, extent) {
        (PageKind::Svg, _) => position_svg(&page, &here, session.record().cursor(), &session.known_here()),
        (PageKind::Html, Extent::Position) => {
            position_html(&page, &here, session.record().cursor(), &session.known_here())
        }
        (PageKind::Html, _) => match_html(&page, &board),
        (PageKind::Markdown, Extent::Position) => {
            format!("```text\n{}```\n\n{}", board_reply(&here), known(session, OutputFormat::Markdown))
        }
        (PageKind::Markdown, _) => match_markdown(&page),
        (PageKind::Latex, Extent::Position) => position_latex(&here),
        (PageKind::Latex, _) => match_latex(&page, &board),
        (PageKind::Text, Extent::Position) => board_reply(&here) + "\n" + &known(session, OutputFormat::Text),
        (PageKind::Text, _) => match_text(&page, &board),
    })
}

/// What is known of the decision on the table, in a format of answers.
fn known(session: &Session, format: OutputFormat) -> String {
    let output = OutputSettings { format, ..session.settings().output };
    reply(&Reply::Many(session.known_here()), &Format::plain(&output))
}

/// The parts of pages about a part of the record.
pub(super) fn match_page(session: &Session, extent: Extent) -> MatchPage<'_> {
    let report = session.match_report(extent);
    let settings = session.settings();
    MatchPage {
        names: &settings.names,
        info: report.info,
        games: report.games,
        met: report.met,
        evaluator: session.game_evaluator(),
        thresholds: &settings.analysis.thresholds,
        export: &settings.export,
        statistics: session
            .statistics_for(extent)
            .filter(|_| settings.export.include.statistics)
            .map(|reply| statistics(&reply, settings.output.digits, StatisticsLayout::Own { width: None })),
    }
}
