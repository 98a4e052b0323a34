//! Every vector of this machine against the portable one.

use super::*;
use portable::Portable;

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
fn all_operations<V: Vector>(a: &Ints, b: &Ints, table: &Table<64>) -> (Vec<Ints>, Vec<u32>) {
    let (x, y) = (V::load(a), V::load(b));
    let positive = |v: V| v.max(V::splat(1)) & V::splat(0xffff) | V::splat(1);
    let small = |v: V| v & V::splat(0x7fff);
    let shift = y & V::splat(31);
    let vectors = [
        x + y,
        x - y,
        x & y,
        x | y,
        small(x).times(small(y)),
        small(x).times(V::splat(-2)),
        x.without(y),
        x.min(y),
        x.max(y),
        x.equals(y),
        x.equals(x),
        x.exceeds(y),
        x.up(shift),
        x.down(shift),
        x.down(V::splat(40)),
        x.down(V::splat(-3)),
        x.up(V::splat(300)),
        x.up(V::splat(-250)),
        x.down(V::splat(256)),
        x.max(V::splat(0)).top_bit(),
        x.ones(),
        x.look_up(table),
        positive(x).whole(positive(y)),
        V::widen(&a.0.map(|value| value as u8)),
    ];
    let mut numbers: Vec<u32> = positive(x).over(positive(y)).0.into_iter().map(f32::to_bits).collect();
    numbers.extend([x.union(), y.union()]);
    let vectors = vectors.map(|vector| {
        let mut ints = Ints::all(0);
        vector.store(&mut ints);
        ints
    });
    (vectors.to_vec(), numbers)
}

#[test]
fn vectors_agree_with_the_portable_one() {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(a: &Ints, b: &Ints, table: &Table<64>) -> (Vec<Ints>, Vec<u32>) {
        all_operations::<avx2::Avx2>(a, b, table)
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    fn avx512(a: &Ints, b: &Ints, table: &Table<64>) -> (Vec<Ints>, Vec<u32>) {
        all_operations::<avx512::Avx512>(a, b, table)
    }
    #[cfg(target_arch = "aarch64")]
    #[target_feature(enable = "neon")]
    fn neon(a: &Ints, b: &Ints, table: &Table<64>) -> (Vec<Ints>, Vec<u32>) {
        all_operations::<neon::Neon>(a, b, table)
    }
    let kernels: Vec<_> = crate::eval::gnubg::Kernel::available().into_iter().map(|kernel| kernel.name()).collect();
    let table = Table::new(std::array::from_fn(|i| 65_535 - 1_000 * i as u16));
    for seed in 0..2_000 {
        let (a, b) = (samples(seed), samples(seed + 1_000_000));
        let expected = all_operations::<Portable>(&a, &b, &table);
        for kernel in &kernels {
            let found = match *kernel {
                // SAFETY: a kernel of this name is only there when the machine has what it needs.
                #[cfg(target_arch = "x86_64")]
                "avx2" => unsafe { avx2(&a, &b, &table) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                "avx512" => unsafe { avx512(&a, &b, &table) },
                // SAFETY: as above.
                #[cfg(target_arch = "aarch64")]
                "neon" => unsafe { neon(&a, &b, &table) },
                _ => all_operations::<Portable>(&a, &b, &table),
            };
            assert_eq!(found, expected, "{kernel}");
        }
    }
}

#[test]
fn places_of_bits_come_from_the_lowest() {
    assert_eq!(bits(0b1_0000_0101).collect::<Vec<_>>(), [0, 2, 8]);
    assert_eq!(bits(0).count(), 0);
}
