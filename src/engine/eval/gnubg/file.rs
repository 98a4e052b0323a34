//! Reads GNU Backgammon's weights, binary (`.wd`) or text (`.weights`), and checks them.
//!
//! The nets come in the order of [`NetKind::ALL`]. Everything that could make an evaluation
//! meaningless is rejected by name before a net is built.

use crate::words::counted;
use thiserror::Error;

/// Floats at the head of a binary file: magic and version.
const MAGIC: f32 = 472.3782;
const VERSION: f32 = 1.0;

/// The first line of a text file.
const TEXT_HEADER: &str = "GNU Backgammon 1.00";

/// More hidden units than any known net has; bounds the memory that a damaged file can make the reader allocate.
const MAX_HIDDEN: usize = 4096;

words! {
    /// The six nets of a weights file, in its order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(usize)]
    pub enum NetKind: name {
        /// The contact net.
        Contact = "contact",
        /// The race net.
        Race = "race",
        /// The net of crashed positions.
        Crashed = "crashed",
        /// The small net that picks candidates in contact positions.
        PruningContact = "pruning contact",
        /// The small net that picks candidates in crashed positions.
        PruningCrashed = "pruning crashed",
        /// The small net that picks candidates in races.
        PruningRace = "pruning race",
    }
}

impl NetKind {
    /// How many inputs the net must have.
    pub const fn inputs(self) -> usize {
        match self {
            Self::Contact | Self::Crashed => 250,
            Self::Race => 214,
            Self::PruningContact | Self::PruningCrashed | Self::PruningRace => 200,
        }
    }
}

/// One net as the file has it: one hidden layer, five outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of hidden units.
    pub hidden: usize,
    /// Steepness of the hidden units.
    pub beta_hidden: f32,
    /// Steepness of the outputs.
    pub beta_output: f32,
    /// `[input][hidden]`.
    pub hidden_weights: Vec<f32>,
    /// `[output][hidden]`.
    pub output_weights: Vec<f32>,
    /// The start of each hidden sum.
    pub hidden_thresholds: Vec<f32>,
    /// The last summand of each output.
    pub output_thresholds: [f32; OUTPUTS],
}

/// Outputs of every net.
pub const OUTPUTS: usize = 5;

/// Why a weights file cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Neither the binary magic nor the first line of a text file.
    #[error("not a GNU Backgammon weights file")]
    UnknownFormat,
    /// Weights of another version.
    #[error("weights of version {0}, expected 1.0")]
    Version(String),
    /// The file ends early.
    #[error("the file ends inside the {} net", .0.name())]
    Short(NetKind),
    /// Something follows the last net.
    #[error("{0} after the last net")]
    Trailing(String),
    /// Numbers of units that do not fit this program.
    #[error("the {} net is {inputs}x{hidden}x{outputs}, expected {}x(1..{MAX_HIDDEN})x{OUTPUTS}", .kind.name(), .kind.inputs())]
    Shape {
        /// The net.
        kind: NetKind,
        /// The number of inputs.
        inputs: usize,
        /// The number of hidden units.
        hidden: usize,
        /// The number of outputs.
        outputs: usize,
    },
    /// A steepness that is not a positive number.
    #[error("the {} net has a steepness of {value}, expected a positive number", .kind.name())]
    Beta {
        /// The net.
        kind: NetKind,
        /// The steepness found.
        value: f32,
    },
    /// An infinite weight or one that is not a number.
    #[error("the {} net has a weight that is not finite", .0.name())]
    NotFinite(NetKind),
    /// A line of a text file that is not what belongs there.
    #[error("line {line}: expected {expected}, found \"{found}\"")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The content expected.
        expected: &'static str,
        /// The content found.
        found: String,
    },
}

/// Reads the six nets of a binary or text weights file.
///
/// # Errors
/// See [`WeightsError`].
pub fn read_weights(bytes: &[u8]) -> Result<[Weights; 6], WeightsError> {
    if bytes.starts_with(b"GNU Backgammon") {
        let text = std::str::from_utf8(bytes).map_err(|_| WeightsError::UnknownFormat)?;
        read_text(text)
    } else {
        read_binary(bytes)
    }
}

/// Where the numbers of a file come from; both formats have the same ones in the same order.
trait Numbers {
    /// Inputs, hidden units and outputs, then both steepnesses.
    fn header(&mut self, kind: NetKind) -> Result<([usize; 3], [f32; 2]), WeightsError>;

    /// The next `n` weights.
    fn floats(&mut self, kind: NetKind, n: usize) -> Result<Vec<f32>, WeightsError>;
}

