//! Writes files of eXtreme Gammon from records, field by field after the published declarations, for testing the
//! reader.
use flate2::Compression;
use flate2::write::ZlibEncoder;
use gammon::board::{ByPlayer, Player, Position};
use gammon::record::{Ending, Event, Method, Note, Record, State};
use gammon::scoring::CubeOwner;
use std::io::Write;

/// Whose view positions have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// As eXtreme Gammon writes them: before a turn player 1's, after it and in an analysis the mover's.
    Real,
    /// The mover's everywhere, as the description has it.
    Mover,
    /// Player 1's everywhere.
    First,
}

/// When the position is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Before,
    After,
}

/// A record that is filled from the front, with Pascal's alignment.
struct Fields(Vec<u8>);

impl Fields {
    fn of(kind: u8) -> Self {
        Self([&[0; 8][..], &[kind]].concat())
    }

    fn align(&mut self, to: usize) -> &mut Self {
        self.0.resize(self.0.len().next_multiple_of(to), 0);
        self
    }

    fn int(&mut self, n: i32) -> &mut Self {
        self.align(4).0.extend(n.to_le_bytes());
        self
    }

    fn small(&mut self, n: i16) -> &mut Self {
        self.align(2).0.extend(n.to_le_bytes());
        self
    }

    fn byte(&mut self, n: u8) -> &mut Self {
        self.0.push(n);
        self
    }

    fn single(&mut self, n: f32) -> &mut Self {
        self.align(4).0.extend(n.to_le_bytes());
        self
    }

    fn double(&mut self, n: f64) -> &mut Self {
        self.align(8).0.extend(n.to_le_bytes());
        self
    }

    fn string(&mut self, text: &str, most: usize) -> &mut Self {
        let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).take(most).collect();
        self.byte(u8::try_from(bytes.len()).expect("short"));
        self.0.extend(&bytes);
        self.0.resize(self.0.len() + most - bytes.len(), 0);
        self
    }

    fn wide(&mut self, text: &str) -> &mut Self {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        units.resize(129, 0);
        self.align(2).0.extend(units.into_iter().flat_map(u16::to_le_bytes));
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend(bytes);
        self
    }

    fn whole(&mut self, size: usize) -> Vec<u8> {
        assert!(self.0.len() <= size, "{}", self.0.len());
        self.0.resize(size, 0);
        std::mem::take(&mut self.0)
    }
}

const fn sign(player: Player) -> i32 {
    match player {
        Player::Bottom => 1,
        Player::Top => -1,
    }
}

/// Places from the bar of the other to the own bar.
fn checkers(position: &Position, mover: Player, view: View, when: When) -> Vec<u8> {
    let is_first = view == View::First || (view == View::Real && when == When::Before);
    let seen = if is_first && mover == Player::Top { position.flipped() } else { *position };
    let mut places = [0_i8; 26];
    for (i, &n) in seen.on_roll().counts().iter().enumerate() {
        places[i + 1] += n as i8;
    }
    for (i, &n) in seen.opponent().counts().iter().enumerate() {
        places[24 - i] -= n as i8;
    }
    places.map(|n| n as u8).to_vec()
}

fn seven(fields: &mut Fields, o: [f32; 5], equity: f32) {
    for n in [o[4], o[3], 1.0 - o[0], o[0], o[1], o[2], equity] {
        fields.single(n);
    }
}

fn level(method: &Method) -> i32 {
    match method {
        Method::Plies { plies, .. } => i32::from(*plies),
        Method::Level { .. } | Method::Rollout { .. } => 100,
        Method::Foreign { .. } => panic!("matches made by chance have none"),
    }
}

/// A whole file.
pub struct Writer {
    view: View,
    records: Vec<u8>,
    rollouts: Vec<u8>,
    comments: Vec<u8>,
    n_comments: i32,
}

impl Writer {
    fn comment(&mut self, text: &str) -> i32 {
        if text.is_empty() {
            return -1;
        }
        let rich: String = text
            .chars()
            .map(|c| match c {
                '\\' | '{' | '}' => format!("\\{c}"),
                '\n' => "\\par ".to_owned(),
                c if c.is_ascii() => c.to_string(),
                c => format!("\\u{}?", u32::from(c)),
            })
            .collect();
        self.comments.extend(format!("{{\\rtf1\\ansi {rich}}}\r\n").bytes());
        self.n_comments += 1;
        self.n_comments - 1
    }

    fn rollout(&mut self, method: &Method, errors: [f32; 2]) -> i32 {
        let (Method::Level { trials, .. } | Method::Rollout { trials, .. }) = method else { return -1 };
        let mut fields = Fields(vec![0; 84]);
        fields.int(*trials as i32);
        fields.0.resize(2020, 0);
        fields.single(errors[0] * 1.959_96).single(errors[1] * 1.959_96);
        self.rollouts.extend(fields.whole(2184));
        (self.rollouts.len() / 2184 - 1) as i32
    }

    fn push(&mut self, fields: &mut Fields) {
        let record = fields.whole(2560);
        self.records.extend(record);
    }

