//! The errors of both players, added up.

use crate::analysis::{Class, Loss, PlayerStatistics, Statistics};
use crate::board::Player;
use crate::record::Skill;
use crate::render::report::decisions::MatchPage;
use crate::render::report::signed;
use maud::{Markup, html};

/// The performance ratings by seat, with the name of the class; empty where nothing is analyzed.
pub fn ratings(page: &MatchPage<'_>) -> [String; 2] {
    let statistics = Statistics::of_games(page.games, page.met, page.thresholds);
    Player::BOTH.map(|player| {
        let one = &statistics.players[player];
        let rating = one.performances.all().rating().filter(|_| page.export.include.analysis);
        rating.map_or_else(String::new, |rating| format!("PR {rating:.1}, {}", Class::of(rating).name()))
    })
}

/// The errors of both players.
pub fn summary(page: &MatchPage<'_>) -> Markup {
    let statistics = Statistics::of_games(page.games, page.met, page.thresholds);
    if !statistics.has_plays() {
        return html! { p { "This match has not been analysed." } };
    }
    let players = [Player::Top, Player::Bottom];
    let plays_of = |skill: Skill| {
        let name = skill.name();
        format!("{}{} plays", name[..1].to_uppercase(), &name[1..])
    };
    let row = |label: &str, cell: &dyn Fn(&PlayerStatistics) -> String| {
        html! { tr { td { (label) } @for player in players { td { (cell(&statistics.players[player])) } } } }
    };
    let lost = |loss: Loss| if loss.equity == 0.0 { "0".to_owned() } else { signed((-loss.equity as f32).into()) };
    let rating = |rating: Option<f64>| rating.map_or_else(|| "–".to_owned(), |rating| format!("{rating:.1}"));
    let wrong_cubes =
        |of: &PlayerStatistics| of.cube.errors().into_iter().map(|counted| counted.count).sum::<u32>().to_string();
    html! {
        section id="statistics" {
            h2 { "Errors" }
            table {
                tr { th {} @for player in players { th { (page.names[player]) } } }
                (row("Unforced plays", &|of| of.plays.unforced.to_string()))
                @for (i, skill) in Skill::ALL.into_iter().enumerate() {
                    (row(&plays_of(skill), &|of| of.plays.marked[i].to_string()))
                }
                (row("Lost in plays", &|of| lost(of.plays.error)))
                (row("Close or actual cube decisions", &|of| of.cube.close.to_string()))
                (row("Wrong cube decisions", &wrong_cubes))
                (row("Lost with the cube", &|of| lost(of.cube.error())))
                (row("Performance rating (PR)", &|of| rating(of.performances.all().rating())))
                @if statistics.has_luck() { (row("Luck", &|of| signed((of.luck.luck.equity as f32).into()))) }
            }
        }
    }
}
