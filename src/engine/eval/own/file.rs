//! The net file, which names the shape of each of its nets.
//!
//! Little-endian throughout:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `gammonet` |
//! | u32 | version, 4 |
//! | u32 | number of nets n, 1 to 8 |
//! | 3 × (u8, u8) | net and first head for contact, crashed, race |
//! | 2 | zero |
//! | n × net | see below |
//!
//! One net: the names of its features, of its rule for heads and of what it makes of the first layer (`squares` or
//! `products`), 16 bytes each, filled up with zeros; u32 rows, u32 hidden units, u32 middle units, u32 heads, u32 cube
//! outputs, 0 or 4; i16 rows `[rows][hidden]`; i16 biases `[hidden]`; then for each head i8 `[activations][middle]`,
//! i32 biases `[middle]`, f32 output weights `[5][middle]`, f32 output biases `[5]`, and as many weights and biases of
//! cube outputs, the efficiencies in the order of [`Efficiencies`]. Nothing follows the last net. Activations are as
//! many as hidden units with squares, half as many with products.
//!
//! Hidden units come in 64s up to 2,048, middle units in 32s up to 128, heads to 64. Files of version 3 do not name
//! what is made of the first layer, which is squares; they are what is written where no net has products. Files of
//! version 2 say nothing about cube outputs either and have none; they are what is written where no net has any. In
//! files of version 1 a net begins with u32 number of its features (1 contact, 2 race), u32 rows, u32 hidden units, u32
//! heads; it has 32 middle units and one head for each route. `packed.rs` has the short form of any of them.

use super::features::FeatureSet;
use super::first_layer::FirstLayer;
use super::heads::HeadRule;
use super::layout::{HIDDEN_UNIT, MAX_HEADS, MAX_HIDDEN, MAX_MIDDLE, OUTPUTS, PANEL};
use crate::digest::Sha256;
use crate::eval::Efficiencies;
use crate::words::counted;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"gammonet";
/// The versions: nets without names, without cube outputs, with them, with a first layer of either form.
const FIRST_VERSION: u32 = 1;
const NAMED_VERSION: u32 = 2;
const CUBE_VERSION: u32 = 3;
const PRODUCT_VERSION: u32 = 4;
/// The features that files of the first version number, from 1 on.
const FIRST_SETS: [FeatureSet; 2] = [FeatureSet::Contact, FeatureSet::Race];
const MAX_NETS: u32 = 8;
/// The sums of a middle unit have room for a bias of this much: the products are 2,048 × 255 × 128 at most.
const MOST_BIAS: u32 = 1 << 30;
const _: () = assert!(MAX_HIDDEN as u32 * 255 * 128 < i32::MAX as u32 - MOST_BIAS);
/// Bytes of a name.
const NAME: usize = 16;

/// Second and third layer of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// `middle[i * units + j]` leads from activation `i` to middle unit `j`.
    pub middle: Vec<i8>,
    /// Biases of the middle units.
    pub middle_bias: Vec<i32>,
    /// `output[k][j]` leads from middle unit `j` to output `k`.
    pub output: [Vec<f32>; OUTPUTS],
    /// Biases of the outputs.
    pub output_bias: [f32; OUTPUTS],
    /// The head for the cube efficiencies; all heads of a net have one, or none.
    pub cube: Option<CubeHead>,
}

/// The weights from the second layer to the cube efficiencies of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeHead {
    /// `weights[k][j]` leads from middle unit `j` to efficiency `k`.
    pub weights: [Vec<f32>; Efficiencies::WAYS],
    /// Biases of the efficiencies.
    pub bias: [f32; Efficiencies::WAYS],
}

impl OwnNet {
    /// Whether its heads say how live cubes are.
    pub fn knows_cubes(&self) -> bool {
        self.heads.iter().all(|head| head.cube.is_some())
    }

    /// Inputs of the second layer.
    pub const fn activations(&self) -> usize {
        self.first.activations(self.hidden)
    }
}

/// One quantised net as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnNet {
    /// The inputs beside the checkers.
    pub features: FeatureSet,
    /// How it picks a head.
    pub rule: HeadRule,
    /// The form of its first layer.
    pub first: FirstLayer,
    /// Units of the first layer.
    pub hidden: usize,
    /// Units of the second layer.
    pub middle: usize,
    /// `rows[row * hidden + i]`.
    pub rows: Vec<i16>,
    /// Biases of the first layer.
    pub bias: Vec<i16>,
    /// One or more heads.
    pub heads: Vec<Head>,
}

/// The net and head that evaluate a class of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Index of the net.
    pub net: u8,
    /// Index of its head.
    pub head: u8,
}

