//! The program's edges: what a careless or hostile file, word or name does to it. Every answer comes in bounded time
//! and names its place.

use crate::support::home;

use home::{Home, Outcome};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What takes longer hangs: many times what the slowest answer takes, so that a busy machine makes no difference.
const PATIENCE: Duration = Duration::from_secs(180);

fn timed(home: &Home, arguments: &[&str]) -> Outcome {
    let begin = Instant::now();
    let outcome = home.run(arguments, "");
    assert!(begin.elapsed() < PATIENCE, "{arguments:?} took {:?}", begin.elapsed());
    outcome
}

#[test]
fn huge_words_and_lines_are_answered_briefly() {
    let home = Home::new();
    let long = "a".repeat(10_000_000);
    for (n, line) in [
        long.clone(),
        format!("set {long}"),
        format!("set dice {}", "1".repeat(10_000_000)),
        format!("set board {long}"),
        "8/5 ".repeat(2_000_000),
        format!("help {long}"),
        format!("load commands {long}"),
    ]
    .iter()
    .enumerate()
    {
        home.write("long.gbs", line);
        let outcome = timed(&home, &["-r", "long.gbs"]);
        assert_eq!(outcome.status, Some(3), "{n}");
        let told = outcome.stderr.len();
        assert!(outcome.stderr.starts_with("long.gbs:1: error: ") && told < 5000, "{n}: {told} bytes");
    }
}

#[test]
fn very_many_commands_on_a_line_take_time_in_proportion() {
    let home = Home::new();
    home.write("many.gbs", &format!("{}show version\n", "show version;".repeat(49_999)));
    let outcome = timed(&home, &["-r", "many.gbs"]);
    assert_eq!((outcome.status, outcome.stdout.lines().count()), (Some(0), 50_000));
    home.write("wrong.gbs", &"frobnicate;".repeat(5_000));
    let outcome = timed(&home, &["-r", "--keep-going", "wrong.gbs"]);
    assert_eq!((outcome.status, outcome.stderr.matches("unknown command").count()), (Some(3), 5_000));
}

#[test]
fn hostile_tables_are_refused_at_once() {
    let home = Home::new();
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=\"1\"")).collect();
    let entities: String =
        (1..12).map(|n| format!("<!ENTITY a{n} \"{}\">", format!("&a{};", n - 1).repeat(10))).collect();
    for (name, text) in [
        ("attributes", format!("<met{attributes}/>")),
        ("deep", "<met>".repeat(500_000)),
        ("entities", format!("<!DOCTYPE met [<!ENTITY a0 \"aaaaaaaaaa\">{entities}]><met>&a11;</met>")),
        ("elements", format!("<met>{}</met>", "<a/>".repeat(500_000))),
        ("entity", {
            let many = "&a;".repeat(4000);
            format!("<!DOCTYPE met [<!ENTITY a \"{}\">]><met>{many}</met>", "x".repeat(100_000))
        }),
        ("outside", "<!DOCTYPE met [<!ENTITY x SYSTEM \"/etc/passwd\">]><met>&x;</met>".to_owned()),
        ("large", " ".repeat(5 << 20)),
    ] {
        home.write("met.xml", &text);
        let outcome = timed(&home, &["-r", "-e", "set met met.xml"]);
        assert_eq!(outcome.status, Some(3), "{name}");
        assert!(outcome.stderr.contains("-e 1:1: error: met.xml: "), "{name}: {}", outcome.stderr);
    }
}

/// Whatever reads a file, and a name that stands for it.
const READERS: [&str; 10] = [
    "load commands FILE",
    "load weights FILE",
    "load bearoff FILE",
    "set met FILE",
    "set rng file FILE",
    "import mat FILE",
    "rollout file FILE",
    "rollout resume FILE",
    "rollout merge FILE",
    "new session; set turn 1; load commands FILE",
];

#[cfg(unix)]
#[test]
fn pipes_devices_and_folders_are_no_files() {
    let home = Home::new();
    fs::create_dir(home.path("folder")).expect("made");
    assert!(Command::new("mkfifo").arg(home.path("pipe")).status().expect("mkfifo runs").success());
    for reader in READERS {
        for (file, why) in [
            ("pipe", "not a plain file"),
            ("/dev/zero", "not a plain file"),
            ("folder", "this is a folder"),
            ("nothing", "No such file"),
        ] {
            let outcome = timed(&home, &["-r", "-e", &reader.replace("FILE", file)]);
            assert_eq!(outcome.status, Some(3), "{reader} {file}");
            let told = &outcome.stderr;
            assert!(told.contains(file) && told.contains(why), "{reader} {file}: {told}");
        }
    }
    // Results go where there is nothing.
    home.write("positions", "4HPwATDgc/ABMA\n");
    for (file, why) in [("pipe", "not a plain file"), ("/dev/zero", "not a plain file"), ("folder", "this is a folder")]
    {
        let outcome = timed(&home, &["-r", "-e", &format!("rollout file positions {file}")]);
        assert!(outcome.status == Some(3) && outcome.stderr.contains(why), "{file}: {}", outcome.stderr);
    }
}

