//! Statistics with all their rows, for `show statistics` and for matches as text.

use crate::analysis::Statistics;
use crate::board::Player;
use crate::command::Part;
use crate::render::StatisticsLayout;
use crate::session::Session;
use crate::words::counted;

/// Statistics as they stand there: every play counts as made well until an analysis says otherwise.
pub(super) fn whole(session: &Session, part: Part) -> Option<String> {
    let mut reply = session.whole_statistics(part).ok()?;
    for player in Player::BOTH {
        let plays = &mut reply.statistics.players[player].plays;
        plays.unmarked += plays.made.saturating_sub(plays.total);
        plays.total = plays.total.max(plays.made);
    }
    Some(crate::render::statistics(&reply, session.settings().output.digits, StatisticsLayout::Whole))
}

/// The score after each game, or in it, a line each.
pub(super) fn score_sheet(session: &Session) -> String {
    let main = session.record().main_line();
    let [top, bottom] = &session.settings().names.0;
    let kind = match session.state().standing.length() {
        0 => "Money Session".to_owned(),
        length => format!("Match to {}", counted(length, "point")),
    };
    let head = format!("{top} | {bottom}");
    let mut text = format!("Score Sheet - {kind}\n\n{head}\n{}\n", "-".repeat(head.chars().count()));
    for game in main.games().iter().filter(|game| !game.steps.is_empty()) {
        let [of_top, of_bottom] = game.state(game.steps.len()).standing.points().0;
        text += &format!("{of_top:>width$} | {of_bottom}\n", width = top.chars().count());
    }
    text + "\n"
}

/// The results of all games for player 0, with luck and without, a line each, as `show matchresult` has them: of a
/// match the chance to win it after a game that began even, of a session points and what they come to in the mean.
pub(super) fn results(session: &Session) -> String {
    let (met, thresholds) = (session.met(), &session.settings().analysis.thresholds);
    let main = session.record().main_line();
    let begun = main.games().iter().filter(|game| game.state(game.steps.len()).shown().is_some());
    let games = begun.map(|game| Statistics::of_game(game, met, thresholds));
    // Sums of nothing are −0.
    let results: Vec<[f64; 2]> = games.map(|game| [game.actual() + 0.0, game.luck_adjusted() + 0.0]).collect();
    let name = &session.settings().names[Player::Top];
    let mut text = format!("Actual and luck adjusted results for {name}\n\nGame       Actual     Luck adj. \n\n");
    let is_match = session.state().standing.length() > 0;
    for (i, result) in results.iter().enumerate() {
        let [actual, adjusted] = if is_match {
            result.map(|gained| format!("{:8.2}%", 100.0 * (0.5 + gained)))
        } else {
            result.map(|points| format!("{points:8.3}%"))
        };
        text += &format!("{i:10}  {actual}  {adjusted}\n");
    }
    let of_all = |of: &dyn Fn(f64, f64) -> f64| {
        [0, 1].map(|k| {
            let sum = 0.0 + results.iter().map(|result| result[k]).sum::<f64>();
            of(sum, results.iter().map(|result| result[k].powi(2)).sum())
        })
    };
    if is_match {
        let [actual, adjusted] = of_all(&|sum, _| 100.0 * (0.5 + sum));
        return text + &format!("     Final  {actual:8.2}%  {adjusted:8.2}%\n");
    }
    let [actual, adjusted] = of_all(&|sum, _| sum);
    text += &format!("       Sum  {actual:+8.3}  {adjusted:+8.3}\n");
    if results.is_empty() {
        return text;
    }
    let n = results.len() as f64;
    let [actual, adjusted] = of_all(&|sum, _| sum / n);
    text += &format!("   Average  {actual:+8.3}  {adjusted:+8.3}\n");
    // The spread of the games divided by their number, as the program has it.
    let [actual, adjusted] =
        of_all(&|sum, squares| 1.96 * (squares / n - (sum / n).powi(2)).max(0.0).sqrt() / n.sqrt());
    text + &format!("     95%CI  {actual:8.3}  {adjusted:8.3}\n")
}
