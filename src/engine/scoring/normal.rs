//! The normal distribution, for match equities beyond a table's end and for race counts.

/// The chance that a standard normal variable is at most `x`, to about 1e-15.
///
/// Sums `x + x³/3 + x⁵/(3·5) + …`, whose terms all have one sign, times the density at `x`
/// (Abramowitz and Stegun 26.2.11).
pub fn normal_cdf(x: f64) -> f64 {
    if x.abs() > 9.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::normal_cdf;

    #[test]
    fn agrees_with_published_values() {
        // Abramowitz and Stegun, table 26.1.
        for (x, p) in
            [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (2.0, 0.977_249_868_051_821), (3.5, 0.999_767_370_920_964)]
        {
            assert!((normal_cdf(x) - p).abs() < 1e-14);
            assert!((normal_cdf(-x) - (1.0 - p)).abs() < 1e-14);
        }
        assert!((normal_cdf(6.0) - (1.0 - 9.865_876e-10)).abs() < 1e-15);
        assert!((normal_cdf(40.0) - 1.0).abs() < 1e-15 && normal_cdf(-40.0) < 1e-15);
    }
}