    fn cube(&mut self, before: &State, roll: Option<&Note>, double: Option<&Note>, answers: [i32; 3]) {
        let game = before.game.expect("a game");
        let note = roll.or(double).expect("one of them");
        let analysis = note.cube.as_deref();
        let comment = self.comment(&note.comment);
        let owner = match game.cube.owner() {
            CubeOwner::Centered => 0,
            CubeOwner::Owned(player) => {
                let own = if self.view == View::Mover { game.on_roll } else { Player::Bottom };
                game.cube.value().ilog2() as i32 * if player == own { 1 } else { -1 }
            }
        };
        let errors = analysis.and_then(|a| a.errors).map_or([0.0; 2], |[a, b]| [a.cubeful, b.cubeful]);
        let rollout = analysis.map_or(-1, |analysis| self.rollout(&analysis.method, errors));
        let places = checkers(&game.position, game.on_roll, self.view, When::Before);
        let mut f = Fields::of(2);
        // Where nothing is known of the decision, there was none.
        let decided = if double.is_some() {
            1
        } else if analysis.is_some() {
            0
        } else {
            -2
        };
        f.int(sign(game.on_roll)).int(decided).int(answers[0]).int(answers[1]).int(answers[2]);
        f.int(owner).bytes(&places).align(4).bytes(&places);
        f.int(analysis.map_or(-1, |a| level(&a.method))).int(0).int(0).int(1).int(0).int(0);
        f.small(0).small(0).small(if analysis.is_some() { 0 } else { -100 }).small(0);
        let (wait, take) = analysis.map(|a| (a.no_double, a.take)).unwrap_or_default();
        seven(&mut f, wait.outputs, wait.cubeful);
        f.single(wait.cubeful).single(take.cubeful).single(1.0).small(0).small(0);
        seven(&mut f, take.outputs, take.cubeful);
        let told = analysis.map_or(-1000.0, |_| 0.125);
        f.double(told).string("", 2).double(if double.is_some() { told } else { -1000.0 });
        f.int(rollout).int(0).int(0).double(-1000.0).double(-1000.0).int(0).int(0).byte(0).byte(0);
        f.double(-1000.0).double(-1000.0).byte(0).int(comment);
        self.push(&mut f);
    }

    fn play(&mut self, before: &State, roll_note: &Note, played: Option<(&Position, &Note)>) {
        let game = before.game.expect("a game");
        let roll = game.dice.expect("dice");
        let none = Note::default();
        let (after, note) = played.unwrap_or((&game.position, &none));
        let comment = self.comment(&note.comment);
        let plays = note.plays.as_deref();
        let listed = plays.map(|plays| plays.plays.as_slice()).unwrap_or_default();
        let kept: Vec<_> = listed.iter().take(32).collect();
        let mut f = Fields::of(3);
        f.bytes(&checkers(&game.position, game.on_roll, self.view, When::Before));
        f.bytes(&checkers(after, game.on_roll, self.view, When::After));
        f.int(sign(game.on_roll));
        for _ in 0..8 {
            f.int(-1);
        }
        f.int(roll.high().into()).int(roll.low().into()).int(0).double(0.0).int(kept.len() as i32);
        f.bytes(&checkers(&game.position, game.on_roll, self.view, When::After));
        f.int(roll.high().into()).int(roll.low().into());
        for _ in 0..7 {
            f.int(0);
        }
        f.int(kept.len() as i32);
        let mut positions: Vec<u8> =
            kept.iter().flat_map(|value| checkers(&value.play.result, game.on_roll, self.view, When::After)).collect();
        positions.resize(32 * 26, 0);
        f.bytes(&positions).bytes(&[0xff; 256]);
        for i in 0..32 {
            f.small(kept.get(i).map_or(0, |value| level(&value.method) as i16)).byte(0).byte(0);
        }
        for i in 0..32 {
            let numbers = kept.get(i).map(|value| value.numbers).unwrap_or_default();
            seven(&mut f, numbers.outputs, numbers.cubeful);
        }
        f.byte(0).byte(0).byte(0).byte(0);
        f.byte(u8::from(played.is_some())).double(plays.map_or(-1000.0, |_| -0.25));
        f.double(roll_note.luck.map_or(-1000.0, f64::from)).int(0).double(0.0);
        for i in 0..32 {
            let index = kept.get(i).map_or(-1, |value| {
                self.rollout(&value.method, [value.errors.map_or(0.0, |errors| errors.cubeful), 0.0])
            });
            f.int(index);
        }
        f.int(0).int(0).int(0).bytes(&[0; 26]).byte(0).double(-1000.0).byte(0).int(comment).byte(0);
        self.push(&mut f);
    }
}

