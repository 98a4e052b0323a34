//! Counts of races and values from the bearoff databases.

use crate::eval::counts::{Isight, Kleinman, LeadRule, RaceAdvice, RaceCount};
use crate::render::NumberFormat;
use crate::render::table::{Column, Room, Table};
use crate::session::{BearoffReply, CountReply, OneSidedReply, PipCount, SideEffort};
use crate::words::counted;

const fn advice(advice: RaceAdvice) -> &'static str {
    match advice {
        RaceAdvice::NoDouble => "no double, take",
        RaceAdvice::Double => "double, no redouble; take",
        RaceAdvice::Redouble => "double or redouble; take",
        RaceAdvice::Pass => "double, pass",
    }
}

fn player() -> Column {
    Column::words("Player").with_room(Room::Cut(10))
}

/// Pips and the leader.
pub(super) fn pips(reply: &CountReply<PipCount>) -> Table {
    let PipCount { on_roll, opponent, lead } = reply.count;
    let mut table = Table::new([player(), Column::number("Pips")]);
    table.row([reply.player.clone(), on_roll.to_string()]);
    table.row([reply.opponent.clone(), opponent.to_string()]);
    table.note(match lead {
        0 => "nobody leads".to_owned(),
        1.. => format!("{} leads by {lead}", reply.player),
        _ => format!("{} leads by {}", reply.opponent, -lead),
    });
    table
}

/// A table of a count that is made for races, which says so where this is none yet.
fn of_race<T>(reply: &CountReply<T>, mut table: Table) -> Table {
    if reply.has_contact {
        table.note("there is still contact; this count is made for races");
    }
    table
}

/// Thorp's and Keith's counts.
pub(super) fn race(reply: &CountReply<RaceCount>, numbers: &NumberFormat) -> Table {
    let count = &reply.count;
    let mut table = Table::new([player(), Column::number("Count"), Column::number("With the surcharge")]);
    table.row([reply.player.clone(), count.on_roll.to_string(), numbers.tenths(count.surcharged)]);
    table.row([reply.opponent.clone(), count.opponent.to_string(), String::new()]);
    table.note(advice(count.advice));
    of_race(reply, table)
}

/// The Isight count.
pub(super) fn isight(reply: &CountReply<Isight>, numbers: &NumberFormat) -> Table {
    let count = &reply.count;
    let mut table = Table::new([player(), Column::number("Count")]);
    table.row([reply.player.clone(), count.on_roll.to_string()]);
    table.row([reply.opponent.clone(), count.opponent.to_string()]);
    table.note(format!("winning chance {}", numbers.share(count.win_percent / 100.0)));
    table.note(advice(count.advice));
    of_race(reply, table)
}

/// Kleinman's estimate.
pub(super) fn kleinman(reply: &CountReply<Kleinman>, numbers: &NumberFormat) -> Table {
    let count = &reply.count;
    let heads = ["Lead", "Sum", "K", "Wins"];
    let mut table = Table::new(heads.map(Column::number));
    table.row([count.lead.to_string(), count.sum.to_string(), numbers.decimal(count.k), numbers.chance(count.win)]);
    of_race(reply, table)
}

/// The rule of 8, 9 and 12 percent.
pub(super) fn lead_rule(reply: &CountReply<LeadRule>, numbers: &NumberFormat) -> Table {
    let mut table = Table::new([Column::number("Lead"), Column::words("Advice")]);
    let count = &reply.count;
    table.row([numbers.share(count.lead_percent / 100.0), advice(count.advice).to_owned()]);
    of_race(reply, table)
}

fn efforts(sides: &[SideEffort], numbers: &NumberFormat) -> Table {
    Table::of(sides)
        .column(player(), |side| &side.player)
        .column(Column::number("Pips"), |side| side.pips.to_string())
        .column(Column::number("Rolls"), |side| numbers.decimal(side.effective.rolls))
        .column(Column::number("EPC"), |side| numbers.decimal(side.effective.pips))
        .column(Column::number("Wastage"), |side| numbers.decimal(side.effective.wastage))
        .table
}

/// The effort of each side by itself.
pub(super) fn one_sided(reply: &OneSidedReply, numbers: &NumberFormat) -> Table {
    let mut table = efforts(&reply.sides, numbers);
    let chance = |x: f32| numbers.chance(f64::from(x));
    let outputs = &reply.outputs;
    table.note(format!("{}, each side bearing off by itself", counted(reply.trials, "game")));
    table.note(format!(
        "wins {}, gammons {}, gammons lost {}",
        chance(outputs.win()),
        chance(outputs.win_gammon()),
        chance(outputs.lose_gammon())
    ));
    table
}

/// The databases' values. Exact equities have two digits more than others.
pub(super) fn bearoff(reply: &BearoffReply, numbers: &NumberFormat) -> Table {
    let mut table = efforts(&reply.sides, numbers);
    if let Some(exact) = &reply.exact {
        let equity = |x: f32| numbers.more(2).equity(f64::from(x));
        table.note(format!(
            "exact equities: cubeless {}, owning the cube {}, centered {}, opponent's cube {}",
            equity(exact.cubeless),
            equity(exact.owned),
            equity(exact.centered),
            equity(exact.opponents)
        ));
    }
    table
}
