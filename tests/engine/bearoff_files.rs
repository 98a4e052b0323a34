//! Database files: ours against those GNU Backgammon's programs make, and theirs read.

use gammon::board::{Checkers, Position};
use gammon::eval::bearoff::file::{Bytes, Database, FileError, Form, Recomputed};
use gammon::eval::bearoff::{Bearoff, Equities, Numbering, OneSided, TwoSided, UserDatabases};
use gammon::eval::{Class, Evaluator};
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;

#[allow(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn skip(what: &str) {
    eprintln!("SKIPPED: {what}");
}

fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn bytes(bytes: Vec<u8>) -> Bytes {
    Arc::new(bytes)
}

fn one_sided(points: usize, gammons: bool, form: Form) -> Vec<u8> {
    let mut out = vec![];
    OneSided::generate(points, &mut go_on).unwrap().write(gammons, form, &mut out).unwrap();
    out
}

fn two_sided(points: usize, checkers: usize, cubeful: bool, threads: usize) -> Vec<u8> {
    let mut out = vec![];
    TwoSided::generate(points, checkers, threads, &mut go_on).unwrap().write(cubeful, &mut out).unwrap();
    out
}

fn assert_same(ours: &[u8], theirs: &[u8], what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    if let Some(at) = ours.iter().zip(theirs).position(|(a, b)| a != b) {
        let different = ours.iter().zip(theirs).filter(|(a, b)| a != b).count();
        panic!("{what}: byte {at} is the first of {different} that differ");
    }
}

#[test]
fn the_installed_databases_are_equal() {
    let bearoff = Bearoff::standard();
    let mut ours = vec![];
    bearoff.one_sided.write(true, Form::Compressed, &mut ours).unwrap();
    match std::fs::read("/usr/share/gnubg/gnubg_os0.bd") {
        Ok(theirs) => assert_same(&ours, &theirs, "one-sided"),
        Err(_) => skip("no gnubg_os0.bd"),
    }
    let mut ours = vec![];
    bearoff.two_sided.write(true, &mut ours).unwrap();
    match std::fs::read("/var/lib/gnubg/gnubg_ts0.bd") {
        Ok(theirs) => assert_same(&ours, &theirs, "two-sided"),
        Err(_) => skip("no gnubg_ts0.bd"),
    }
}

#[test]
fn small_databases_are_those_of_makebearoff() {
    let program = ["/usr/games/makebearoff", "/usr/bin/makebearoff"].into_iter().find(|p| std::fs::exists(p).unwrap());
    let Some(program) = program else { return skip("no makebearoff") };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("theirs.bd");
    let cases: [(&[&str], Vec<u8>); 8] = [
        (&["-o", "3"], one_sided(3, true, Form::Compressed)),
        (&["-o", "3", "-c"], one_sided(3, true, Form::Plain)),
        (&["-o", "4", "-g"], one_sided(4, false, Form::Compressed)),
        (&["-o", "2", "-c", "-g"], one_sided(2, false, Form::Plain)),
        (&["-t", "6x3"], two_sided(6, 3, true, 1)),
        (&["-t", "3x4", "-C"], two_sided(3, 4, false, 2)),
        (&["-t", "8x2"], two_sided(8, 2, true, 2)),
        (&["-t", "7x3"], two_sided(7, 3, true, 3)),
    ];
    for (arguments, ours) in cases {
        let status = Command::new(program).args(arguments).arg("-f").arg(&path).output().unwrap().status;
        assert!(status.success(), "{arguments:?}");
        assert_same(&ours, &std::fs::read(&path).unwrap(), &arguments.join(" "));
    }
}

#[test]
fn written_files_read_the_same() {
    let database = OneSided::generate(3, &mut go_on).unwrap();
    for form in [Form::Plain, Form::Compressed] {
        for gammons in [false, true] {
            let mut out = vec![];
            database.write(gammons, form, &mut out).unwrap();
            let Ok(Database::OneSided(file)) = Database::open(bytes(out)) else { panic!("{form:?}") };
            for number in 0..database.size() {
                assert_eq!(file.off(number), *database.off(number));
                if gammons {
                    assert_eq!(file.first_off(number), *database.first_off(number));
                }
            }
        }
    }
    let database = TwoSided::generate(4, 3, 1, &mut go_on).unwrap();
    let mut out = vec![];
    database.write(true, &mut out).unwrap();
    let opened = Database::open(bytes(out)).unwrap();
    assert_eq!(opened.verify(), Ok(()));
    let Database::TwoSided(file) = opened else { panic!("two-sided") };
    for me in 0..file.numbering().size() {
        for opponent in 0..file.numbering().size() {
            assert_eq!(file.equities_of(me, opponent), database.equities(me, opponent));
        }
    }
    assert_eq!(file.equities_of(0, 5), Equities([i16::MAX; 4]));
}