/// What is written to a pipe or a device goes through it; standard output stays what it is under all its names.
#[cfg(unix)]
#[test]
fn pipes_and_standard_output_are_written_to() {
    use std::os::unix::fs::FileTypeExt;
    let home = Home::new();
    let pipe = home.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).expect("read"))
    };
    // Nothing is lost there, so nobody has to allow it.
    let outcome = timed(&home, &["-r", "-e", "new match 3; export match json pipe"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(reader.join().expect("no panic").contains("\"games\""));
    assert!(fs::symlink_metadata(&pipe).expect("there").file_type().is_fifo());
    let run = "set display off; new match 3; echo before; export match mat /dev/stdout; show version";
    let run = run.replace("echo before; ", "show version; ");
    let out = fs::File::create(home.path("out")).expect("made");
    let status = home.command().args(["-r", "-e", &run]).stdin(Stdio::null()).stdout(out).status().expect("it runs");
    let text = fs::read_to_string(home.path("out")).expect("read");
    assert!(status.success() && text.matches("gammon ").count() >= 2 && text.contains(" 3 point match"), "{text}");
    let version = text.find("gammon ").expect("the first answer");
    assert!(version < text.find(" 3 point match").expect("the match"), "{text}");
}

/// What lies in the place of the program's own files and is none costs nothing but what it would have held.
#[cfg(unix)]
#[test]
fn pipes_in_the_place_of_own_files_do_not_hang() {
    let home = Home::bare();
    for (file, folder) in [("bearoff.bin", "cache/gammon"), ("history", "data/gammon")] {
        let folder = home.path(folder);
        fs::create_dir_all(&folder).expect("made");
        assert!(Command::new("mkfifo").arg(folder.join(file)).status().expect("mkfifo runs").success());
    }
    let outcome =
        timed(&home, &["-e", "set board simple 0 1 1 1 1 2 2 2 2 0 0 0 0 0 0 0 0 0 0 -3 -3 -3 -2 -1 -1 0; eval"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert_eq!(timed(&home, &["doctor"]).status, Some(3), "the cache cannot be read");
}

/// Work whose file is what was asked for fails where the file is not whole.
#[cfg(unix)]
#[test]
fn a_shard_that_is_not_saved_is_a_failure() {
    let home = Home::new();
    let run = |limit: &str| {
        let script = format!(
            "ulimit -f {limit}; exec {} rollout shard --what 'plays best 2' --first 0 --trials 720 --out a.rollout -r \
             -e 'new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set threads 1; set rollout seed 3; \
             set rollout truncation enable on; set rollout truncation plies 1; set rollout varredn off; \
             set rollout truncation cubedecision plies 0; set rollout cubedecision plies 0'",
            home.command().get_program().to_string_lossy()
        );
        let mut command = Command::new("sh");
        home.surround(&mut command);
        let output = command.current_dir(home.path("")).args(["-c", &script]).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, told) = run("64");
    assert_eq!(status, Some(3), "{told}");
    assert!(told.contains("not saved in a.rollout: "), "{told}");
    let (status, told) = run("unlimited");
    assert_eq!(status, Some(0), "{told}");
}

/// A folder with a match that cannot be read: the others are analyzed, and the status says that it was not all.
#[test]
fn a_folder_with_a_bad_match_is_not_done() {
    let home = Home::new();
    home.write("matches/bad.sgf", "(;GM[1]SZ[19])");
    let good = "new match 1; set turn 1; set dice 31; move 8/5 6/5; save match matches/good.sgf";
    assert_eq!(timed(&home, &["-r", "-e", good]).status, Some(0));
    let quick = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0";
    let outcome = timed(&home, &["-r", "-e", &format!("{quick}; analyse folder matches")]);
    assert_eq!(outcome.status, Some(3), "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("good.sgf") && outcome.stdout.contains("bad.sgf: "), "{}", outcome.stdout);
    fs::remove_file(home.path("matches/bad.sgf")).expect("removed");
    assert_eq!(timed(&home, &["-r", "-e", &format!("{quick}; analyse folder matches")]).status, Some(0));
}

#[test]
fn bytes_that_are_no_text_are_told_with_file_and_line() {
    let home = Home::new();
    fs::write(home.path("bad"), b"123456\n12\xff3\n").expect("written");
    for (reader, place) in [
        ("load commands FILE", "bad:2: error: byte 3 of the line is not UTF-8"),
        ("set met FILE", "bad: line 2: byte 3 of the line is not UTF-8"),
        ("set rng file FILE", "bad: line 2: byte 3 of the line is not UTF-8"),
        ("rollout file FILE", "bad: line 2: byte 3 of the line is not UTF-8"),
    ] {
        let outcome =
            home.run(&["-r", "--keep-going", "-e", &format!("{}; show version", reader.replace("FILE", "bad"))], "");
        assert!(outcome.stderr.contains(place), "{reader}: {}", outcome.stderr);
        assert!(outcome.status == Some(3) && outcome.stdout.contains("gammon 0."), "{reader} {}", outcome.stdout);
    }
}

#[test]
fn scripts_that_load_one_another_come_to_an_end() {
    let home = Home::new();
    home.write("twice.gbs", "load commands twice.gbs\nload commands twice.gbs\n");
    let outcome = timed(&home, &["-r", "--keep-going", "twice.gbs"]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("twice.gbs:1: error: scripts"), "{}", outcome.stderr.len());
}

#[test]
fn escape_sequences_are_shown_not_obeyed() {
    let home = Home::new();
    let script = "set defaultnames \"\x1b[31mred\" \"\u{9b}2Jclear\u{202e}\"; new session; show board; show player; show score\n\
                  \x1b[5mfrobnicate\nset player \x1b[5m human\nload commands \"\x1b]0;title\x07\"\n";
    home.write("escapes.gbs", script);
    let outcome = home.run(&["-r", "--keep-going", "escapes.gbs"], "");
    for text in [&outcome.stdout, &outcome.stderr] {
        assert!(!text.contains(['\x1b', '\u{9b}', '\x07', '\u{202e}']), "{text}");
        assert!(text.contains("\\u{1b}"), "{text}");
    }
    home.write("positions", "4HPwATDgc/ABMA\n\x1b[31mwrong\n");
    let outcome = home.run(&["-r", "-e", "rollout file positions"], "");
    assert!(outcome.stderr.contains("positions:2") && !outcome.stderr.contains('\x1b'), "{}", outcome.stderr);
}

#[test]
fn a_kernel_that_is_none_is_an_error() {
    let home = Home::new();
    let run = |name: &str| home.command().args(["-r", "-e", "show version"]).env("GAMMON_KERNEL", name).output();
    let outcome = run("junk").expect("it runs");
    let told = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert_eq!(outcome.status.code(), Some(2), "{told}");
    assert!(told.contains("`junk`") && told.contains("scalar"), "{told}");
    assert!(run("scalar").expect("it runs").status.success());
}

#[test]
fn prompts_and_names_survive_saving() {
    let home = Home::new();
    for (n, text) in
        ["\\p>\"a;quit\"", "a # b", " \"\" ; ", "'", "a\\b", "a\tb", "ü\u{202e}x", "\"; quit; \""].iter().enumerate()
    {
        let file = format!("settings-{n}.gbs");
        let script = format!("set prompt {text}\nset rollout trials 36\nsave settings {file}\n");
        let saved = home.run(&["-r"], &script);
        assert_eq!(saved.status, Some(0), "{text}: {}", saved.stderr);
        let loaded = home.run(&["-r", "-e", &format!("load commands {file}; show prompt; show rollout")], "");
        assert_eq!(loaded.status, Some(0), "{text}: {}", loaded.stderr);
        let before = home.run(&["-r"], &format!("set prompt {text}\nshow prompt\n"));
        let prompt = |outcome: &Outcome| {
            let told = outcome.stdout.lines().rfind(|line| line.contains("the prompt is")).map(str::to_owned);
            told.expect("a prompt")
        };
        assert_eq!(prompt(&loaded), prompt(&before), "{text}");
        assert!(loaded.stdout.contains("set rollout trials 36"), "{text}: what follows is read: {}", loaded.stdout);
    }
}

#[test]
fn files_are_replaced_only_when_somebody_wants_it() {
    let home = Home::new();
    let setup = "new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout trials 36; \
                 set rollout cubedecision plies 0; set rollout truncation enable on; set rollout truncation plies 1; rollout plays best 2";
    for write in ["save settings mine", "export rollout csv mine", "export rollout html mine", "export match mat mine"]
    {
        home.write("mine", "mine\n");
        let kept = || fs::read_to_string(home.path("mine")).expect("a file") == "mine\n";
        let outcome = home.run(&["-r", "-q", "-e", setup, "-e", write], "");
        assert!(outcome.status == Some(3) && kept(), "{write}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("mine is there already"), "{write}: {}", outcome.stderr);
        if write.starts_with("export match") {
            // A position that was set up is no match.
            continue;
        }
        let outcome = home.run(&["-r", "-q", "--force", "-e", setup, "-e", write], "");
        assert!(outcome.status == Some(0) && !kept(), "{write}: {}", outcome.stderr);
        home.write("mine", "mine\n");
        let outcome = home.run(&["-r", "-q", "-e", setup, "-e", "set confirm save off", "-e", write], "");
        assert!(outcome.status == Some(0) && !kept(), "{write}: {}", outcome.stderr);
    }
    home.write("mine", "mine\n");
    let make = ["bearoff", "make", "--out", "mine", "two-sided", "--points", "2", "--checkers", "2"];
    let outcome = home.run(&make, "");
    assert!(outcome.status == Some(2) && outcome.stderr.contains("mine is there already"), "{}", outcome.stderr);
    assert_eq!(home.run(&[&make[..], &["--force"]].concat(), "").status, Some(0));
}

#[cfg(unix)]
#[test]
fn links_and_neighbours_of_a_database_being_made_are_left_alone() {
    let home = Home::new();
    home.write("victim", "mine");
    home.write("b.part", "mine");
    for link in ["b.new", "b.tmp", ".b.bd.part"] {
        std::os::unix::fs::symlink(home.path("victim"), home.path(link)).expect("a link");
    }
    let make = ["bearoff", "make", "--out", "b.bd", "two-sided", "--points", "2", "--checkers", "2"];
    assert_eq!(home.run(&make, "").status, Some(0));
    for file in ["victim", "b.part"] {
        assert_eq!(fs::read_to_string(home.path(file)).expect("a file"), "mine", "{file}");
    }
    assert!(!home.path("b.bd").is_symlink());
}

#[test]
fn messages_name_the_file() {
    let home = Home::new();
    home.write("config", "a file where a folder should be");
    let outcome = home.run(&["-e", "save settings"], "");
    assert!(outcome.status == Some(3) && outcome.stderr.contains("config/gammon/settings.gbs: "), "{}", outcome.stderr);
    home.write("file", "");
    let make = ["bearoff", "make", "--out", "file/b.bd", "two-sided", "--points", "2", "--checkers", "2"];
    let outcome = home.run(&make, "");
    assert!(outcome.status == Some(2) && outcome.stderr.contains("file/b.bd: "), "{}", outcome.stderr);
}

#[test]
fn a_command_that_fails_leaves_the_session_as_it_was() {
    let home = Home::new();
    home.write("dice.txt", "3 1 6 6 5 2 4 4 1 1");
    let script = "set rng file dice.txt; new session; show board; end game; show board";
    let outcome = home.run(&["-r", "--keep-going", "-e", script], "");
    assert!(outcome.stderr.contains("dice.txt has no more dice"), "{}", outcome.stderr);
    let ids: Vec<_> = outcome.stdout.lines().filter(|line| line.contains(" ID")).collect();
    assert!(ids.len() >= 4 && ids[ids.len() - 4..ids.len() - 2] == ids[ids.len() - 2..], "{ids:?}");
}

/// Under a limit of memory that a file without an end would break.
#[cfg(target_os = "linux")]
#[test]
fn files_without_an_end_cost_no_memory() {
    let home = Home::new();
    let mut command = Command::new("bash");
    command.arg("-c").arg("ulimit -v 2000000; exec \"$0\" -r /dev/zero").arg(home::binary());
    home.surround(&mut command);
    let output = command.current_dir(home.path("")).stdin(Stdio::null()).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("/dev/zero:1: error: a line is longer than"), "{told}");
}

/// Flips a bit of a database at a place in it, loads it, and returns how that ended.
fn load_damaged(home: &Home, file: &str, place: usize) -> Outcome {
    let mut bytes = fs::read(home.path(file)).expect("made");
    let at = 40 + (bytes.len() - 41) * place / 10;
    bytes[at] ^= 4;
    fs::write(home.path("damaged.bd"), bytes).expect("written");
    home.run(&["-r", "-e", "load bearoff damaged.bd"], "")
}

#[test]
fn a_damaged_database_is_not_loaded_and_a_good_one_says_what_it_is() {
    let home = Home::new();
    // A part of an index, rolls to the first checker off where it is off already, and the row of no checkers, the
    // first, are never read.
    for (file, make, first) in [
        ("two.bd", &["two-sided", "--points", "7", "--checkers", "3"][..], 1),
        ("one.bd", &["one-sided", "--points", "5"], 5),
        ("plain.bd", &["one-sided", "--points", "4", "--plain", "--no-gammons"], 1),
    ] {
        let made = home.run(&[&["bearoff", "make", "--out", file], make].concat(), "");
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        let loaded = home.run(&["-r", "-e", &format!("load bearoff {file}; show engine")], "");
        assert!(loaded.stdout.contains("every number was recomputed"), "{file}: {}{}", loaded.stdout, loaded.stderr);
        let checked = home.run(&["bearoff", "check", file], "").stdout;
        let digest = checked.lines().find_map(|line| line.strip_prefix("sha256 ")).expect("a digest");
        assert!(loaded.stdout.contains(&format!("sha256 {digest}")), "{file}: {}", loaded.stdout);
        for place in first..=10 {
            let outcome = load_damaged(&home, file, place);
            assert_eq!(outcome.status, Some(3), "{file} at {place}: {}", outcome.stdout);
            assert!(outcome.stderr.contains("damaged.bd: "), "{file} at {place}: {}", outcome.stderr);
        }
    }
}

/// A home that is empty or relative is none: nothing is kept, and nothing is written where the program happens to be.
#[cfg(unix)]
#[test]
fn a_home_that_is_no_folder_is_none() {
    for home_is in ["", "here"] {
        let home = Home::bare();
        let mut command = home.command();
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            command.env_remove(name);
        }
        command.env("HOME", home_is).args(["-q", "-e", "save settings"]).stdin(Stdio::null());
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(3), "HOME={home_is}: {output:?}");
        assert_eq!(fs::read_dir(home.path("")).expect("a folder").count(), 0, "HOME={home_is}");
    }
}

/// A name that is no text names its file all the same.
#[cfg(target_os = "linux")]
#[test]
fn files_with_names_in_other_encodings_are_read() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let folder = home.path("games");
    fs::create_dir(&folder).expect("made");
    let text = " 1 point match\n\n Game 1\n Ann : 0          Ben : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n";
    let name = std::ffi::OsStr::from_bytes(b"M\xfcnchen.mat");
    fs::write(folder.join(name), text).expect("written");
    let quick = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0";
    let line = format!("{quick}; import folder games; analyse folder games; pr folder games");
    let outcome = home.run(&["-q", "-r", "-e", &line], "");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
    let kept = folder.join("analysed").join(std::ffi::OsStr::from_bytes(b"M\xfcnchen.mat.sgf"));
    assert!(kept.is_file(), "{}", outcome.stdout);
}

/// Where the system has no thread left, work is done on the one there is, or refused in words.
#[cfg(target_os = "linux")]
#[test]
fn no_thread_to_be_had_is_no_panic() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let home = Home::new();
    fs::set_permissions(home.path(""), fs::Permissions::from_mode(0o777)).expect("open to all");
    let is_root = fs::metadata(home.path("")).expect("a folder").uid() == 0;
    let run = |arguments: &[&str]| {
        let mut command = Command::new("bash");
        command.args(["-c", "ulimit -u 1; exec \"$0\" \"$@\""]).arg(home::binary()).args(arguments);
        home.surround(&mut command);
        if is_root {
            // Root is not bound by limits: nobody is.
            command.uid(65_534);
        }
        let output = command.current_dir(home.path("")).stdin(Stdio::null()).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!told.contains("panicked"), "{arguments:?}: {told}");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), told)
    };
    let (status, out, told) = run(&["-q", "-r", "-e", "show version"]);
    if status == Some(126) {
        let line = format!("SKIPPED: no_thread_to_be_had_is_no_panic: {told}\n");
        return std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes()).expect("a line");
    }
    assert!(status == Some(0) && out.contains("gammon"), "{status:?} {out} {told}");
    // A database that is looked into, and one made.
    assert_eq!(
        run(&[
            "-q",
            "-r",
            "-e",
            "set evaluation chequerplay evaluation plies 0; \
                     XGID=-BBB----------------bbb---:0:0:1:00:0:0:0:0:10; eval"
        ])
        .0,
        Some(0)
    );
    for (arguments, expected) in [
        (&["-q", "-r", "-e", "set threads 2; new session; set dice 31; rollout plays best 2"][..], 3),
        (&["-r", "--ubgi"], 2),
        (&["-r", "--calls"], 2),
        (&["-q", "-r", "-e", "> 1"], 3),
    ] {
        let (status, _, told) = run(arguments);
        assert!(status == Some(expected) && !told.contains("os error"), "{arguments:?}: {status:?} {told}");
    }
}
