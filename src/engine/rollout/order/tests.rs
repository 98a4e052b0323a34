//! Jobs, settings and fingerprints: what each rule changes, and what it leaves alone.

use super::fingerprint::{Fingerprint, Part, fingerprint};
use super::job::{Job, JobKind, Start};
use super::resolved::Resolved;
use super::settings::{LuckBy, Pairing, RolloutPreset, RolloutSettings, SettlementLimit};
use super::stopping::{ErrorLimit, Goal, JsdLimit, Stopping, Until};
use crate::board::{ByPlayer, Checkers, Player, Position, Variation};
use crate::eval::{EfficiencySource, Evaluator};
use crate::rng::{Dealing, InitialRolls, RngKind};
use crate::scoring::{Cube, CubeOwner, MatchScore, Met, Terms};
use Player::{Bottom, Top};
use std::time::Duration;

const START: Position = Variation::Standard.starting_position();

fn with(set: impl FnOnce(&mut RolloutSettings)) -> RolloutSettings {
    let mut settings = RolloutSettings::default();
    set(&mut settings);
    settings
}

/// Nothing that the default settings leave open.
fn plain(settings: &RolloutSettings, kind: JobKind) -> RolloutSettings {
    Resolved::new(settings, kind, false).into_settings()
}

#[test]
fn the_default_settings_are_what_a_rollout_does() {
    for kind in [JobKind::Position, JobKind::Plays, JobKind::Cube] {
        assert_eq!(plain(&RolloutSettings::default(), kind), RolloutSettings::default());
    }
}

#[test]
fn a_cube_decision_is_rolled_out_with_the_cube() {
    let cubeless = with(|settings| {
        settings.cubeful = false;
        settings.settlement = Some(SettlementLimit::FITTED);
        for player in settings.players.0.iter_mut().chain(&mut settings.later.players.0) {
            (player.chequer.cubeful, player.cube.cubeful) = (false, false);
        }
        (settings.truncation.chequer.cubeful, settings.truncation.cube.cubeful) = (false, false);
    });
    assert_eq!(plain(&cubeless, JobKind::Cube), RolloutSettings::default());
    // Settlement plays without a cube, to the end.
    let settled = plain(&with(|settings| settings.settlement = Some(SettlementLimit::FITTED)), JobKind::Plays);
    let bare = |settings: &mut RolloutSettings| {
        settings.settlement = Some(SettlementLimit::FITTED);
        (settings.cubeful, settings.bearoff_exact, settings.bearoff_one_sided) = (false, false, false);
    };
    assert_eq!(settled, with(bare));
    let kept = with(|settings| settings.cubeful = false);
    assert_eq!(plain(&kept, JobKind::Position), kept);
}

#[test]
fn settings_that_do_not_apply_give_way() {
    let jsd = |settings: &mut RolloutSettings| settings.stop.jsd.enabled = true;
    let ranked = |settings: &mut RolloutSettings| settings.pairing = Pairing::Ranked;
    // Initial positions have no joint standard deviations; other rolls have.
    for initial in [InitialRolls::NoDoubles, InitialRolls::NoDoublesPlain] {
        let settings = with(|settings| (settings.initial, settings.stop.jsd.enabled) = (initial, true));
        assert!(!plain(&settings, JobKind::Plays).stop.jsd.enabled);
    }
    assert!(plain(&with(jsd), JobKind::Plays).stop.jsd.enabled);
    // Ranks have plies, other pairs have none.
    let plies = with(|settings| settings.rank_plies = Some(1));
    assert_eq!(plain(&plies, JobKind::Plays).rank_plies, None);
    let plies = RolloutSettings { pairing: Pairing::Ranked, ..plies };
    assert_eq!(plain(&plies, JobKind::Plays).rank_plies, Some(1));
    assert_eq!(plain(&with(ranked), JobKind::Plays).pairing, Pairing::Ranked);
    // Rolls that are not dealt are dealt in no way.
    let deck = with(|settings| settings.dealing = Dealing::Deck);
    assert_eq!(plain(&deck, JobKind::Plays).dealing, Dealing::Deck);
    let rolled = RolloutSettings { quasi_random: false, ..deck };
    assert_eq!(plain(&rolled, JobKind::Plays).dealing, Dealing::Both);
    // Plays are what trials are turned to and from, in place of the other rules that do so.
    let focused = with(|settings| {
        (settings.stop.focus, settings.stop.jsd.enabled, settings.stop.limit.enabled) = (true, true, true);
    });
    let rules = |kind| {
        let settings = plain(&focused, kind);
        [settings.stop.focus, settings.stop.jsd.enabled, settings.stop.limit.enabled]
    };
    assert_eq!(rules(JobKind::Plays), [true, false, false]);
    assert_eq!(rules(JobKind::Cube), [false, true, true]);
    assert_eq!(rules(JobKind::Position), [false, true, true]);
    assert!(!plain(&with(jsd), JobKind::Plays).stop.focus);
}

