//! Products of matrices, six rows and sixteen columns at a time, which stay in registers.
//!
//! Products and sums are rounded one by one in one order, so that they are the same on every machine.

use crate::simd::{Floats, Instructions};

/// Rows that are worked on together.
pub const GROUP: usize = 6;

/// One place of six rows.
pub type Six = [f32; GROUP];

/// Six rows times sixteen columns, added to `start`.
#[inline(always)]
pub fn product<I: Instructions>(with: I, rows: &[Six], columns: &[[f32; 16]], start: I::Floats) -> [I::Floats; GROUP] {
    let mut sums = [start; GROUP];
    for (six, sixteen) in rows.iter().zip(columns) {
        let sixteen = with.load(sixteen);
        for (sum, &number) in sums.iter_mut().zip(six) {
            *sum = *sum + with.splat(number) * sixteen;
        }
    }
    sums
}

/// Writes these numbers by column.
#[inline(always)]
pub fn by_column(sums: [impl Floats; GROUP], to: &mut [Six; 16]) {
    let stored = stored(sums);
    for (column, to) in to.iter_mut().enumerate() {
        *to = stored.map(|row| row[column]);
    }
}

/// The numbers by row.
#[inline(always)]
pub fn stored(sums: [impl Floats; GROUP]) -> [[f32; 16]; GROUP] {
    let mut stored = [[0.0; 16]; GROUP];
    for (sum, to) in sums.into_iter().zip(&mut stored) {
        sum.store(to);
    }
    stored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Scalar;
    use crate::simd::{Vectorized, vectorized};

    struct Product<'a>(&'a [Six], &'a [[f32; 16]]);

    impl Vectorized for Product<'_> {
        type Output = [Six; 16];

        #[inline(always)]
        fn run<I: Instructions>(self, with: I) -> [Six; 16] {
            let mut columns = [[0.0; GROUP]; 16];
            by_column(product(with, self.0, self.1, with.splat(0.5)), &mut columns);
            columns
        }
    }

    #[test]
    fn products_are_sums_of_products() {
        let rows: Vec<Six> = (0..40).map(|k| std::array::from_fn(|r| (k * 7 + r) as f32 * 0.01)).collect();
        let columns: Vec<[f32; 16]> = (0..40).map(|k| std::array::from_fn(|c| (c as f32 - k as f32) * 0.1)).collect();
        let found = vectorized(Product(&rows, &columns));
        assert_eq!(found, Product(&rows, &columns).run(Scalar), "every machine has the same bits");
        for (c, six) in found.iter().enumerate() {
            for (r, found) in six.iter().enumerate() {
                let sum: f32 = rows.iter().zip(&columns).map(|(six, sixteen)| six[r] * sixteen[c]).sum();
                assert!((found - 0.5 - sum).abs() < 1e-2, "{found} {sum}");
            }
        }
    }
}