/// Why bytes are not a net file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OwnNetError {
    /// The bytes do not begin as a net file.
    #[error("not a gammon net file")]
    Magic,
    /// An unsupported version of the format.
    #[error("net file of version {0}, which this program does not read")]
    Version(u32),
    /// The file ends inside a net.
    #[error("the net file is cut off")]
    Short,
    /// Bytes after the last net.
    #[error("the file has more than its nets: {} too many", counted(*.0, "byte"))]
    Long(usize),
    /// A block of a packed file that is written in an unknown way.
    #[error("the packed net file has a block of unknown kind {0}")]
    Packed(u8),
    /// Not 1 to 8 nets.
    #[error("a net file holds 1 to 8 nets, not {0}")]
    Nets(u32),
    /// Unknown features, by their number in a file of version 1.
    #[error("net {net} has features of unknown number {number}")]
    Number {
        /// The net's number.
        net: usize,
        /// The number found.
        number: u32,
    },
    /// Unknown features, an unknown rule for heads or an unknown first layer.
    #[error("net {net} is made for {what} named \"{}\", which this program does not know", String::from_utf8_lossy(.name).trim_end_matches('\0').escape_debug())]
    Name {
        /// The net's number.
        net: usize,
        /// The kind of name.
        what: &'static str,
        /// The name.
        name: [u8; 16],
    },
    /// A size that does not fit the features or the kernels.
    #[error(
        "net {net} has {}, {hidden} hidden units, {middle} middle units and {}, which do not fit", counted(*.rows, "row"), counted(*.heads, "head"))]
    Shape {
        /// The net's number.
        net: usize,
        /// Rows found.
        rows: u32,
        /// Hidden units found.
        hidden: u32,
        /// Middle units found.
        middle: u32,
        /// Heads found.
        heads: u32,
    },
    /// A number of cube outputs that is neither 0 nor 4.
    #[error("net {net} has {outputs} cube outputs, not {} or none", Efficiencies::WAYS)]
    CubeOutputs {
        /// The net's number.
        net: usize,
        /// The number found.
        outputs: u32,
    },
    /// A weight that is not a finite number.
    #[error("net {0} has a weight that is not a number")]
    NotFinite(usize),
    /// A weight or a bias with which sums would overflow.
    #[error("a weight is too large for the sums of the net")]
    TooLarge,
    /// A class is sent to a net or head that is not there.
    #[error("a class is routed to net {}, head {}, which is not there", .0.net, .0.head)]
    Route(Route),
}

/// SHA-256 of a net file.
pub(super) fn fingerprint(bytes: &[u8]) -> [u8; 32] {
    Sha256::of(bytes)
}