/// Who looks at luck: (the setting, whether it is subtracted, plies of plays, whether the nets are our own).
#[test]
fn luck_is_looked_at_by_whom_it_makes_a_difference() {
    use LuckBy::{Auto, OwnNets, Players, Static};
    for (luck_by, reduces, plies, later, own_nets, resolved) in [
        (Players, true, 0, 0, false, Players),
        (Auto, true, 2, 2, false, Players),
        (Static, false, 2, 2, false, Players),
        (OwnNets, false, 2, 2, false, Players),
        // Up to one ply, players look without looking ahead anyway; those who play on later count.
        (Static, true, 0, 0, false, Players),
        (Static, true, 1, 1, false, Players),
        (Static, true, 2, 0, false, Static),
        (Static, true, 0, 2, false, Static),
        // Our own nets stand for themselves only beside others.
        (OwnNets, true, 0, 0, false, OwnNets),
        (OwnNets, true, 2, 2, false, OwnNets),
        (OwnNets, true, 2, 2, true, Static),
        (OwnNets, true, 1, 0, true, Players),
    ] {
        let settings = with(|settings| {
            (settings.luck_by, settings.variance_reduction) = (luck_by, reduces);
            settings.players.0.iter_mut().for_each(|player| player.chequer.set_plies(plies));
            settings.later.players.0[1].chequer.set_plies(later);
        });
        let found = Resolved::new(&settings, JobKind::Plays, own_nets).luck_by;
        assert_eq!(found, resolved, "{luck_by:?} {reduces} {plies} {later} {own_nets}");
    }
}

#[test]
fn rules_are_left_out_for_parts() {
    let settings = with(|settings| {
        settings.stop.until.error = Some(0.1);
        settings.stop.focus = true;
        settings.stop.limit.enabled = true;
        settings.stop.jsd.enabled = true;
    });
    for kind in [JobKind::Position, JobKind::Plays, JobKind::Cube] {
        let part = Resolved::new(&settings, kind, false).of_part(7);
        assert_eq!(part.into_settings(), RolloutSettings { trials: 7, ..RolloutSettings::default() }, "{kind:?}");
    }
    // Settings of another kind, or with a rule that does not apply, are none of a job.
    assert!(Resolved::checked(RolloutSettings::default(), JobKind::Plays).is_ok());
    assert!(Resolved::checked(with(|settings| settings.stop.focus = true), JobKind::Cube).is_err());
}