/// A file of a match of standard backgammon or nackgammon.
pub fn write(names: &ByPlayer<String>, event: &str, record: &Record, view: View) -> Vec<u8> {
    let mut w = Writer { view, records: Vec::new(), rollouts: Vec::new(), comments: Vec::new(), n_comments: 0 };
    let start = record.games()[0].steps[0].after;
    let standing = start.standing;
    let money = standing.length() == 0;
    let (first, second) = (&names[Player::Bottom], &names[Player::Top]);
    let mut f = Fields::of(0);
    f.string(first, 40).string(second, 40);
    f.int(if money { 99_999 } else { standing.length().into() });
    f.int(i32::from(start.game.expect("a game").variation == gammon::board::Variation::Nackgammon));
    f.byte(1).byte(0).byte(1).byte(0).double(1812.5).double(1650.0).int(0).int(0).double(45_351.5).string(event, 128);
    f.int(1).int(0).int(0).byte(0).byte(0).byte(0).string("Home", 128).int(0).byte(0).string("2", 128);
    f.int(1).int(30).int(0x494C_4D44).int(0).int(0).int(0).byte(0).byte(0).byte(0).int(-1).int(-1);
    f.byte(0).single(0.0).single(0.0).int(0).single(0.0).single(0.0).int(0).int(0).int(0).byte(0);
    f.wide(event).wide(first).wide(second).wide("Home").wide("2");
    for _ in 0..8 {
        f.int(0);
    }
    f.int(0).int(0).int(0).int(0).wide("Me");
    w.push(&mut f);
    for game in record.games() {
        let Event::Begin { standing, .. } = &game.steps[0].event else { panic!("a game begins") };
        let points = standing.points();
        let comment = w.comment(&game.steps[0].note.comment);
        let crawford = standing.terms().match_score().is_some_and(|score| score.crawford());
        let mut f = Fields::of(1);
        f.int(points[Player::Bottom] as i32).int(points[Player::Top] as i32).byte(u8::from(crawford)).bytes(&[0; 26]);
        f.int(1).byte(0).int(comment).int(-1).int(0);
        w.push(&mut f);
        let mut rolled = 0;
        for (i, step) in game.steps.iter().enumerate() {
            let before = game.state(i);
            match &step.event {
                Event::Begin { .. } => rolled = i,
                Event::Roll(_) => {
                    rolled = i;
                    w.cube(before, Some(&step.note), None, [0; 3]);
                }
                Event::Play(play) => w.play(before, &game.steps[rolled].note, Some((&play.result, &step.note))),
                Event::NoPlay => w.play(before, &game.steps[rolled].note, None),
                Event::Double => {
                    let later: Vec<&Event> = game.steps[i + 1..].iter().map(|step| &step.event).take(3).collect();
                    let answers = match later.as_slice() {
                        [Event::Pass, ..] => [0, 0, 0],
                        [Event::Take, ..] => [1, 0, 0],
                        [Event::Beaver, Event::Pass, ..] => [2, 0, 0],
                        [Event::Beaver, Event::Take, ..] => [2, 1, 0],
                        [Event::Beaver, Event::Beaver, Event::Pass] => [2, 2, 0],
                        [Event::Beaver, Event::Beaver, Event::Take] => [2, 2, 1],
                        _ => [-1, 0, 0],
                    };
                    w.cube(before, None, Some(&step.note), answers);
                }
                _ => {}
            }
            // Rolled and not played.
            let over = game.steps.get(i + 1).is_some_and(|step| matches!(step.event, Event::Resign(_)));
            if over && matches!(step.event, Event::Roll(_) | Event::Begin { .. }) {
                w.play(&step.after, &step.note, None);
            }
        }
        if let Some(outcome) = game.state(game.steps.len()).outcome {
            let points = outcome.points as i32;
            let resigned = if matches!(outcome.ending, Ending::Resigned(_)) { 100 } else { 0 };
            let mut f = Fields::of(4);
            f.int(0)
                .int(0)
                .byte(0)
                .int(sign(outcome.winner))
                .int(points)
                .int(resigned + 1)
                .double(-1000.0)
                .double(-1000.0);
            w.push(&mut f);
        }
    }
    w.push(&mut Fields::of(5));
    pack(&w)
}

fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

fn pack(w: &Writer) -> Vec<u8> {
    let mut out = b"RGMH".to_vec();
    out.extend(1_u32.to_le_bytes());
    out.extend(8232_u32.to_le_bytes());
    out.extend(8232_u64.to_le_bytes());
    out.extend(5_u32.to_le_bytes());
    out.resize(8232, 0);
    out.extend(b"image");
    let start = out.len();
    let mut registry = Vec::new();
    let parts =
        [("temp.xgi", &w.records), ("temp.xg", &w.records), ("temp.xgr", &w.rollouts), ("temp.xgc", &w.comments)];
    for (name, data) in parts {
        let packed = deflated(data);
        let mut entry = Fields(Vec::new());
        entry.string(name, 255).string("", 255);
        entry.int(data.len() as i32).int(packed.len() as i32).int((out.len() - start) as i32).int(0);
        registry.extend(entry.byte(0).byte(0).byte(0).byte(9).whole(532));
        out.extend(packed);
    }
    let archive_size = out.len() - start;
    let registry = deflated(&registry);
    out.extend(&registry);
    let mut tail = Fields(Vec::new());
    tail.int(0).int(4).int(1).int(registry.len() as i32).int(archive_size as i32).int(1);
    out.extend(tail.whole(36));
    out
}
