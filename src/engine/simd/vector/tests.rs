//! Every vector of this machine against the portable one.

use super::*;
use crate::simd::{Instructions, Kernel, Vectorized, vectorized_by};

/// Numbers of the kinds that occur: small, negative, masks of places.
fn samples(seed: u64) -> Ints {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut ints = Ints::all(0);
    for (lane, value) in ints.0.iter_mut().enumerate() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let bits = (state >> 20) as i32;
        *value = match lane % 4 {
            0 => bits & 0x1ff_ffff,
            1 => bits & 31,
            2 => (bits & 63) - 20,
            _ => (bits & 0x1ff_ffff) & (bits >> 7) & (bits >> 3),
        };
    }
    ints
}

/// The results of all operations on two vectors.
#[inline(always)]
fn all_operations<V: Vector>(set: V::Set, a: &Ints, b: &Ints, table: &Table<64>) -> (Vec<Ints>, Vec<u32>) {
    let (x, y) = (V::load(set, a), V::load(set, b));
    let positive = |v: V| v.max(V::splat(set, 1)) & V::splat(set, 0xffff) | V::splat(set, 1);
    let small = |v: V| v & V::splat(set, 0x7fff);
    let shift = y & V::splat(set, 31);
    let bytes = std::array::from_fn(|i| a.0[i % WIDTH].to_le_bytes()[i % 4] as i8);
    let four = b.0[0].to_le_bytes().map(|byte| byte & 127);
    let vectors = [
        x + y,
        x - y,
        x & y,
        x | y,
        small(x).times(small(y)),
        small(x).times(V::splat(set, -2)),
        x.without(y),
        x.min(y),
        x.max(y),
        x.equals(y),
        x.equals(x),
        x.exceeds(y),
        x.up(shift),
        x.down(shift),
        x.down(V::splat(set, 40)),
        x.down(V::splat(set, -3)),
        x.up(V::splat(set, 300)),
        x.up(V::splat(set, -250)),
        x.down(V::splat(set, 256)),
        x.max(V::splat(set, 0)).top_bit(),
        x.ones(),
        x.look_up(table),
        positive(x).whole(positive(y)),
        V::widen(set, &a.0.map(|value| value as u8)),
        V::first(set, a.0[3]),
        x.plus_products(four, &bytes),
        V::load(
            set,
            &Ints(V::sums(set, &std::array::from_fn(|i| if i % 3 == 0 { a.0 } else { b.0.map(|n| n - i as i32) }))),
        ),
    ];
    let mut numbers: Vec<u32> = positive(x).over(positive(y)).0.into_iter().map(f32::to_bits).collect();
    numbers.extend([x.union(), y.union(), x.occupied(), x.exceeds(y).occupied()]);
    let rows: [[u8; 32]; WIDTH] =
        std::array::from_fn(|i| std::array::from_fn(|k| (a.0[i] >> (k % 25)) as u8 ^ k as u8));
    let mut columns = [[0; WIDTH]; 32];
    V::columns(set, rows.each_ref(), &mut columns);
    assert_eq!((columns[3][5], columns[30][9]), (rows[5][3], rows[9][30]));
    numbers.extend(columns.as_flattened().iter().map(|&byte| u32::from(byte)));
    let vectors = vectors.map(|vector| {
        let mut ints = Ints::all(0);
        vector.store(&mut ints);
        ints
    });
    (vectors.to_vec(), numbers)
}

#[test]
fn vectors_agree_with_the_portable_one() {
    let table = Table::new(std::array::from_fn(|i| 65_535 - 1_000 * i as u16));
    for seed in 0..2_000 {
        let (a, b) = (samples(seed), samples(seed + 1_000_000));
        let work = Operations { a: &a, b: &b, table: &table };
        let expected = vectorized_by(Kernel::SCALAR, work);
        for kernel in Kernel::available() {
            assert_eq!(vectorized_by(kernel, work), expected, "{kernel}");
        }
    }
}

/// All operations on two vectors.
#[derive(Clone, Copy)]
struct Operations<'a> {
    a: &'a Ints,
    b: &'a Ints,
    table: &'a Table<64>,
}

impl Vectorized for Operations<'_> {
    type Output = (Vec<Ints>, Vec<u32>);

    #[inline(always)]
    fn run<I: Instructions>(self, set: I) -> Self::Output {
        all_operations::<I::Ints>(set, self.a, self.b, self.table)
    }
}

#[test]
fn places_of_bits_come_from_the_lowest() {
    assert_eq!(bits(0b1_0000_0101).collect::<Vec<_>>(), [0, 2, 8]);
    assert_eq!(bits(0).count(), 0);
}