#[test]
fn questions_of_settings() {
    let settings = RolloutSettings::default();
    // Ranks are those of rolls that are looked at; the first roll of an initial position has none.
    let ranked = RolloutSettings { pairing: Pairing::Ranked, variance_reduction: false, ..settings.clone() };
    let initial = RolloutSettings { initial: InitialRolls::NoDoubles, ..ranked.clone() };
    assert_eq!([0, 1].map(|turn| ranked.has_ranks(turn)), [true, true]);
    assert_eq!([0, 1].map(|turn| initial.has_ranks(turn)), [false, true]);
    assert_eq!([0, 1].map(|turn| settings.has_ranks(turn)), [false, false]);
    assert_eq!([0, 1].map(|turn| initial.looks_at_rolls(turn)), [false, true]);
    assert!(settings.looks_at_rolls(0));
    let bare = RolloutSettings { variance_reduction: false, ..settings.clone() };
    assert!(!bare.looks_at_rolls(0));
    // The play that is looked at is the one that is made, without looking ahead and by the same nets.
    let player = settings.player(Top, 0);
    let mut deep = player;
    deep.chequer.set_plies(1);
    let mut noisy = player;
    noisy.chequer = noisy.chequer.with_noise(0.1);
    assert_eq!([player, deep, noisy].map(|player| player.decides_at_once()), [true, false, false]);
    assert!(settings.plays_as_looked(&player) && !settings.plays_as_looked(&deep));
    assert!(!RolloutSettings { luck_by: LuckBy::OwnNets, ..settings.clone() }.plays_as_looked(&player));
    // Luck is valued by few plays where the cube counts and nobody looks ahead.
    let few = |set: fn(&mut RolloutSettings)| {
        let mut settings = RolloutSettings::quick(36);
        set(&mut settings);
        settings.values_luck_by_few_plays()
    };
    assert!(few(|_| ()));
    assert!(!few(|settings| settings.cubeful = false));
    assert!(!few(|settings| settings.players.0[1].cube.set_plies(2)));
    assert!(!few(|settings| settings.luck_by = LuckBy::OwnNets));
    // A rollout decides at once where nobody looks ahead, at nothing.
    let quick = RolloutSettings { variance_reduction: false, ..RolloutSettings::quick(36) };
    assert!(quick.decides_at_once() && !RolloutSettings::quick(36).decides_at_once());
    assert_eq!(RolloutSettings::quick(36).trials, 36);
    let change = |set: fn(&mut RolloutSettings)| {
        let mut settings = quick.clone();
        set(&mut settings);
        settings.decides_at_once()
    };
    assert!(!change(|settings| settings.pairing = Pairing::Ranked));
    assert!(!change(|settings| settings.players.0[1].cube.set_plies(1)));
    assert!(change(|settings| {
        settings.players.0[1].cube.set_plies(1);
        settings.cubeful = false
    }));
    assert!(!change(|settings| settings.players.0[0].chequer = settings.players.0[0].chequer.with_noise(0.1)));
    assert!(change(|settings| settings.truncation.cube.set_plies(2)));
    assert!(!change(|settings| {
        settings.truncation.enabled = true;
        settings.truncation.cube.set_plies(2)
    }));
    assert!(change(|settings| {
        settings.truncation.enabled = true;
        settings.truncation.cube.set_plies(0)
    }));
    assert!(change(|settings| settings.later.players.0[0].chequer.set_plies(2)), "nobody plays later");
    assert!(!change(|settings| {
        settings.later.enabled = true;
        settings.later.players.0[0].chequer.set_plies(2);
    }));
    // Noise of anybody.
    assert!(!settings.is_noisy());
    assert!(with(|settings| settings.players.0[1].cube = settings.players.0[1].cube.with_noise(0.1)).is_noisy());
    assert!(with(|settings| settings.players.0[0].chequer = settings.players.0[0].chequer.with_noise(0.1)).is_noisy());
    // A horizon of no turns is one of one.
    assert_eq!(settings.horizon(), None);
    let horizon = |plies| with(|settings| (settings.truncation.enabled, settings.truncation.plies) = (true, plies));
    assert_eq!([0, 1, 7].map(|plies| horizon(plies).horizon()), [Some(1), Some(1), Some(7)]);
    let truncation = with(|settings| settings.truncation.cube.set_plies(1));
    assert_eq!(truncation.truncation_evaluation(), truncation.truncation.cube);
    // Dice of candidates of their own, and how they are dealt.
    let own = RolloutSettings { pairing: Pairing::None, seed: 5, ..settings.clone() };
    assert_eq!([0, 1, 2].map(|i| own.dice(i).seed), [5, 5 + 0x9e37_79b1, 5_u32.wrapping_add(0x3c6e_f362)]);
    assert_eq!(RolloutSettings { seed: 5, ..settings }.dice(2).seed, 5);
}

#[test]
fn rules_that_are_set_ask_for_trials() {
    let until = |set: fn(&mut Until)| {
        let mut until = Until::default();
        set(&mut until);
        until
    };
    assert!(!Until::default().is_set());
    assert!(until(|until| until.error = Some(0.1)).is_set());
    assert!(until(|until| until.time = Some(Duration::ZERO)).is_set());
    assert!(until(|until| until.decided = Some(0.0)).is_set());
    assert!(until(|until| until.trials = Some(9)).is_set());
    let most = |until| Stopping { until, ..Stopping::NONE }.most_trials(36);
    assert_eq!(most(Until::default()), Some(36));
    assert_eq!(most(until(|until| until.error = Some(0.1))), None);
    assert_eq!(most(until(|until| until.trials = Some(9))), Some(9));
}