fn read_net(numbers: &mut impl Numbers, kind: NetKind) -> Result<Weights, WeightsError> {
    let ([inputs, hidden, outputs], [beta_hidden, beta_output]) = numbers.header(kind)?;
    if inputs != kind.inputs() || outputs != OUTPUTS || !(1..=MAX_HIDDEN).contains(&hidden) {
        return Err(WeightsError::Shape { kind, inputs, hidden, outputs });
    }
    for value in [beta_hidden, beta_output] {
        if !(value.is_finite() && value > 0.0) {
            return Err(WeightsError::Beta { kind, value });
        }
    }
    let mut floats = |n| -> Result<Vec<f32>, WeightsError> {
        let values = numbers.floats(kind, n)?;
        if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(WeightsError::NotFinite(kind)) }
    };
    Ok(Weights {
        inputs,
        hidden,
        beta_hidden,
        beta_output,
        hidden_weights: floats(inputs * hidden)?,
        output_weights: floats(OUTPUTS * hidden)?,
        hidden_thresholds: floats(hidden)?,
        output_thresholds: floats(OUTPUTS)?.try_into().expect("as many as asked for"),
    })
}

fn read_nets(numbers: &mut impl Numbers) -> Result<[Weights; 6], WeightsError> {
    let nets = NetKind::ALL.into_iter().map(|kind| read_net(numbers, kind)).collect::<Result<Vec<_>, _>>()?;
    Ok(nets.try_into().expect("one for each kind"))
}

struct Binary<'a> {
    rest: &'a [u8],
}

impl Binary<'_> {
    fn word(&mut self) -> Option<[u8; 4]> {
        let (word, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*word)
    }
}

impl Numbers for Binary<'_> {
    fn header(&mut self, kind: NetKind) -> Result<([usize; 3], [f32; 2]), WeightsError> {
        let mut word = || self.word().ok_or(WeightsError::Short(kind));
        let mut sizes = [0; 4];
        for size in &mut sizes {
            *size = u32::from_le_bytes(word()?) as usize;
        }
        let betas = [f32::from_le_bytes(word()?), f32::from_le_bytes(word()?)];
        // The fourth size counts training steps and is not used.
        Ok(([sizes[0], sizes[1], sizes[2]], betas))
    }

    fn floats(&mut self, kind: NetKind, n: usize) -> Result<Vec<f32>, WeightsError> {
        let (values, rest) = self.rest.split_at_checked(4 * n).ok_or(WeightsError::Short(kind))?;
        self.rest = rest;
        Ok(values.as_chunks().0.iter().map(|word| f32::from_le_bytes(*word)).collect())
    }
}

fn read_binary(bytes: &[u8]) -> Result<[Weights; 6], WeightsError> {
    let mut numbers = Binary { rest: bytes };
    if numbers.word().map(f32::from_le_bytes) != Some(MAGIC) {
        return Err(WeightsError::UnknownFormat);
    }
    let version = numbers.word().map(f32::from_le_bytes).ok_or(WeightsError::Short(NetKind::Contact))?;
    if version != VERSION {
        return Err(WeightsError::Version(version.to_string()));
    }
    let nets = read_nets(&mut numbers)?;
    match numbers.rest.len() {
        0 => Ok(nets),
        n => Err(WeightsError::Trailing(counted(n, "byte"))),
    }
}

struct Text<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl<'a> Text<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next().map(str::trim)
    }

    fn error(&self, expected: &'static str, found: &str) -> WeightsError {
        WeightsError::Line { line: self.line, expected, found: found.chars().take(40).collect() }
    }
}

impl Numbers for Text<'_> {
    fn header(&mut self, kind: NetKind) -> Result<([usize; 3], [f32; 2]), WeightsError> {
        let line = self.next().ok_or(WeightsError::Short(kind))?;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let parsed = || -> Option<([usize; 3], [f32; 2])> {
            let [inputs, hidden, outputs, _, beta_hidden, beta_output] = words[..] else { return None };
            let sizes = [inputs.parse().ok()?, hidden.parse().ok()?, outputs.parse().ok()?];
            Some((sizes, [beta_hidden.parse().ok()?, beta_output.parse().ok()?]))
        };
        parsed().ok_or_else(|| self.error("four sizes and two numbers", line))
    }

    fn floats(&mut self, kind: NetKind, n: usize) -> Result<Vec<f32>, WeightsError> {
        let mut values = Vec::with_capacity(n);
        for _ in 0..n {
            let line = self.next().ok_or(WeightsError::Short(kind))?;
            values.push(line.parse().map_err(|_| self.error("a number", line))?);
        }
        Ok(values)
    }
}

