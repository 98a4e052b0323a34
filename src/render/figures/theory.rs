//! The prospects of the next roll, and the worth of the cube.

use crate::eval::CubePoint;
use crate::render::NumberFormat;
use crate::render::table::{Cell, Column, Paint, Room, Table};
use crate::render::words;
use crate::session::{CubeValueReply, MarketWindowReply, RollsReply, ScoreCell, ScoreMapReply, TemperatureMapReply};

fn mean(mean: f64, deviation: f64, numbers: &NumberFormat) -> String {
    let (mean, deviation) = (numbers.equity(mean), numbers.decimal(deviation));
    format!("mean over the 36 outcomes {mean}, standard deviation {deviation}")
}

/// The rolls, best first.
pub(super) fn rolls(reply: &RollsReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::of(&reply.rolls)
        .column(Column::number("Roll"), |roll| roll.dice.map(|die| die.to_string()).concat())
        .column(Column::number("Equity"), |roll| numbers.equity(roll.equity.into()))
        .column(Column::number("Luck").if_room(1), |roll| numbers.equity(roll.luck))
        .column(Column::words("Best play").with_room(Room::Cut(12)), |roll| {
            roll.play.as_deref().unwrap_or("no legal play")
        })
        .columns(reply.market.as_ref().map(|_| Column::number("Passes").if_room(2)), |roll| {
            roll.passes.map(|passes| format!("{passes}/36"))
        })
        .table;
    table.note(mean(reply.mean, reply.deviation, numbers));
    if let Some(market) = &reply.market {
        table.note(words::market(market, numbers));
        table.note("Passes: the opponent's rolls after which a double would be passed");
    }
    table
}

/// The square of first and second die, hot where the roll is good.
pub(super) fn temperature_map(reply: &TemperatureMapReply, numbers: &NumberFormat) -> Table {
    let dice = ["1", "2", "3", "4", "5", "6"];
    let mut table = Table::new(std::iter::once("").chain(dice).map(Column::number));
    let all = || reply.equities.iter().flatten().copied().map(f64::from);
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    for (die, equities) in dice.into_iter().zip(&reply.equities) {
        let cell = |&equity: &f32| {
            let equity = f64::from(equity);
            let heat = if most > least { (equity - least) / (most - least) } else { 0.5 };
            Cell { text: numbers.equity(equity), look: Paint::Heat(heat) }
        };
        table.row(std::iter::once(Cell::from(die)).chain(equities.iter().map(cell)));
    }
    table.note(mean(reply.mean, reply.deviation, numbers));
    if let Some(market) = &reply.market {
        table.note(words::market(market, numbers));
    }
    table
}

/// The decision at every score: what to do with the cube and what doubling gains, or the best play by a letter and what
/// it gains over the next.
pub(super) fn score_map(reply: &ScoreMapReply, numbers: &NumberFormat) -> Table {
    let is_cube = reply.plays.is_empty();
    let letter = |play: &str| {
        let at = reply.plays.iter().position(|one| one == play).unwrap_or_default();
        char::from_u32('A' as u32 + u32::try_from(at).unwrap_or_default()).unwrap_or('?').to_string()
    };
    let action = |cell: &ScoreCell| match cell.best.as_deref() {
        None => "-".to_owned(),
        Some("no double") => "ND".to_owned(),
        Some("double, take") => "D/T".to_owned(),
        Some("double, pass") => "D/P".to_owned(),
        Some("too good") => "TG".to_owned(),
        Some(play) => letter(play),
    };
    // From cold to hot: the later the action comes as a position gets better, or the play by its letter.
    let heat = |cell: &ScoreCell| match cell.best.as_deref()? {
        "no double" => Some(0.0),
        "double, take" => Some(0.5),
        "double, pass" => Some(0.8),
        "too good" => Some(1.0),
        play => {
            let at = reply.plays.iter().position(|one| one == play)?;
            Some(at as f64 / (reply.plays.len().max(2) - 1) as f64)
        }
    };
    let text = |cell: &ScoreCell| match cell.best {
        None => "-".to_owned(),
        Some(_) if is_cube => format!("{} {}", action(cell), numbers.equity(cell.margin.into())),
        Some(_) => format!("{} {}", action(cell), numbers.unsigned(cell.margin.into()).trim()),
    };
    let away: Vec<String> = (1..=reply.scores.len()).map(|away| format!("{away}-away")).collect();
    let mut table = Table::new(std::iter::once("").chain(away.iter().map(String::as_str)).map(Column::number));
    table.title = format!("{} needs (rows), {} needs (columns)", reply.player, reply.opponent);
    for (away, row) in away.iter().zip(&reply.scores) {
        let cell = |cell: &ScoreCell| match heat(cell) {
            Some(heat) => Cell { text: text(cell), look: Paint::Heat(heat) },
            None => Cell::from(text(cell)),
        };
        table.row(std::iter::once(Cell::from(&**away)).chain(row.iter().map(cell)));
    }
    for play in &reply.plays {
        table.note(format!("{}: {play}", letter(play)));
    }
    table.note(if is_cube {
        "ND no double, D/T double and take, D/P double and pass, TG too good; the number: what doubling gains"
    } else {
        "the number: what the best play gains over the next"
    });
    table.note(format!("for money: {}; {}-ply; 1-away is after the Crawford game", text(&reply.money), reply.ply));
    table
}

