//! Statistics with all their rows, for `show statistics` and for matches as text.

use crate::board::Player;
use crate::command::Part;
use crate::render::StatisticsLayout;
use crate::session::Session;

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
