//! Unit tests of `crates/odds/src/advice/boxes.rs`.

use super::*;
use sleeve_language::Rational;

fn axis(values: &[i64]) -> Axis {
    Axis::new(values.iter().map(|value| Rational::whole(*value)).collect())
}

#[test]
fn the_best_interval_is_the_part_of_largest_sum() {
    assert_eq!(best_interval(&[-2.0, 1.0, -3.0, 4.0, -1.0, 2.0, 1.0, -5.0]), ((3, 6), 6.0));
    assert_eq!(best_interval(&[-2.0, -1.0, -3.0]), ((1, 1), -1.0));
}

#[test]
fn a_box_is_found_again_and_two_where_one_is_not_enough() {
    let points: Vec<(i64, i64)> = (0..6).flat_map(|a| (0..6).map(move |b| (a, b))).collect();
    let one = axis(&points.iter().map(|(a, _)| *a).collect::<Vec<_>>());
    let two = axis(&points.iter().map(|(_, b)| *b).collect::<Vec<_>>());
    let axes = [&one, &two];
    let learn = |good: &dyn Fn(i64, i64) -> bool| {
        let gains: Vec<f64> = points
            .iter()
            .map(|(a, b)| if good(*a, *b) { 0.01 } else { -0.01 })
            .collect();
        let plane = Plane::new(&axes, points.len());
        let fitted = fit_boxes(&plane, &gains);
        let kept = fitted.kept_hands(&plane);
        for (kept, (a, b)) in kept.into_iter().zip(&points) {
            assert_eq!(kept, good(*a, *b), "{a} {b}");
        }
        (fitted.regions.len(), fitted.negated)
    };
    assert_eq!(learn(&|a, b| (2..=4).contains(&a) && b >= 1), (1, false));
    assert_eq!(learn(&|a, b| (a >= 3 && b >= 1) || (a >= 1 && b >= 4)), (2, false));
    assert_eq!(learn(&|a, b| (a >= 2 && b >= 1) || a >= 4), (2, false));
    assert_eq!(learn(&|a, b| !(a == 2 && b == 2)), (1, true));
    assert_eq!(learn(&|_, _| true), (1, false));
    // One box to exchange, with three bounds, reads shorter than three boxes to keep, with a
    // bound each.
    assert_eq!(learn(&|a, b| !((2..=3).contains(&a) && b >= 2)), (1, true));
}