#[test]
fn a_file_answers_like_the_built_in_database() {
    let mut out = vec![];
    let bearoff = Bearoff::standard();
    bearoff.one_sided.write(true, Form::Compressed, &mut out).unwrap();
    let opened = Database::open(bytes(out)).unwrap();
    assert_eq!(opened.verify(), Ok(()));
    let Database::OneSided(file) = opened else { panic!("one-sided") };
    let numbering = Numbering::new(6, 15).unwrap();
    for (a, b) in [(1, 2), (500, 54_000), (54_263, 54_263), (40_000, 123)] {
        let side = |number| Checkers::new(numbering.counts(number));
        assert_eq!(file.outputs(&side(a), &side(b)), bearoff.one_sided.outputs(a, b));
    }
    let mut far = [0; 25];
    far[6] = 1;
    assert!(!file.numbering().covers(&Checkers::new(far)));
}

#[test]
fn users_databases_answer_for_more_positions() {
    let mut user = UserDatabases::default();
    for out in [one_sided(7, true, Form::Compressed), two_sided(8, 2, true, 1)] {
        user.add(Database::open(bytes(out)).unwrap()).unwrap();
    }
    let cubeless = Database::open(bytes(two_sided(6, 3, false, 1))).unwrap();
    assert_eq!(user.add(cubeless), Err(FileError::Cubeless));
    let bearoff = Bearoff::standard().with_user(user);
    let side = |points: &[usize]| {
        let mut counts = [0; 25];
        points.iter().for_each(|&point| counts[point] += 1);
        Checkers::new(counts)
    };
    let class = |me: &[usize], opponent: &[usize]| {
        let (me, opponent) = (side(me), side(opponent));
        bearoff.reclassify(Class::of(&Position::from_checkers(me, opponent)), [&me, &opponent])
    };
    assert_eq!(class(&[7, 1], &[6]), Class::BearoffTwoSided);
    assert_eq!(class(&[6, 1, 1], &[6]), Class::BearoffOneSided);
    assert_eq!(class(&[7, 1, 1], &[6]), Class::Race);
    assert_eq!(class(&[5, 1, 1], &[5]), Class::BearoffTwoSided);
    // From the 7 point 17 rolls of 36 are off at once; the opponent is off with any roll.
    let outputs = bearoff.outputs([&side(&[6]), &side(&[0])]);
    let equities = bearoff.equities([&side(&[6]), &side(&[0])]);
    let off =
        (1..=6).flat_map(|a| (1..=6).map(move |b| if a == b { 4 * a } else { a + b })).filter(|&p| p >= 7).count();
    assert!(
        (outputs.win() - off as f32 / 36.0).abs() < 1e-4 && (outputs.win() - equities.outputs().win()).abs() < 1e-4
    );
    // Where the built-in databases have the position, the values are theirs.
    let (five, three) = (side(&[5]), side(&[3]));
    assert_eq!(bearoff.equities([&five, &three]), bearoff.two_sided.home_equities(&five, &three).money());
}

#[test]
fn damage_is_named() {
    let error = |out: Vec<u8>| Database::open(bytes(out)).err().unwrap();
    let good = one_sided(3, true, Form::Compressed);
    assert_eq!(error(good[..20].to_vec()), FileError::Length { found: 20, expected: 40 });
    assert!(matches!(error(good[..3000].to_vec()), FileError::Length { found: 3000, .. }));
    assert!(matches!(error(good[..good.len() - 2].to_vec()), FileError::Index { .. }));
    assert!(matches!(error([&good[..], b"x"].concat()), FileError::Length { .. }));
    let mut wild = good.clone();
    wild[40 + 8 * 100 + 3] = 0x40;
    assert_eq!(error(wild), FileError::Index { number: 100 });
    let mut header = good.clone();
    header[6] = b'Q';
    assert!(error(header).to_string().starts_with("not a bearoff database: the header is \"gnubg-QS"));
    let mut normal = good.clone();
    normal[19] = b'1';
    assert_eq!(error(normal), FileError::Normal);
    // A changed number inside is found by reading everything.
    let mut flipped = good;
    let last = flipped.len() - 1;
    flipped[last] ^= 0x10;
    let opened = Database::open(bytes(flipped)).unwrap();
    assert_eq!(opened.verify(), Err(FileError::Values { number: 815 }));
    let short = two_sided(3, 3, true, 1);
    assert!(matches!(error(short[..short.len() - 8].to_vec()), FileError::Length { .. }));
}