fn read_text(text: &str) -> Result<[Weights; 6], WeightsError> {
    let mut numbers = Text { lines: text.lines(), line: 0 };
    let header = numbers.next().unwrap_or_default();
    if header != TEXT_HEADER {
        return Err(WeightsError::Version(header.trim_start_matches("GNU Backgammon").trim().to_owned()));
    }
    let nets = read_nets(&mut numbers)?;
    while let Some(line) = numbers.next() {
        if !line.is_empty() {
            return Err(WeightsError::Trailing(format!("\"{}\"", line.chars().take(40).collect::<String>())));
        }
    }
    Ok(nets)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::fmt::Write;

    /// Small weights of some pattern, as binary.
    pub(crate) fn sample_file(hidden: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut state = 1_u32;
        let mut float = |scale: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as f32 / (1 << 23) as f32 - 1.0) * scale
        };
        bytes.extend(MAGIC.to_le_bytes());
        bytes.extend(VERSION.to_le_bytes());
        for kind in NetKind::ALL {
            for size in [kind.inputs() as u32, hidden, 5, 0] {
                bytes.extend(size.to_le_bytes());
            }
            bytes.extend(0.1_f32.to_le_bytes());
            bytes.extend(1.0_f32.to_le_bytes());
            for _ in 0..kind.inputs() * hidden as usize {
                bytes.extend(float(8.0).to_le_bytes());
            }
            for _ in 0..(6 * hidden + 5) {
                bytes.extend(float(1.0).to_le_bytes());
            }
        }
        bytes
    }

    fn sample_text(nets: &[Weights; 6]) -> String {
        let mut text = format!("{TEXT_HEADER}\n");
        for net in nets {
            let _ = writeln!(text, "{} {} 5 0 {} {}", net.inputs, net.hidden, net.beta_hidden, net.beta_output);
            let arrays =
                [&net.hidden_weights, &net.output_weights, &net.hidden_thresholds, &net.output_thresholds.to_vec()];
            for value in arrays.into_iter().flatten() {
                let _ = writeln!(text, "{value}");
            }
        }
        text
    }

    #[test]
    fn both_formats_carry_the_same_nets() {
        let nets = read_weights(&sample_file(3)).unwrap();
        assert_eq!(nets[1].inputs, 214);
        assert_eq!(read_weights(sample_text(&nets).as_bytes()).unwrap(), nets);
    }

    #[test]
    fn faults_of_a_binary_file_are_named() {
        let good = sample_file(2);
        let with = |at: usize, word: [u8; 4]| {
            let mut bytes = good.clone();
            bytes[at..at + 4].copy_from_slice(&word);
            read_weights(&bytes).unwrap_err()
        };
        assert_eq!(with(0, [0; 4]), WeightsError::UnknownFormat);
        assert_eq!(with(4, 2.0_f32.to_le_bytes()), WeightsError::Version("2".into()));
        assert!(matches!(with(8, [251, 0, 0, 0]), WeightsError::Shape { kind: NetKind::Contact, inputs: 251, .. }));
        assert!(matches!(with(12, [0; 4]), WeightsError::Shape { hidden: 0, .. }));
        assert!(matches!(with(12, [255; 4]), WeightsError::Shape { .. }));
        assert!(matches!(with(16, [6, 0, 0, 0]), WeightsError::Shape { outputs: 6, .. }));
        assert!(matches!(with(24, 0.0_f32.to_le_bytes()), WeightsError::Beta { value: 0.0, .. }));
        assert!(matches!(with(28, f32::NAN.to_le_bytes()), WeightsError::Beta { .. }));
        assert_eq!(with(32, f32::INFINITY.to_le_bytes()), WeightsError::NotFinite(NetKind::Contact));
        assert_eq!(read_weights(&good[..good.len() - 1]), Err(WeightsError::Short(NetKind::PruningRace)));
        assert_eq!(read_weights(&good[..6]), Err(WeightsError::Short(NetKind::Contact)));
        assert_eq!(read_weights(&[]), Err(WeightsError::UnknownFormat));
        assert_eq!(read_weights(&[&good[..], b"x"].concat()), Err(WeightsError::Trailing("1 byte".into())));
    }

    #[test]
    fn faults_of_a_text_file_are_named() {
        let text = sample_text(&read_weights(&sample_file(1)).unwrap());
        let read = |text: &str| read_weights(text.as_bytes()).unwrap_err();
        assert_eq!(read(&text.replacen("1.00", "1.01", 1)), WeightsError::Version("1.01".into()));
        let error = read(&text.replacen("250 1 5 0", "250 one 5 0", 1));
        assert_eq!(error.to_string(), "line 2: expected four sizes and two numbers, found \"250 one 5 0 0.1 1\"");
        assert_eq!(read(&format!("{text}\nmore")), WeightsError::Trailing("\"more\"".into()));
        let cut = text.lines().take(100).collect::<Vec<_>>().join("\n");
        assert_eq!(read(&cut), WeightsError::Short(NetKind::Contact));
        let mut lines: Vec<&str> = text.lines().collect();
        lines[2] = "nan";
        assert_eq!(read(&lines.join("\n")), WeightsError::NotFinite(NetKind::Contact));
        lines[2] = "x";
        assert!(matches!(read(&lines.join("\n")), WeightsError::Line { line: 3, .. }));
    }
}
