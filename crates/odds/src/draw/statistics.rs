//! What simulated numbers say, and how far they can be trusted.

/// Two-sided 95 % of the normal distribution.
pub const CONFIDENCE_95: f64 = 1.959_963_984_540_054;

/// The score interval of Wilson (1927) for a frequency: `hits` of `trials` at so many standard
/// errors. Unlike the textbook interval it stays within 0 and 1 and is right near both.
pub fn wilson(hits: u64, trials: u64, errors: f64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let p = hits as f64 / n;
    let square = errors * errors;
    let middle = p + square / (2.0 * n);
    let spread = errors * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    let low = if hits == 0 { 0.0 } else { (middle - spread) / scale };
    let high = if hits == trials { 1.0 } else { (middle + spread) / scale };
    (low.max(0.0), high.min(1.0))
}

/// How many standard errors a frequency lies from the probability it should have.
pub fn standard_errors(hits: u64, trials: u64, probability: f64) -> f64 {
    let n = trials as f64;
    let spread = (probability * (1.0 - probability) / n).sqrt();
    let off = hits as f64 / n - probability;
    match (off == 0.0, spread == 0.0) {
        (true, _) => 0.0,
        (false, true) => f64::INFINITY,
        (false, false) => off / spread,
    }
}

/// Mean and standard deviation of values with the number of times that each occurred; `None`
/// where there are none.
pub fn mean_and_deviation(values: impl Iterator<Item = (f64, u64)> + Clone) -> Option<(f64, f64)> {
    let count: u64 = values.clone().map(|(_, times)| times).sum();
    if count == 0 {
        return None;
    }
    let n = count as f64;
    let mean = values.clone().map(|(value, times)| value * times as f64).sum::<f64>() / n;
    let square = values.map(|(value, times)| (value - mean).powi(2) * times as f64).sum::<f64>();
    Some((mean, (square / n).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_literature() {
        // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        let published = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (hits, trials, low, high) in published {
            let (a, b) = wilson(hits, trials, CONFIDENCE_95);
            assert!((a - low).abs() < 5e-5 && (b - high).abs() < 5e-5, "{hits}/{trials}: {a} {b}");
        }
        assert_eq!(wilson(5, 5, 2.0).1, 1.0);
        assert_eq!(wilson(0, 0, 2.0), (0.0, 1.0));
    }

    #[test]
    fn mean_and_deviation_count_every_value_as_often_as_it_occurred() {
        let values = [(2.0, 1), (4.0, 3), (5.0, 2), (7.0, 1), (9.0, 1)];
        assert_eq!(mean_and_deviation(values.into_iter()), Some((5.0, 2.0)));
        assert_eq!(mean_and_deviation([].into_iter()), None);
    }

    #[test]
    fn distance_from_the_truth_is_measured_in_standard_errors() {
        assert!((standard_errors(60, 100, 0.5) - 2.0).abs() < 1e-9);
        assert_eq!(standard_errors(0, 100, 0.0), 0.0);
        assert_eq!(standard_errors(1, 100, 0.0), f64::INFINITY);
    }
}
