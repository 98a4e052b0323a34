//! `show marketwindow` and `show gammonvalues`: the chances at which the cube is turned, in columns of their own.

use super::Talk;
use super::talk::Answer;
use super::words::words_of;
use crate::analysis::cube_info;
use crate::board::{ByPlayer, Player, Side};
use crate::command::Show;
use crate::eval::{CubePoint, CubePoints, GammonRates, Outputs};
use crate::formats::Extent;
use crate::record::{Game, Standing};
use crate::session::{Figures, GammonValue, PlayerWindow};

/// `show marketwindow`.
pub(super) fn window(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let game = talk.game()?;
    let [own, other] = match rates_of(rest) {
        Some(rates) => at_rates(talk, &game, &rates),
        None => match talk.figures(Show::MarketWindow)? {
            Figures::MarketWindow(reply) => reply.players,
            _ => return Err("".into()),
        },
    };
    let windows = if game.on_roll == Player::Top { [own, other] } else { [other, own] };
    let mut text: String = windows.iter().map(rates_line).collect();
    let standing = talk.state().standing;
    if matches!(standing, Standing::Money { .. }) {
        text += &windows.iter().map(|window| format!("\n{}", parameters(window))).collect::<String>();
    } else {
        text += "\n\n";
        for (player, window) in Player::BOTH.into_iter().zip(&windows) {
            let dead = Dead { own: is_dead(&game, &standing, player), other: is_dead(&game, &standing, !player) };
            text += &in_match(window, &dead);
        }
    }
    Ok(text)
}

/// The rates of gammons of both players, typed in percent; none where the first is no number above 0.
fn rates_of(rest: &str) -> Option<ByPlayer<f32>> {
    let words = words_of(rest);
    let percent = |at: usize| words.get(at).and_then(|word| word.parse::<f32>().ok()).filter(|rate| *rate > 0.0);
    let [top, bottom] = [percent(0)?, percent(1).unwrap_or(0.0)].map(|rate| (rate / 100.0).min(1.0));
    Some(ByPlayer([top, bottom]))
}

/// What the points are where this many wins are gammons: the side on roll comes first.
fn at_rates(talk: &Talk<'_>, game: &Game, rates: &ByPlayer<f32>) -> [PlayerWindow; 2] {
    let half = |player: Player| 0.5 * rates[player];
    let outputs = Outputs([0.5, half(game.on_roll), 0.0, half(!game.on_roll), 0.0]);
    let info = cube_info(talk.state(), game, talk.session.match_report(Extent::Game).met);
    [(Side::OnRoll, game.on_roll), (Side::Opponent, !game.on_roll)].map(|(side, player)| PlayerWindow {
        player: talk.name(player),
        gammon_rates: GammonRates::of(&outputs, side),
        points: CubePoints::of(&info, &outputs, side),
    })
}

fn rates_line(window: &PlayerWindow) -> String {
    let GammonRates { gammon, backgammon } = window.gammon_rates;
    let (gammon, backgammon) = (100.0 * gammon, 100.0 * backgammon);
    format!("Player {:<25}: gammon rate {gammon:6.2}%, bg rate {backgammon:6.2}%\n", window.player)
}

/// The points for money.
fn parameters(window: &PlayerWindow) -> String {
    let mut text =
        format!("Player {} cube parameters:\n\nCube parameter               Dead Cube      Live Cube\n", window.player);
    let Some(points) = &window.points else { return text };
    let rows = [
        ("Take Point (TP)", Some(points.take)),
        ("Beaver Point (BP)", points.beaver),
        ("Raccoon Point (RP)", points.raccoon),
        ("Initial Double Point (IDP)", Some(points.double)),
        ("Redouble Point (RDP)", Some(points.redouble)),
        ("Cash Point (CP)", Some(points.cash)),
        ("Too good Point (TGP)", Some(points.too_good)),
    ];
    for (label, point) in rows {
        let Some(CubePoint { dead, live }) = point else { continue };
        text += &format!("{label:<27}{:9.3}%{:12.3}%\n", 100.0 * dead, 100.0 * live);
    }
    text
}

/// Whom a cube that is turned once more is of no use to.
struct Dead {
    own: bool,
    other: bool,
}

/// Whether a player needs no more than a cube that is turned once.
fn is_dead(game: &Game, standing: &Standing, player: Player) -> bool {
    standing.points()[player] + 2 * game.cube.value() >= u32::from(standing.length())
}

/// The windows in a match, from the point where one doubles to that where the other passes.
fn in_match(window: &PlayerWindow, dead: &Dead) -> String {
    let mut text = format!("Player {} market window:\n\n", window.player);
    let Some(points) = &window.points else {
        return text + "The cube as it lies decides the match: turning it changes nothing.\n";
    };
    let (double, cash) = (100.0 * points.double.dead, 100.0 * points.cash.dead);
    if dead.own && !dead.other {
        // Who is asked redoubles at once; what the window were without that is not worked out.
        text += &format!("Dead cube (opponent redoubles):{double:6.2}% - {cash:6.2}%\n\n");
        return text;
    }
    text += &format!("Dead cube: {double:6.2}% - {cash:6.2}%\n");
    if !dead.other {
        text += &format!("Live cube:{double:6.2}% - {:6.2}%\n\n", 100.0 * points.cash.live);
    }
    text
}

/// `show gammonvalues`.
pub(super) fn gammon_values(talk: &mut Talk<'_>) -> Answer {
    talk.game()?;
    let Figures::GammonValues(reply) = talk.figures(Show::GammonValues)? else { return Err("".into()) };
    let row =
        |value: &GammonValue| format!("{:<17}{:.5}         {:.5}\n", value.player, value.gammon, value.backgammon);
    let rows: String = reply.players.iter().map(row).collect();
    Ok(format!("Player           Gammon value    Backgammon value\n{rows}"))
}