/// Dahl's estimate.
pub(super) fn cube_value(reply: &CubeValueReply, numbers: &NumberFormat) -> Table {
    let CubeValueReply { player, opponent, cubeless, owning, opponent_owning, taking, .. } = reply;
    let mut table = Table::new([
        Column::words("").with_room(Room::Cut(20)),
        Column::number(&format!("Equity of {player}")),
        Column::number("Worth of owning"),
    ]);
    let mut row = |name: String, equity: f64, change: Option<f64>| {
        table.row([name, numbers.equity(equity), change.map_or_else(String::new, |change| numbers.equity(change))]);
    };
    row("no cube".to_owned(), *cubeless, None);
    row(format!("{player} owns the cube"), cubeless + owning, Some(*owning));
    row(format!("{opponent} owns the cube"), cubeless - opponent_owning, Some(*opponent_owning));
    table.note("for a money game, in units of the cube; owning it is worth 0.35 × (wins + gammons / 2) (Dahl 1995)");
    let better = if *taking >= CubeValueReply::PASSING { "taking" } else { "nothing" };
    table.note(format!(
        "doubled, {opponent} would own the cube with {}; {better} is worth more than passing at {}",
        numbers.equity(*taking),
        numbers.equity(CubeValueReply::PASSING)
    ));
    if reply.is_match {
        table.note("this is a match, where the score changes what the cube is worth");
    }
    table
}

/// The winning chances at which cube actions change.
pub(super) fn market_window(reply: &MarketWindowReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::new([
        Column::words("Player").with_room(Room::Cut(12)),
        Column::words("Point"),
        Column::number("Dead cube"),
        Column::number("Live cube"),
    ]);
    let mut notes = Vec::new();
    for window in &reply.players {
        notes.push(format!(
            "{}: {} of wins are gammons, {} backgammons",
            window.player,
            numbers.share(f64::from(window.gammon_rates.gammon)),
            numbers.share(f64::from(window.gammon_rates.backgammon))
        ));
        let Some(points) = &window.points else { continue };
        let kinds: [(&str, Option<CubePoint>); 6] = [
            ("take", Some(points.take)),
            ("beaver", points.beaver),
            ("double", Some(points.double)),
            ("redouble", Some(points.redouble)),
            ("cash", Some(points.cash)),
            ("too good", Some(points.too_good)),
        ];
        for (kind, point) in kinds {
            let Some(point) = point else { continue };
            let percent = |x: f32| numbers.chance(f64::from(x));
            table.row([window.player.clone(), kind.to_owned(), percent(point.dead), percent(point.live)]);
        }
    }
    if table.rows.is_empty() {
        notes.push("the cube as it lies decides the match: turning it changes nothing".to_owned());
    } else if reply.crawford {
        notes.push("this is the Crawford game: nobody may double in it".to_owned());
    }
    notes.push(format!("{} wins {} now", reply.players[0].player, numbers.chance(f64::from(reply.win))));
    for note in notes {
        table.note(note);
    }
    table
}
