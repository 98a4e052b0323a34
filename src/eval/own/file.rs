//! The net file.
//!
//! Little-endian throughout:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `gammonet` |
//! | u32 | version, 1 |
//! | u32 | number of nets n, 1 to 8 |
//! | 3 × (u8, u8) | net and head for contact, crashed, race |
//! | 2 | zero |
//! | n × net | see below |
//!
//! One net: u32 kind of inputs, u32 rows, u32 hidden, u32 heads; i16 rows `[rows][hidden]`; i16 biases `[hidden]`;
//! then for each head i8 `[hidden][32]`, i32 biases `[32]`, f32 output weights `[5][32]`, f32 output biases `[5]`.
//! Nothing follows the last net.

use super::features::Inputs;
use super::layout::{HIDDEN_UNIT, MAX_HIDDEN, MIDDLE, OUTPUTS};
use sha2::{Digest, Sha256};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"gammonet";
const VERSION: u32 = 1;
const MAX_NETS: u32 = 8;
const MAX_HEADS: u32 = 8;

/// Second and third layer of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// `middle[i * 32 + j]` leads from hidden unit `i` to middle unit `j`.
    pub middle: Vec<i8>,
    /// Biases of the middle units.
    pub middle_bias: [i32; MIDDLE],
    /// `output[k][j]` leads from middle unit `j` to output `k`.
    pub output: [[f32; MIDDLE]; OUTPUTS],
    /// Biases of the outputs.
    pub output_bias: [f32; OUTPUTS],
}

/// One quantised net as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnNet {
    /// What it looks at.
    pub inputs: Inputs,
    /// Units of the first layer.
    pub hidden: usize,
    /// `rows[row * hidden + i]`.
    pub rows: Vec<i16>,
    /// Biases of the first layer.
    pub bias: Vec<i16>,
    /// One or more heads.
    pub heads: Vec<Head>,
}

/// Which net and head a class of positions goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Index of the net.
    pub net: u8,
    /// Index of its head.
    pub head: u8,
}

/// Why bytes are not a net file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OwnNetError {
    /// It does not begin as one.
    #[error("not a gammon net file")]
    Magic,
    /// A version of the format that this program does not know.
    #[error("net file of version {0}, which this program does not read")]
    Version(u32),
    /// The file ends inside a net.
    #[error("the net file is cut off")]
    Short,
    /// Bytes after the last net.
    #[error("{0} bytes follow the last net")]
    Long(usize),
    /// Not 1 to 8 nets.
    #[error("a net file holds 1 to 8 nets, not {0}")]
    Nets(u32),
    /// A kind of inputs that this program does not know.
    #[error("net {net} has inputs of unknown kind {kind}")]
    Kind {
        /// Which net.
        net: usize,
        /// The number found.
        kind: u32,
    },
    /// A size that does not fit the inputs or the kernels.
    #[error("net {net} has {rows} rows, {hidden} hidden units and {heads} heads, which do not fit its inputs")]
    Shape {
        /// Which net.
        net: usize,
        /// Rows found.
        rows: u32,
        /// Hidden units found.
        hidden: u32,
        /// Heads found.
        heads: u32,
    },
    /// A weight that is not a finite number.
    #[error("net {0} has a weight that is not a number")]
    NotFinite(usize),
    /// A weight of a filter net that is too large for its sums.
    #[error("the filter net has a weight that is too large")]
    TooLarge,
    /// A class is sent to a net or head that is not there.
    #[error("a class is routed to net {}, head {}, which is not there", .0.net, .0.head)]
    Route(Route),
}