#[test]
fn rules_in_force_depend_on_the_number_of_candidates() {
    let jsd = JsdLimit { enabled: true, ..Stopping::NONE.jsd };
    let limit = ErrorLimit { enabled: true, ..Stopping::NONE.limit };
    let both = Stopping { jsd, limit, ..Stopping::NONE };
    let focus = Stopping { focus: true, ..both };
    assert_eq!(Stopping::NONE.goals(2), []);
    // Joint standard deviations are those of several, and then replace the limit of errors.
    assert_eq!(both.goals(1), [Goal::Limit(limit)]);
    assert_eq!(both.goals(2), [Goal::Jsd(jsd)]);
    assert_eq!(Stopping { limit, ..Stopping::NONE }.goals(2), [Goal::Limit(limit)]);
    assert_eq!(Stopping { jsd, ..Stopping::NONE }.goals(1), []);
    // Plays get trials by one rule.
    assert_eq!(focus.goals(2), [Goal::Focus]);
    assert_eq!(focus.goals(1), [Goal::Limit(limit)]);
    let until =
        Until { error: Some(0.1), time: Some(Duration::ZERO), decided: Some(0.0), loss: Some(0.2), trials: Some(9) };
    let all = [Goal::Decided(0.0), Goal::Loss(0.2), Goal::Error(0.1), Goal::Time(Duration::ZERO), Goal::Trials(9)];
    assert_eq!(Stopping { until, ..Stopping::NONE }.goals(2), all);
}

#[test]
fn limits_of_settlement_are_told() {
    assert_eq!(SettlementLimit::Same(0.5).to_string(), "0.5");
    assert_eq!(SettlementLimit::FITTED.to_string(), "0.55, in races 0.49");
    let race = {
        let mut home = [0; 25];
        home[..3].copy_from_slice(&[2, 1, 2]);
        Position::from_checkers(Checkers::new(home), Checkers::new(home))
    };
    let limits = [SettlementLimit::Same(0.5), SettlementLimit::FITTED];
    assert_eq!(limits.map(|limit| [limit.in_position(&START), limit.in_position(&race)]), [[0.5, 0.5], [0.55, 0.49]]);
}

/// What is as usual is not written, so that files of earlier versions and of this one are the same.
#[test]
fn what_is_usual_is_not_stored() {
    let stored = |settings: &RolloutSettings| serde_json::to_value(settings).expect("plain data");
    let usual = stored(&RolloutSettings::default());
    let has = |stored: &serde_json::Value, key: &str| stored.get(key).is_some();
    for key in ["luck_by", "dealing", "focus", "rank_plies"] {
        assert!(!has(&usual, key), "{key}");
    }
    let other = with(|settings| {
        (settings.luck_by, settings.dealing) = (LuckBy::Static, Dealing::Deck);
        (settings.stop.focus, settings.rank_plies) = (true, Some(1));
        settings.stop.until.trials = Some(9);
        settings.efficiency.source = EfficiencySource::Numbers;
    });
    for key in ["luck_by", "dealing", "focus", "rank_plies"] {
        assert!(has(&stored(&other), key), "{key}");
    }
    let back =
        |settings: &RolloutSettings| serde_json::from_value::<RolloutSettings>(stored(settings)).expect("settings");
    assert_eq!(back(&other), other);
    assert_eq!(back(&RolloutSettings::default()), RolloutSettings::default());
    let source = |settings: &RolloutSettings| has(&stored(settings)["efficiency"], "source");
    assert!(!source(&other) && source(&RolloutSettings::default()), "numbers are what files without a source mean");
    let job = Job::position(&START, Cube::START, Top, Terms::MONEY);
    let has_top = |job: &Job| has(&serde_json::to_value(job).expect("plain data"), "top");
    assert!(!has_top(&job) && has_top(&job.up_to(64)));
}

