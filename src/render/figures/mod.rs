//! Figures as tables: one function for each kind.

mod analysis;
mod book;
mod counts;
mod folders;
mod imports;
mod library;
mod practice;
mod rollouts;
mod scores;
mod stored;
mod theory;
mod versus;

pub(super) use versus::tables as versus_tables;

use super::decision::answers_table;
use super::table::Table;
use super::table_svg::tables_svg;
use super::{Format, NumberFormat, Role};
use crate::session::{Figures, Warning};

/// Figures as text, with the reason not to trust them if there is one.
pub fn figures(figures: &Figures, warning: Option<Warning>, format: &Format) -> String {
    tables(figures, warning, format).iter().map(|table| table.shown(format)).collect()
}

/// Figures as a drawing.
pub fn figures_svg(figures: &Figures, warning: Option<Warning>, format: &Format) -> String {
    tables_svg(&tables(figures, warning, format))
}

/// Figures as tables.
pub(super) fn tables(figures: &Figures, warning: Option<Warning>, format: &Format) -> Vec<Table> {
    let numbers = &format.numbers();
    let mut tables: Vec<Table> = match figures {
        Figures::Rolls(reply) => vec![theory::rolls(reply, numbers)],
        Figures::TemperatureMap(reply) => vec![theory::temperature_map(reply, numbers)],
        Figures::ScoreMap(reply) => vec![theory::score_map(reply, numbers)],
        Figures::CubeValue(reply) => vec![theory::cube_value(reply, numbers)],
        Figures::MarketWindow(reply) => vec![theory::market_window(reply, numbers)],
        Figures::PipCount(reply) => vec![counts::pips(reply)],
        Figures::Thorp(reply) | Figures::Keith(reply) => vec![counts::race(reply, numbers)],
        Figures::Isight(reply) => vec![counts::isight(reply, numbers)],
        Figures::Kleinman(reply) => vec![counts::kleinman(reply, numbers)],
        Figures::LeadRule(reply) => vec![counts::lead_rule(reply, numbers)],
        Figures::OneSidedRollout(reply) => vec![counts::one_sided(reply, numbers)],
        Figures::Bearoff(reply) => vec![counts::bearoff(reply, numbers)],
        Figures::Position(reply) => vec![scores::position(reply)],
        Figures::Results(reply) => vec![rollouts::results(reply, numbers)],
        Figures::Saved(reply) => vec![rollouts::saved(reply)],
        Figures::Jobs(reply) => vec![rollouts::jobs(reply, numbers)],
        Figures::GammonValues(reply) => vec![scores::gammon_values(reply, numbers)],
        Figures::MatchEquityTable(reply) => vec![scores::met(reply, numbers)],
        Figures::Eq2Mwc(reply) => vec![scores::scale(reply, true, numbers)],
        Figures::Mwc2Eq(reply) => vec![scores::scale(reply, false, numbers)],
        Figures::Errors(reply) => vec![analysis::errors(reply, numbers)],
        Figures::Beaver(reply) => vec![answers_table(reply, numbers)],
        Figures::Marked(reply) => vec![analysis::marked(reply)],
        Figures::RolledOut(reply) => vec![analysis::rolled_out(reply, numbers)],
        Figures::History(reply) => analysis::history(reply),
        Figures::FolderImport(reply) => imports::folder(reply),
        Figures::GameList(reply) => vec![scores::game(reply)],
        Figures::Practice(reply) => vec![practice::table(reply, numbers)],
        Figures::Book(reply) => vec![book::table(reply, numbers)],
        Figures::Training(reply) => vec![book::training(reply, numbers)],
        Figures::PracticeCards(reply) => vec![practice::cards(reply, numbers)],
        Figures::PracticeAnswers(reply) => vec![practice::answers(reply, numbers)],
        Figures::Rows(reply) => vec![scores::rows(reply)],
        Figures::RolloutStatistics(reply) => rollouts::statistics(reply, numbers),
        Figures::RolloutCost(reply) => vec![rollouts::cost(reply)],
        Figures::Decision(reply) => stored::decision(reply, numbers, format.is_low),
        Figures::Performance(reply) => vec![analysis::performance(reply)],
        Figures::Comparison(reply) => analysis::comparison(reply, format),
        Figures::Flags(reply) => vec![analysis::flags(reply)],
        Figures::Library(reply) => vec![library::info(reply)],
        Figures::LibraryList(reply) => vec![library::list(reply)],
        Figures::Plan(reply) => vec![library::plan(reply, numbers)],
        Figures::Found(reply) => vec![library::found(reply, numbers)],
        Figures::FolderPerformance(reply) => vec![folders::performance(reply)],
        Figures::Stored(reply) => stored::stored(reply, numbers),
        Figures::Versus(reply) => versus::tables(reply, format),
        Figures::Horizons(reply) => vec![rollouts::horizons(reply, numbers)],
    };
    if let (Some(last), Some(warning)) = (tables.last_mut(), warning) {
        last.notes.push((Role::Warning, warning.to_string()));
    }
    tables
}

/// A number, nothing where it is unknown.
fn known(number: Option<f64>, numbers: &NumberFormat) -> String {
    number.map_or_else(String::new, |number| numbers.unsigned(number))
}

/// A share in percent, nothing where it is unknown.
fn per_cent(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share))
}