/// SHA-256 of a net file.
pub(super) fn fingerprint(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

pub(super) fn write(nets: &[OwnNet], routes: [Route; 3]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend((nets.len() as u32).to_le_bytes());
    out.extend(routes.iter().flat_map(|route| [route.net, route.head]));
    out.extend([0; 2]);
    for net in nets {
        for n in [net.inputs.code() as usize, net.inputs.rows(), net.hidden, net.heads.len()] {
            out.extend((n as u32).to_le_bytes());
        }
        out.extend(net.rows.iter().chain(&net.bias).flat_map(|weight| weight.to_le_bytes()));
        for head in &net.heads {
            out.extend(head.middle.iter().map(|&weight| weight as u8));
            out.extend(head.middle_bias.iter().flat_map(|bias| bias.to_le_bytes()));
            out.extend(head.output.iter().flatten().chain(&head.output_bias).flat_map(|weight| weight.to_le_bytes()));
        }
    }
    out
}

pub(super) fn read(bytes: &[u8]) -> Result<(Vec<OwnNet>, [Route; 3]), OwnNetError> {
    let mut from = Reader(bytes);
    if from.bytes(8).map_err(|_| OwnNetError::Magic)? != MAGIC {
        return Err(OwnNetError::Magic);
    }
    let version = from.u32()?;
    if version != VERSION {
        return Err(OwnNetError::Version(version));
    }
    let count = from.u32()?;
    if count == 0 || count > MAX_NETS {
        return Err(OwnNetError::Nets(count));
    }
    let mut routes = [Route::default(); 3];
    for route in &mut routes {
        let [net, head] = from.array()?;
        *route = Route { net, head };
    }
    from.bytes(2)?;
    let nets = (0..count as usize).map(|net| read_net(&mut from, net)).collect::<Result<Vec<_>, _>>()?;
    if !from.0.is_empty() {
        return Err(OwnNetError::Long(from.0.len()));
    }
    for route in routes {
        let net = nets.get(usize::from(route.net)).ok_or(OwnNetError::Route(route))?;
        if usize::from(route.head) >= net.heads.len() {
            return Err(OwnNetError::Route(route));
        }
    }
    Ok((nets, routes))
}

fn read_net(from: &mut Reader<'_>, net: usize) -> Result<OwnNet, OwnNetError> {
    let (kind, rows, hidden, heads) = (from.u32()?, from.u32()?, from.u32()?, from.u32()?);
    let inputs = Inputs::from_code(kind).ok_or(OwnNetError::Kind { net, kind })?;
    let width = hidden as usize;
    let fits = rows as usize == inputs.rows()
        && width.is_multiple_of(HIDDEN_UNIT)
        && (HIDDEN_UNIT..=MAX_HIDDEN).contains(&width)
        && (1..=MAX_HEADS).contains(&heads);
    if !fits {
        return Err(OwnNetError::Shape { net, rows, hidden, heads });
    }
    let i16s = |from: &mut Reader<'_>, n: usize| -> Result<Vec<i16>, OwnNetError> {
        Ok(from.bytes(2 * n)?.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    };
    let row_weights = i16s(from, inputs.rows() * width)?;
    let bias = i16s(from, width)?;
    let heads = (0..heads).map(|_| read_head(from, net, width)).collect::<Result<_, _>>()?;
    Ok(OwnNet { inputs, hidden: width, rows: row_weights, bias, heads })
}

fn read_head(from: &mut Reader<'_>, net: usize, hidden: usize) -> Result<Head, OwnNetError> {
    let middle = from.bytes(hidden * MIDDLE)?.iter().map(|&byte| byte as i8).collect();
    let mut middle_bias = [0; MIDDLE];
    for bias in &mut middle_bias {
        *bias = i32::from_le_bytes(from.array()?);
    }
    let (mut output, mut output_bias) = ([[0.0; MIDDLE]; OUTPUTS], [0.0; OUTPUTS]);
    for weight in output.iter_mut().flatten().chain(&mut output_bias) {
        *weight = f32::from_le_bytes(from.array()?);
        if !weight.is_finite() {
            return Err(OwnNetError::NotFinite(net));
        }
    }
    Ok(Head { middle, middle_bias, output, output_bias })
}

/// The bytes not yet read.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn bytes(&mut self, n: usize) -> Result<&'a [u8], OwnNetError> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(OwnNetError::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], OwnNetError> {
        Ok(self.bytes(N)?.try_into().expect("as many bytes as asked for"))
    }

    pub fn i16s<const N: usize>(&mut self) -> Result<[i16; N], OwnNetError> {
        let mut numbers = [0; N];
        for (number, &pair) in numbers.iter_mut().zip(self.bytes(2 * N)?.as_chunks().0) {
            *number = i16::from_le_bytes(pair);
        }
        Ok(numbers)
    }

    pub fn u32(&mut self) -> Result<u32, OwnNetError> {
        Ok(u32::from_le_bytes(self.array()?))
    }
}