/// Fingerprints hold this text: another one, and no rollout of before can be continued.
#[test]
fn rules_that_are_not_set_are_written_as_ever() {
    let written = serde_json::to_string(&Stopping::NONE).expect("plain data");
    let limit = r#""limit":{"enabled":false,"min_trials":324,"max_error":0.01}"#;
    let jsd = r#""jsd":{"enabled":false,"min_trials":324,"limit":2.33}"#;
    assert_eq!(written, format!(r#"{{{limit},{jsd},"until":{{"error":null,"time":null,"decided":null}}}}"#));
}

#[test]
fn presets_are_what_their_lines_say() {
    let current = RolloutSettings { seed: 7, rng: RngKind::Isaac, trials: 36, ..RolloutSettings::default() };
    let plies = |settings: &RolloutSettings, turn| {
        let player = settings.player(Top, turn);
        assert_eq!(player, settings.player(Bottom, turn));
        [player.chequer.plies(), player.cube.plies()]
    };
    for (preset, trials, horizon, first, later) in [
        (RolloutPreset::Quick, 360, Some(7), [0, 0], [0, 0]),
        (RolloutPreset::XgRoller, 360, Some(7), [2, 2], [0, 0]),
        (RolloutPreset::Standard, 1296, None, [0, 2], [0, 2]),
        (RolloutPreset::WorldClass, 1296, None, [2, 2], [2, 2]),
    ] {
        let settings = preset.settings(&current);
        assert_eq!((settings.seed, settings.rng, settings.trials), (7, RngKind::Isaac, trials), "{preset:?}");
        assert_eq!((settings.horizon(), plies(&settings, 1), plies(&settings, 2)), (horizon, first, later));
        assert_eq!(settings.later.enabled, first != later, "{preset:?}");
        let truncation = settings.truncation;
        if horizon.is_some() {
            assert_eq!([truncation.chequer.plies(), truncation.cube.plies()], first, "{preset:?}");
        }
        assert!(preset.summary().starts_with(&trials.to_string()), "{preset:?}");
    }
}

#[test]
fn a_job_is_seen_by_who_decides() {
    let (owned, after) = (Cube::new(2, CubeOwner::Owned(Top)).unwrap(), START.flipped());
    let position = Job::position(&START, owned, Top, Terms::MONEY);
    assert_eq!(
        (position.kind(), position.decider(), position.basis(), position.top()),
        (JobKind::Position, Top, owned, 4096)
    );
    let start = Start { position: START, cube: owned, on_roll: Top, cube_action: false };
    assert_eq!(position.candidates(), [start]);
    // After a play the other side is on roll, and may double at once.
    let plays = Job::plays(&[after], owned, Bottom, Terms::MONEY);
    assert_eq!((plays.kind(), plays.decider()), (JobKind::Plays, Bottom));
    assert_eq!(plays.candidates(), [Start { cube_action: true, ..start }]);
    assert!(start.is_after(&after) && (start.position == START));
    let mut other = [0; 25];
    other[3] = 2;
    assert!(!start.is_after(&Position::from_checkers(Checkers::new(other), Checkers::new(other))));
    let cube = Job::cube(&START, owned, Top, Terms::MONEY);
    let doubled = Cube::new(4, CubeOwner::Owned(Bottom)).unwrap();
    assert_eq!((cube.kind(), cube.candidates()), (JobKind::Cube, &[start, Start { cube: doubled, ..start }][..]));
    assert_eq!(*cube.terms(), Terms::MONEY);
    assert_eq!(cube.basis_info(&Met::kazaross_xg2()).cube(), owned);
    assert!(cube.clone().up_to(2).basis_info(&Met::kazaross_xg2()).is_at_top());
    // A beaver takes the cube to four times its value.
    let beavers = |beavers, top| {
        let terms = Terms::Money { jacoby: false, beavers };
        Job::cube(&START, owned, Top, terms).up_to(top).has_beavers()
    };
    assert_eq!((beavers(3, 4096), beavers(1, 8), beavers(1, 4), beavers(0, 4096)), (true, true, false, false));
    let four = Cube::new(4, CubeOwner::Owned(Top)).unwrap();
    assert!(!Job::cube(&START, four, Top, Terms::MONEY).up_to(8).has_beavers());
    let score = MatchScore::new(9, ByPlayer([0, 0]), false).unwrap();
    assert!(!Job::cube(&START, owned, Top, Terms::Match(score)).has_beavers());
}

#[test]
fn a_job_has_as_many_positions_as_its_kind() {
    let text = |kind: &str, n: usize| {
        let job = serde_json::to_value(Job::plays(&vec![START; n.max(1)], Cube::START, Top, Terms::MONEY));
        let mut job = job.expect("plain data");
        job["kind"] = kind.into();
        if n == 0 {
            job["positions"] = serde_json::json!([]);
        }
        serde_json::from_value::<Job>(job).map(|job| job.candidates().len()).map_err(|error| error.to_string())
    };
    assert_eq!(
        [text("position", 1), text("cube", 1), text("plays", 1), text("plays", 4096)],
        [Ok(1), Ok(2), Ok(1), Ok(4096)]
    );
    for (kind, n, expected) in
        [("position", 2, "one"), ("cube", 2, "one"), ("plays", 0, "one or more"), ("plays", 4097, "one or more")]
    {
        let error = text(kind, n).expect_err("too many or too few");
        assert_eq!(error, format!("a job of this kind has {expected}, not {n} positions"));
    }
}

#[test]
fn a_fingerprint_has_a_part_for_everything_a_trial_depends_on() {
    let (evaluator, met) = (Evaluator::standard(), Met::kazaross_xg2());
    let of = |job: &Job, settings: &RolloutSettings| {
        fingerprint(job, &Resolved::new(settings, job.kind(), true), &evaluator, &met)
    };
    let settings = RolloutSettings::default();
    let money = |jacoby, beavers| Terms::Money { jacoby, beavers };
    let base = Job::position(&START, Cube::START, Top, money(true, 3));
    let changes = |job: &Job, settings: &RolloutSettings| {
        of(&base, &RolloutSettings::default()).differences(&of(job, settings)).0
    };
    assert_eq!(changes(&base, &settings), []);
    let owned = |player| Cube::new(2, CubeOwner::Owned(player)).unwrap();
    let jobs = [
        Job::position(&START, Cube::START, Bottom, money(true, 3)),
        Job::position(&START, Cube::new(2, CubeOwner::Centered).unwrap(), Top, money(true, 3)),
        Job::position(&START, owned(Top), Top, money(true, 3)),
        Job::position(&START, owned(Bottom), Top, money(true, 3)),
        Job::position(&START, Cube::START, Top, money(false, 3)),
        Job::position(&START, Cube::START, Top, money(true, 2)),
        Job::plays(&[START.flipped()], Cube::START, Bottom, money(true, 3)),
        Job::plays(&[START.flipped(); 2], Cube::START, Bottom, money(true, 3)),
        base.clone().up_to(64),
        base.clone().up_to(32),
    ];
    let all: Vec<Fingerprint> = jobs.iter().chain([&base]).map(|job| of(job, &settings)).collect();
    for (i, one) in all.iter().enumerate() {
        assert!(all[..i].iter().all(|other| other.differences(one).0 == [Part::Position]), "{i}");
    }
    // Rules that end a rollout leave its trials as they are.
    let ruled = with(|settings| {
        settings.stop.until.error = Some(0.1);
        (settings.stop.focus, settings.stop.limit.enabled, settings.stop.jsd.enabled, settings.trials) =
            (true, true, true, 9);
        (settings.truncate_equal_player0, settings.players_are_same) = (false, false);
    });
    assert_eq!(changes(&base, &ruled), []);
    // Everything else is another trial, each in its own way.
    let others = [
        with(|settings| settings.seed = 1),
        with(|settings| settings.cubeful = false),
        with(|settings| settings.variance_reduction = false),
        with(|settings| settings.quasi_random = false),
        with(|settings| settings.pairing = Pairing::Ranked),
        with(|settings| settings.settlement = Some(SettlementLimit::FITTED)),
        with(|settings| settings.prefilter = Some(8)),
        with(|settings| settings.players.0[0].cube.cubeful = false),
        with(|settings| settings.rng = RngKind::Isaac),
        with(|settings| settings.later.enabled = true),
    ];
    let all: Vec<Fingerprint> = others.iter().chain([&settings]).map(|settings| of(&base, settings)).collect();
    for (i, one) in all.iter().enumerate() {
        assert!(all[..i].iter().all(|other| other.differences(one).0 == [Part::Settings]), "{i}");
    }
    // A name is eight bytes in hexadecimal digits, and the whole is 48.
    let name = of(&base, &settings).name();
    assert!(name.len() == 16 && name.bytes().all(|c| c.is_ascii_hexdigit()), "{name}");
    assert_ne!(name, of(&jobs[0], &settings).name());
    assert_eq!(of(&base, &settings).to_string().len(), 2 * Fingerprint::BYTES);
    let one = Fingerprint::from_bytes(&[7; 48]).differences(&Fingerprint::from_bytes(&[7; 48]));
    assert_eq!(one.to_string(), "");
    let two = [Part::Program, Part::Weights].to_vec();
    assert_eq!(super::fingerprint::Differences(two).to_string(), "the version of the program and the weights");
}
