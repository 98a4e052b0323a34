//! Help on how things are done, and on what stands in answers: subjects for who is new.

use super::topics::Subject;

/// The lines that `help` shows first: what somebody wants to do, and what to type.
pub(super) const TASKS: &[(&str, &str)] = &[
    ("paste an XGID, an ID or a board", "sets the position up; `hint` says what is best, `rollout` settles it"),
    ("new match 7, play against engine", "plays a match; type dice and plays as `31` and `8/5 6/5`"),
    ("open match.mat", "reads a match (.mat, .xg, .sgf …); then `analyse match`, `study`, `show errors`"),
    ("rollout plays 8/5 6/5, 24/20", "compares plays; Ctrl-C stops and shows, `rollout resume` goes on"),
    ("export match html match.html", "writes a page to look at or to send; also `export rollout html`"),
    ("tour", "shows all that in seven steps; `help WORD` and `help /WORD` look for anything"),
];

pub(super) const GUIDE: &[Subject] = &[
    Subject {
        names: &["start", "start here", "me", "begin", "beginning", "getting started", "basics"],
        title: "where to start",
        text: &[
            "Paste a position: an XGID, a GNU Backgammon ID, or a board as programs and forums draw it. `hint` ranks the \
             plays, or says whether to double; `rollout` plays the best ones out to the end and says how sure the answer is. \
             Ctrl-C stops any work and shows what is known.",
            "`open match.mat` reads a match from any of the usual programs. `analyse match` finds the errors, `show errors` \
             lists the worst, `goto error 1` goes there, `export match html match.html` writes a page.",
            "`new match 7` begins a match, `play against engine` lets the engine play one side. `31` sets dice, `8/5 6/5` is \
             a play.",
            "Tab shows what may come next. `help` with any word looks for it; `help topics` lists what is explained.",
        ],
        commands: &["tour", "hint", "rollout", "import auto", "new match"],
    },
    Subject {
        names: &["opponent", "play against engine", "against"],
        title: "playing against the engine",
        text: &[
            "Both sides are yours until a player is given to the engine. `play against engine` (or `set player 0 gnubg`) \
             lets the engine play the side at the top; `set player 0 human` takes it back. `play` lets it make one turn only.",
            "`set player 0 chequerplay evaluation plies 0` makes it think less; `set player 0 chequerplay evaluation noise \
             0.05` makes it err.",
        ],
        commands: &["set player P gnubg", "set player P human", "new match", "play", "set tutor mode"],
    },
    Subject {
        names: &["position", "positions", "set up", "setup", "paste", "by hand", "xgid"],
        title: "setting a position up",
        text: &[
            "Paste it: an XGID (with or without `XGID=`), a Position ID or GNUbg ID, XG's or GNU Backgammon's text, or a \
             board drawn with letters. `show position` prints the IDs of what lies on the table.",
            "By hand: `set board simple` and 26 numbers: your checkers on the bar, then points 1 to 24 as you count them, then \
             the opponent's bar; yours positive, the opponent's negative. The beginning of a game is \
             `set board simple 0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0`.",
            "Then `set dice 31` or `set turn`, `set cube value 2`, `set cube owner 0`, `set score 2 4 7`.",
        ],
        commands: &["set xgid", "set board", "set dice", "set turn", "set cube owner", "set score", "show position"],
    },
    Subject {
        names: &["settings", "permanent", "config", "startup", "keep settings"],
        title: "settings that stay",
        text: &[
            "`save settings` keeps everything that you have set for the next start; `show settings` lists it as commands. \
             `undo setting` takes the last change back.",
            "Commands of your own that run at every start stand in a file that `gammon config edit` opens; `gammon config \
             diff` shows what differs from the defaults.",
        ],
        commands: &["save settings", "show settings", "undo setting", "load commands"],
    },
    Subject {
        names: &["files", "where files", "where match saved", "folders", "stored", "kept"],
        title: "where things are kept",
        text: &[
            "gammon fetches nothing from the web: save a match as a file first, then `open` it. Names of files are taken from the folder in which gammon was started; `browse .` lists the matches of a folder. \
             Settings, kept matches and saved rollouts lie in folders of your own: `gammon doctor` outside the prompt names \
             them all, `gammon config path` that of the settings.",
        ],
        commands: &["import auto", "browse", "save match", "save settings", "load unsaved", "rollout saved"],
    },
    Subject {
        names: &["columns", "column", "table", "headings", "win", "g", "bg", "lg", "lbg", "by"],
        title: "the columns of tables",
        text: &[
            "Win: the chance to win the game, gammons and backgammons among them. G: to win a gammon or more. BG: to win a \
             backgammon. LG: to lose a gammon or more. LBG: to lose a backgammon. The chance to lose is one less Win.",
            "Equity: points won on average at a cube of 1 (in a match, normalized). Behind by: how much less than the best. \
             Both with the cube, unless a title says cubeless.",
            "By: who says so: 0-ply is the nets alone, 2-ply looks two turns ahead, and 1296 is a rollout of so many trials. \
             Best: the chance that the play is the best of those rolled out. ± is a standard error.",
            "* stands at the best play. The dim line below the table names the settings: cubeful is with the cube, prune a \
             faster search, [expert] a preset.",
        ],
        commands: &["hint", "rollout", "eval", "show rollout detail", "set output winpc"],
    },
    Subject {
        names: &["marks", "mark", "symbols", "?!", "?", "??", "+", "++", "-", "--", "signs"],
        title: "marks of decisions and rolls",
        text: &[
            "?! is doubtful, ? bad, ?? very bad: the decision gave up more than `set analysis threshold` says (.030, .060 \
             and .120 unless set otherwise), as in GNU Backgammon.",
            "Lists and counts have errors from .020 and blunders from .080, as eXtreme Gammon's players count them: \
             `set analysis errors from`.",
            "++ is a very lucky roll, + lucky, - unlucky, -- very unlucky.",
            "`next marked` goes to the next decision with a mark, `annotate move bad` sets one by hand.",
        ],
        commands: &["show errors", "next marked", "show analysis", "set analysis threshold doubtful", "list game"],
    },
    Subject {
        names: &["keys", "key", "shortcuts", "keyboard", "ctrl-c"],
        title: "keys",
        text: &[
            "Tab completes and lists what may stand here; the right arrow takes over the grey text. Up and Ctrl-R find earlier \
             lines. Ctrl-A and Ctrl-E go to the ends of the line, Ctrl-U clears it.",
            "Ctrl-C stops work and shows what is known; at the prompt it throws the line away. Ctrl-D leaves.",
            "Long answers come a screen at a time: Space goes on, q leaves, / searches, a command that you type leaves, too. \
             `set output pager off` prints them whole.",
        ],
        commands: &["history", "rollout resume", "jobs", "set output pager"],
    },
    Subject {
        names: &["export", "page", "pages", "share"],
        title: "what can be written",
        text: &[
            "Matches, games, positions and rollouts as pages for a browser (html), as text, as Markdown, as drawings (svg), and in \
             the formats of other programs (mat, sgf, xg). A file that is there already is replaced after a question only.",
        ],
        commands: &[
            "export match html",
            "export match mat",
            "export match text",
            "export rollout html",
            "export position svg",
            "export history svg",
            "export scoremap svg",
            "save match",
        ],
    },
    Subject {
        names: &["terminal", "terminals", "screen"],
        title: "terminals",
        text: &[
            "Colours follow the ground of the terminal, which is asked for it; `set output theme` chooses another, `none` uses no \
             colours, and so does the variable NO_COLOR. Where the locale has no Unicode, ~ stands for ±. `set output board` draws letters, or lines and disks.",
            "`describe` says the position in words, for ears or a screen reader. With TERM=dumb nothing is drawn twice.",
            "Tables leave columns out on narrow terminals; 80 columns show all of most, 120 of every one.",
        ],
        commands: &["set output theme", "set output board", "describe", "set output pager", "set clockwise"],
    },
];
