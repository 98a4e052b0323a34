//! Words of GNU Backgammon that make no command here, so that scripts and habits get an honest answer.

use super::Table;
use crate::command::ast::Unused;

/// Windows, sounds and colors: understood, nothing to do.
const NO_EFFECT: &str = "set analysis window, set annotation, set browser, set commandwindow, set delay, \
                         set dockpanels, set fullscreen, set gamelist, set geometry, set gui, set message, \
                         set panels, set panelwidth, set priority, set sound, set styledgamelist, set theorywindow, \
                         set toolbar, set vsync3d, set warning, set export folder, set import folder, set sgf folder, \
                         show browser, show delay, show geometry, show manual, show panels, show sound, show warning";

/// How a rollout that makes decisions would be done.
const ROLLOUTS: &str = "set evaluation chequerplay rollout, set evaluation cubedecision rollout, \
                        set player P chequerplay rollout, set player P cubedecision rollout";

/// Files of other programs, databases and the rest: refused, each for its reason.
const NOT_OFFERED: &[(&str, &str)] = &[
    (
        "a page of HTML prints as PDF",
        "export game pdf, export game ps, export match pdf, export match ps, export position pdf, export position ps",
    ),
    ("boards are drawn as SVG", "export htmlimages, export position png"),
    ("no description of this format was found", "export position bgo2clipboard, export position bgonline"),
    ("no description of this format was found", "import bgroom, import empire, import party, import sgg, import tmg"),
];

pub(super) fn rows(t: &mut Table) {
    NO_EFFECT.split(", ").for_each(|words| t.no_effect(words, Unused::Windows));
    let colors = "it concerns GNU Backgammon's windows: `set output theme` chooses colours here";
    t.no_effect("set appearance|colours", Unused::Because(colors));
    t.no_effect("show cheat", Unused::Because("the dice are never rigged here"));
    t.no_effect("show lang", Unused::Because("gammon speaks English"));
    t.no_effect("show calibration", Unused::Because("the speed is measured when it is asked for"));
    for words in ["show buildinfo", "show commands", "show copying", "show credits", "show warranty"] {
        t.no_effect(words, Unused::Because("see `show version`, `help` and `gammon --help`"));
    }
    ROLLOUTS.split(", ").for_each(|words| t.no_effect(words, Unused::RolloutsAsDecisions));
    t.no_effect("set cheat", Unused::Because("the dice are never rigged here"));
    t.no_effect("set calibration", Unused::Because("the speed is measured when it is asked for"));
    for (why, all) in NOT_OFFERED {
        all.split(", ").for_each(|words| t.not_offered(words, why));
    }
}