/// A file of 8 points whose rows outside the home board are possible and wrong, and one of its size that is right.
#[test]
fn numbers_outside_the_home_board_are_computed_anew() {
    let right = one_sided(8, true, Form::Plain);
    let built_in = Bearoff::standard();
    let open = |out: Vec<u8>| Database::open(bytes(out)).unwrap();
    assert_eq!(open(right.clone()).recompute(&built_in, 300), Ok(Recomputed::HomeAndSample(300)));
    let (numbering, mut wrong) = (Numbering::new(8, 15).unwrap(), right.clone());
    for number in (0..numbering.size()).filter(|&number| numbering.counts(number)[6..8] != [0, 0]) {
        let row = &mut wrong[40 + 128 * number..][..64];
        row.copy_within(..58, 6);
        row[..6].fill(0);
    }
    let wrong = open(wrong);
    assert!(wrong.verify().is_ok() && matches!(wrong.recompute(&built_in, 300), Err(FileError::Differs { .. })));
    // Rollouts with one and with the other are not mixed.
    let fingerprint = |database: Database| {
        let mut user = UserDatabases::default();
        user.add(database).unwrap();
        Evaluator::standard().with_bearoff(std::sync::Arc::new(built_in.with_user(user))).fingerprints()[1]
    };
    assert_ne!(fingerprint(wrong), fingerprint(open(right)));
    // Equities, of more checkers than the built-in database has.
    let mut pairs = two_sided(6, 7, true, 2);
    assert_eq!(open(pairs.clone()).recompute(&built_in, 3000), Ok(Recomputed::HomeAndSample(3000)));
    let size = Numbering::new(6, 7).unwrap().size();
    for pair in (924 * size..size * size).filter(|pair| pair % size >= 924) {
        pairs[40 + 8 * pair] ^= 8;
    }
    assert!(matches!(open(pairs).recompute(&built_in, 3000), Err(FileError::Differs { .. })));
}

/// Row by row, on any number of threads, come the bytes of the database as a whole.
#[test]
fn files_are_made_without_the_whole_in_memory() {
    for (points, checkers, cubeful, threads) in [(6, 5, true, 1), (6, 5, false, 2), (7, 3, true, 3), (1, 1, true, 2)] {
        let (mut out, mut calls) = (Vec::new(), Vec::new());
        let mut observe = |done, all| {
            calls.push((done, all));
            ControlFlow::Continue(())
        };
        let size = [points, checkers];
        TwoSided::make(size, cubeful, threads, &mut observe, &mut out).unwrap();
        assert!(out == two_sided(points, checkers, cubeful, 1), "{points} {checkers} {cubeful}");
        assert_eq!(TwoSided::file_length(size, cubeful), Ok(out.len() as u64));
        assert!(calls.is_sorted() && calls.iter().all(|&(done, all)| done < all && all == calls[0].1));
        let half = calls.len() / 2;
        let mut stop = |done, _| if done < calls[half].0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let error = TwoSided::make(size, cubeful, threads, &mut stop, &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "interrupted");
    }
    assert!(TwoSided::make([7, 15], true, 1, &mut go_on, &mut Vec::new()).is_err());
    assert_eq!(TwoSided::file_length([6, 15], true), Ok(40 + 8 * 54_264 * 54_264));
}

/// A side that has all of its checkers may lose a gammon, of which these databases know nothing.
#[test]
fn loaded_equities_are_not_for_gammons() {
    let mut user = UserDatabases::default();
    user.add(Database::open(bytes(two_sided(2, 15, true, 1))).unwrap()).unwrap();
    let bearoff = Bearoff::standard().with_user(user);
    let side = |n| Checkers::new(std::array::from_fn(|point| if point == 1 { n } else { 0 }));
    for (me, opponent, class) in [
        (14, 14, Class::BearoffTwoSided),
        (2, 14, Class::BearoffTwoSided),
        (2, 15, Class::BearoffOneSided),
        (15, 9, Class::BearoffOneSided),
    ] {
        let (me, opponent) = (side(me), side(opponent));
        assert_eq!(bearoff.reclassify(Class::BearoffOneSided, [&me, &opponent]), class, "{me:?} {opponent:?}");
    }
}

#[test]
fn sizes_and_interruptions_are_errors() {
    assert!(OneSided::generate(0, &mut go_on).is_err());
    assert!(OneSided::generate(20, &mut go_on).is_err());
    assert!(TwoSided::generate(12, 15, 1, &mut go_on).is_err());
    let mut calls = 0;
    let mut stop = |done: usize, all: usize| {
        assert!(done <= all);
        calls += 1;
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let error = TwoSided::generate(6, 3, 1, &mut stop).err().unwrap();
    assert_eq!(error.to_string(), "interrupted");
}
