//! `set analysis …`, `set tutor …`: how records are analyzed, and who is warned.

use super::set_rollout::{change_eval, change_filters, eval_commands, filter_commands};
use super::{Session, SessionError};
use crate::board::Player;
use crate::command::{AnalysisChange, AnalysisKind, Decision, Set, Threshold, TutorChange};
use crate::record::{LuckMark, Skill};

impl Session {
    pub(super) fn set_analysis(&mut self, change: &AnalysisChange) -> Result<String, SessionError> {
        let seats = match change {
            AnalysisChange::Player(player, _) => self.seats(player)?,
            _ => Vec::new(),
        };
        let analysis = &mut self.settings.analysis;
        match change {
            AnalysisChange::Eval(Decision::Chequerplay, change) => change_eval(&mut analysis.chequerplay, change),
            AnalysisChange::Eval(Decision::Cube, change) => change_eval(&mut analysis.cubedecision, change),
            AnalysisChange::Luck(change) => change_eval(&mut analysis.luck, change),
            AnalysisChange::Filter(change) => change_filters(&mut analysis.filters, change)?,
            AnalysisChange::Kind(AnalysisKind::Cube, on) => analysis.cube = *on,
            AnalysisChange::Kind(AnalysisKind::Luck, on) => analysis.dice = *on,
            AnalysisChange::Kind(AnalysisKind::Moves, on) => analysis.plays = *on,
            AnalysisChange::Player(_, on) => seats.into_iter().for_each(|seat| analysis.players[seat] = *on),
            AnalysisChange::Threshold(mark, x) => *analysis_threshold(&mut analysis.thresholds, *mark) = *x,
        }
        Ok(format!("set analysis {change}"))
    }

    pub(super) fn set_tutor(&mut self, change: TutorChange) -> String {
        let tutor = &mut self.settings.tutor;
        match change {
            TutorChange::Mode(on) => tutor.mode = on,
            TutorChange::Cube(on) => tutor.cube = on,
            TutorChange::Chequer(on) => tutor.chequer = on,
            TutorChange::Skill(skill) => tutor.skill = skill,
        }
        format!("set tutor {change}")
    }

    pub(super) fn tutor_commands(&self) -> Vec<String> {
        let tutor = &self.settings.tutor;
        let changes = [
            TutorChange::Mode(tutor.mode),
            TutorChange::Cube(tutor.cube),
            TutorChange::Chequer(tutor.chequer),
            TutorChange::Skill(tutor.skill),
        ];
        changes.into_iter().map(|change| format!("set {}", Set::Tutor(change))).collect()
    }

    pub(super) fn analysis_commands(&self) -> Vec<String> {
        let analysis = &self.settings.analysis;
        let mut lines = Vec::new();
        eval_commands(&mut lines, "set analysis chequerplay evaluation", &analysis.chequerplay);
        eval_commands(&mut lines, "set analysis cubedecision evaluation", &analysis.cubedecision);
        eval_commands(&mut lines, "set analysis luckanalysis", &analysis.luck);
        filter_commands(&mut lines, "set analysis movefilter", &analysis.filters);
        let mut changes = vec![
            AnalysisChange::Kind(AnalysisKind::Cube, analysis.cube),
            AnalysisChange::Kind(AnalysisKind::Luck, analysis.dice),
            AnalysisChange::Kind(AnalysisKind::Moves, analysis.plays),
        ];
        let marks = Skill::ALL.map(Threshold::Skill).into_iter().chain(LuckMark::ALL.map(Threshold::Luck));
        let mut thresholds = analysis.thresholds;
        changes.extend(marks.map(|mark| AnalysisChange::Threshold(mark, *analysis_threshold(&mut thresholds, mark))));
        lines.extend(changes.into_iter().map(|change| format!("set {}", Set::Analysis(change))));
        let on_off = |on: bool| if on { "on" } else { "off" };
        let players = Player::BOTH.map(|player| {
            format!("set analysis player {} analyse {}", player.index(), on_off(analysis.players[player]))
        });
        lines.extend(players);
        lines.push(format!("set ratingoffset {}", self.settings.rating_offset));
        lines
    }
}

/// The threshold of a mark.
fn analysis_threshold(thresholds: &mut crate::analysis::Thresholds, mark: Threshold) -> &mut f32 {
    match mark {
        Threshold::Skill(Skill::Doubtful) => &mut thresholds.doubtful,
        Threshold::Skill(Skill::Bad) => &mut thresholds.bad,
        Threshold::Skill(Skill::VeryBad) => &mut thresholds.very_bad,
        Threshold::Luck(LuckMark::VeryLucky) => &mut thresholds.very_lucky,
        Threshold::Luck(LuckMark::Lucky) => &mut thresholds.lucky,
        Threshold::Luck(LuckMark::Unlucky) => &mut thresholds.unlucky,
        Threshold::Luck(LuckMark::VeryUnlucky) => &mut thresholds.very_unlucky,
    }
}