pub(super) fn write(nets: &[OwnNet], routes: [Route; 3]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    let version = if nets.iter().any(|net| net.first != FirstLayer::Squares) {
        PRODUCT_VERSION
    } else if nets.iter().any(OwnNet::knows_cubes) {
        CUBE_VERSION
    } else {
        NAMED_VERSION
    };
    out.extend(version.to_le_bytes());
    out.extend((nets.len() as u32).to_le_bytes());
    out.extend(routes.iter().flat_map(|route| [route.net, route.head]));
    out.extend([0; 2]);
    for net in nets {
        let names = [net.features.name(), net.rule.name(), net.first.name()];
        for name in &names[..if version >= PRODUCT_VERSION { 3 } else { 2 }] {
            let mut bytes = [0; NAME];
            bytes[..name.len()].copy_from_slice(name.as_bytes());
            out.extend(bytes);
        }
        for n in [net.features.rows(), net.hidden, net.middle, net.heads.len()] {
            out.extend((n as u32).to_le_bytes());
        }
        let knows_cubes = net.knows_cubes();
        if version >= CUBE_VERSION {
            let outputs = if knows_cubes { Efficiencies::WAYS } else { 0 };
            out.extend((outputs as u32).to_le_bytes());
        }
        out.extend(net.rows.iter().chain(&net.bias).flat_map(|weight| weight.to_le_bytes()));
        for head in &net.heads {
            out.extend(head.middle.iter().map(|&weight| weight as u8));
            out.extend(head.middle_bias.iter().flat_map(|bias| bias.to_le_bytes()));
            out.extend(head.output.iter().flatten().chain(&head.output_bias).flat_map(|weight| weight.to_le_bytes()));
            if let Some(CubeHead { weights, bias }) = head.cube.as_ref().filter(|_| knows_cubes) {
                out.extend(weights.iter().flatten().chain(bias).flat_map(|weight| weight.to_le_bytes()));
            }
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
    if !(FIRST_VERSION..=PRODUCT_VERSION).contains(&version) {
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
    let nets = (0..count as usize).map(|net| read_net(&mut from, version, net)).collect::<Result<Vec<_>, _>>()?;
    if !from.0.is_empty() {
        return Err(OwnNetError::Long(from.0.len()));
    }
    for route in routes {
        let net = nets.get(usize::from(route.net)).ok_or(OwnNetError::Route(route))?;
        if usize::from(route.head) + net.rule.heads() > net.heads.len() {
            return Err(OwnNetError::Route(route));
        }
    }
    Ok((nets, routes))
}

/// The value that a name stands for.
fn read_name<T>(
    from: &mut Reader<'_>,
    net: usize,
    what: &'static str,
    known: impl Fn(&str) -> Option<T>,
) -> Result<T, OwnNetError> {
    let name: [u8; NAME] = from.array()?;
    let text = std::str::from_utf8(&name).unwrap_or_default();
    known(text.trim_end_matches('\0')).ok_or(OwnNetError::Name { net, what, name })
}

fn read_net(from: &mut Reader<'_>, version: u32, net: usize) -> Result<OwnNet, OwnNetError> {
    let (features, rule) = if version == FIRST_VERSION {
        let number = from.u32()?;
        let named = (number as usize).checked_sub(1).and_then(|place| FIRST_SETS.get(place));
        (*named.ok_or(OwnNetError::Number { net, number })?, HeadRule::Route)
    } else {
        let features = read_name(from, net, "features", FeatureSet::from_name)?;
        (features, read_name(from, net, "a rule for heads", HeadRule::from_name)?)
    };
    let first = if version >= PRODUCT_VERSION {
        read_name(from, net, "a first layer", FirstLayer::from_name)?
    } else {
        FirstLayer::Squares
    };
    let (rows, hidden) = (from.u32()?, from.u32()?);
    let middle = if version == FIRST_VERSION { PANEL as u32 } else { from.u32()? };
    let heads = from.u32()?;
    let cube_outputs = if version >= CUBE_VERSION { from.u32()? } else { 0 };
    if ![0, Efficiencies::WAYS as u32].contains(&cube_outputs) {
        return Err(OwnNetError::CubeOutputs { net, outputs: cube_outputs });
    }
    let (width, units) = (hidden as usize, middle as usize);
    let fits = rows as usize == features.rows()
        && width.is_multiple_of(HIDDEN_UNIT)
        && (HIDDEN_UNIT..=MAX_HIDDEN).contains(&width)
        && units.is_multiple_of(PANEL)
        && (PANEL..=MAX_MIDDLE).contains(&units)
        && (1..=MAX_HEADS).contains(&(heads as usize));
    if !fits {
        return Err(OwnNetError::Shape { net, rows, hidden, middle, heads });
    }
    let i16s = |from: &mut Reader<'_>, n: usize| -> Result<Vec<i16>, OwnNetError> {
        Ok(from.bytes(2 * n)?.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    };
    let row_weights = i16s(from, features.rows() * width)?;
    let bias = i16s(from, width)?;
    let layer = [first.activations(width), units];
    let heads = (0..heads).map(|_| read_head(from, net, layer, cube_outputs > 0)).collect::<Result<_, _>>()?;
    Ok(OwnNet { features, rule, first, hidden: width, middle: units, rows: row_weights, bias, heads })
}

fn read_head(
    from: &mut Reader<'_>,
    net: usize,
    [activations, units]: [usize; 2],
    knows_cubes: bool,
) -> Result<Head, OwnNetError> {
    let middle = from.bytes(activations * units)?.iter().map(|&byte| byte as i8).collect();
    let middle_bias: Vec<i32> = (0..units).map(|_| Ok(i32::from_le_bytes(from.array()?))).collect::<Result<_, _>>()?;
    if middle_bias.iter().any(|bias| bias.unsigned_abs() > MOST_BIAS) {
        return Err(OwnNetError::TooLarge);
    }
    let (output, output_bias) = read_outputs(from, net, units)?;
    let cube = knows_cubes.then(|| read_outputs(from, net, units)).transpose()?;
    let cube = cube.map(|(weights, bias)| CubeHead { weights, bias });
    Ok(Head { middle, middle_bias, output, output_bias, cube })
}

/// Weights from middle units to outputs, and their biases.
fn read_outputs<const N: usize>(
    from: &mut Reader<'_>,
    net: usize,
    units: usize,
) -> Result<([Vec<f32>; N], [f32; N]), OwnNetError> {
    let (mut weights, mut bias) = ([const { Vec::new() }; N], [0.0; N]);
    weights.iter_mut().for_each(|weights| weights.resize(units, 0.0));
    for weight in weights.iter_mut().flatten().chain(&mut bias) {
        *weight = f32::from_le_bytes(from.array()?);
        if !weight.is_finite() {
            return Err(OwnNetError::NotFinite(net));
        }
    }
    Ok((weights, bias))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bias_beyond_the_sums_is_refused() {
        let file = crate::eval::Evaluator::standard_net_file();
        let (mut nets, routes) = read(&file).expect("the shipped nets");
        let last = nets.len() - 1;
        let mut with = |bias: i32| {
            let head = nets[last].heads.last_mut().expect("a head");
            *head.middle_bias.last_mut().expect("a unit") = bias;
            read(&write(&nets, routes)).map(|(nets, _)| nets[last].heads.last().map(|head| head.middle_bias.clone()))
        };
        let most = MOST_BIAS as i32;
        for bias in [0, most, -most] {
            let kept = with(bias).expect("within the bound");
            assert_eq!(kept.and_then(|biases| biases.last().copied()), Some(bias));
        }
        for bias in [most + 1, -most - 1, i32::MAX, i32::MIN] {
            assert_eq!(with(bias).err(), Some(OwnNetError::TooLarge), "{bias}");
        }
    }
}
