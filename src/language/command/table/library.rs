//! The library of matches.

use super::Table;
use crate::command::args::{
    ArgCount, File, Maybe, NamedFile, Numbers, PartOf, Raw, Text, Time, WantedErrors, Whole, Word,
};
use crate::command::ast::{Command, Library};

pub(super) fn rows(t: &mut Table) {
    t.plain("library", "what is in your library: matches, decisions, who played most", Library::Info);
    let help = "add a file, or all matches of a folder and the folders in it; what is there already gets new analyses";
    let form = form!(|file| Command::Library(Library::Add(file)));
    t.add("library add", Maybe(NamedFile("FILE")), help, "matches", form).default("the match on the table");
    let help = "list the matches of the library: of a player, against another, of an event, a time, a length";
    let form = form!(|wanted| Command::Library(Library::List(wanted)));
    t.add("library list", WantedErrors, help, "bob since 2026 length 7", form).default("20");
    let help = "find decisions in the matches of the library, the worst first: by player, loss, phase, roll, board";
    let form = form!(|wanted| Command::Library(Library::Find(wanted)));
    let row = t.add("library find", WantedErrors, help, "bob plays opponent board 5 bar", form);
    row.default("10");
    let conditions = "Conditions: a player or `me`; `against P`, `event TEXT`, `since 2026-05`, `before 2026`, `length N`, `tag TAG`; \
                      `cube`, `plays`, `missed`, `doubles`, `takes`, `passes`; the least loss, `blunders`, `doubtful`, `bad`, `verybad`; `opening`, `blitz`, \
                      `priming`, `holding`, `mutualholding`, `backgame`, `acepoint`, `containment`, `middle`, `bearin`, \
                      `race`, `bearoff`; `score level` and others, `away N N`; `roll 31`, `game N`; \
                      `flagged`, `comment TEXT`; how many.";
    row.notes.push(conditions.to_owned());
    let note = "On the board, as whoever decides sees it: `bar`, `board N` (points of the home board), `prime N`, `anchor N`, `point N`, `blot N`, \
                `off N`, each of the player, or behind `opponent` of the other. `like this` finds positions \
                like that on the table, the nearest first. `all` finds what was decided rightly, or never judged, too.";
    row.notes.push(note.to_owned());
    let help = "the performance ratings (PR) of the players of the library, from the decisions that are meant";
    let form = form!(|wanted| Command::Library(Library::Performance(wanted)));
    t.add("pr library", WantedErrors, help, "bob since 2026", form)
        .default("your own, or the ten most frequent players");
    let help = "the five kinds of decisions in which you give up most, each with the command that lists them";
    let form = form!(|wanted| Command::Library(Library::Plan(wanted)));
    t.add("library plan", WantedErrors, help, "bob since 2026", form).default("you");
    let help = "write decisions of the library as a table that NumPy reads: all, or those that are meant";
    let form = form!(|(file, wanted)| Command::Library(Library::Export(file, wanted)));
    t.add("export decisions", (File("FILE"), WantedErrors), help, "decisions.npy cube", form);
    let help = "write a page with the ratings of the library's players and where you could win back most";
    let form = form!(|(file, wanted)| Command::Library(Library::Page(file, wanted)));
    t.add("export library html", (File("FILE"), WantedErrors), help, "me.html since 2026", form);
    let help = "put match N of the library on the table";
    t.add("library match", Whole::new("N", 1, u32::MAX), help, "3", form!(|n| Command::Library(Library::Open(n))));
    let help = "go to decision N of the last `library find`, in its match";
    t.add("library found", Whole::new("N", 1, u16::MAX), help, "1", form!(|n| Command::Library(Library::Found(n))));
    let help = "take matches out of the library by their numbers; `library undo` brings them back";
    let form = form!(|numbers| Command::Library(Library::Remove(numbers)));
    let numbers = Numbers { name: "N", count: ArgCount::Some, max: u32::MAX };
    t.add("library remove", numbers, help, "3 5-7", form);
    for (word, help, on) in [
        ("tag", "put match N into a group, by a word of your own; `library list tag TAG` lists it", true),
        ("untag", "take match N out of a group", false),
    ] {
        let form = form!(|(number, tag)| { Command::Library(Library::Tag { number, tag, on }) });
        t.add(&format!("library {word}"), (Whole::new("N", 1, u32::MAX), Word("TAG")), help, "3 league", form);
    }
    let help = "write a note about match N; alone, show it; `-` takes it away";
    let args = (Whole::new("N", 1, u32::MAX), Maybe(Text("TEXT")));
    let form = form!(|(n, text)| Command::Library(Library::Note(n, text)));
    t.add("library note", args, help, "3 we played on a train", form).default("shows the note");
    let help = "count another name of a player as his; the same name twice undoes that; alone, list such names";
    let args = Maybe((Word("NAME"), Word("PLAYER")));
    let form = form!(|names| Command::Library(Library::Alias(names)));
    t.add("library alias", args, help, "ben77 Ben", form).default("lists them");
    let help = "take the last `library add` or `library remove` back";
    t.plain("library undo", help, Library::Undo);
    let help =
        "let the engine play N matches at its players' strengths (`set player P preset`), and keep them in the library";
    let args = (Whole::new("N", 1, 1_000_000_u32), Maybe(Whole::new("LENGTH", 0, 64_u8)));
    let form = form!(|(n, length)| Command::Library(Library::Play(n, length)));
    t.add("play matches", args, help, "20 7", form).default("as long as `set matchlength` says; 0 is money");
    let help = "query the tables of the library: what stands behind SELECT in SQL";
    let example = "top, bottom, judged FROM match WHERE removed IS NULL";
    t.add("library select", Raw("QUERY"), help, example, form!(|query| Command::Library(Library::Select(query))));
    t.plain("library check", "read every match of the library and look for damage", Library::Check);
    let help =
        "analyse the matches of the library that are not analysed, yours first; stops at Ctrl-C and goes on later";
    t.plain("analyse|analyze library", help, Library::Analyse(None, None));
    let help = "analyse matches of the library, or the part of them that is this machine's, for this long at most";
    let form = form!(|(time, part)| Command::Library(Library::Analyse(Some(time), part)));
    t.add("analyse|analyze library in", (Time, Maybe(PartOf)), help, "8h part 2/3", form).default("all matches");
}
