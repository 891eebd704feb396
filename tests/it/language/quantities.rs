//! Ranges of values.

use sleeve::language::{Quantity, Rational};

#[test]
fn products_of_half_open_ranges_hold_every_product_and_no_more_than_they_must() {
    let ends = [None, Some(-3), Some(-1), Some(0), Some(2)];
    let all = ends
        .iter()
        .flat_map(|low| ends.iter().map(move |high| (*low, *high)));
    let ranges: Vec<(Option<i64>, Option<i64>)> = all
        .filter(|(low, high)| low.zip(*high).is_none_or(|(low, high)| low <= high))
        .collect();
    // Far enough out that an end which is open shows.
    let values = |(low, high): (Option<i64>, Option<i64>)| low.unwrap_or(-50)..=high.unwrap_or(50);
    let quantity = |(low, high): (Option<i64>, Option<i64>)| {
        Quantity::range(low.map(Rational::whole), high.map(Rational::whole))
    };
    for a in &ranges {
        for b in &ranges {
            let found = quantity(*a).times(quantity(*b));
            let products = || values(*a).flat_map(|x| values(*b).map(move |y| x * y));
            let (least, most) = (products().min().unwrap(), products().max().unwrap());
            // An end that is reported is reached, and none is too near.
            let (low, high) = (Rational::whole(least), Rational::whole(most));
            assert!(found.low().is_none_or(|end| end == low), "{a:?} * {b:?} is {found}");
            assert!(found.high().is_none_or(|end| end == high), "{a:?} * {b:?} is {found}");
        }
    }
}
