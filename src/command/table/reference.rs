//! Words of GNU Backgammon that make no command here, so that scripts and habits get an honest answer.

use super::Table;
use crate::command::ast::Unused;

/// Windows, sounds and colors: understood, nothing to do.
const NO_EFFECT: &str = "copy
set analysis window
set annotation
set appearance|colours
set browser
set commandwindow
set delay
set dockpanels
set fullscreen
set gamelist
set geometry
set gui
set message
set panels
set panelwidth
set priority
set sound
set styledgamelist
set theorywindow
set toolbar
set vsync3d
set warning
show browser
show delay
show geometry
show manual
show panels
show sound
show warning";

/// Settings of records of games, their files and analysis: understood, nothing to do yet.
const RECORDS: &str = "relational setup
set aliases
set autosave analysis
set autosave confirm
set autosave time
set evaluation sameasanalysis
set export
set import
set record
set sgf";

/// How a rollout that makes decisions would be done.
const ROLLOUTS: &str = "set evaluation chequerplay rollout
set evaluation cubedecision rollout
set player P chequerplay rollout
set player P cubedecision rollout";

/// Records, analysis of matches, other programs and the rest: refused.
const NOT_OFFERED: &str = "export game latex
export game pdf
export game ps
export game snowietxt
export htmlimages
export match latex
export match pdf
export match ps
export match snowietxt
export position bgo2clipboard
export position bgonline
export position pdf
export position png
export position pos
export position ps
export session latex
import bgroom
import empire
import gam
import oldmoves
import party
import pos
import sgg
import tmg
load python
relational add
relational erase
relational select
relational show
relational test
set output output
show aliases
show buildinfo
show calibration
show cheat
show clockwise
show commands
show copying
show credits
show display
show export
show lang
show scoremap
show warranty";

pub(super) fn rows(t: &mut Table) {
    NO_EFFECT.lines().for_each(|words| t.no_effect(words, Unused::Windows));
    RECORDS.lines().for_each(|words| t.no_effect(words, Unused::Records));
    ROLLOUTS.lines().for_each(|words| t.no_effect(words, Unused::RolloutsAsDecisions));
    t.no_effect("set cheat", Unused::Because("the dice are never rigged here"));
    t.no_effect("set calibration", Unused::Because("the speed is measured when it is asked for"));
    NOT_OFFERED.lines().for_each(|words| t.not_offered(words));
}
