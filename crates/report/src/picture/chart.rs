//! Charts as inline SVG: bars side by side, and curves by turn. Colours are classes of the style
//! sheet, so they adapt to light and dark. Position, dashes and words say the same as colours.

use super::{Rounded, percent_text};
use maud::{Markup, html};
use sleeve_data::model::Lang;

/// A group of bars, one for each deck.
pub(super) struct BarGroup {
    /// Label below the group.
    pub label: String,
    /// The certain value and the largest possible value.
    pub bars: Vec<(f64, f64)>,
}

/// A curve with a point for each turn, an interval if facts are unknown; `None` if there is no
/// answer.
pub(super) type ChartCurve = Vec<Option<(f64, f64)>>;

/// Formats a value for a chart.
pub(super) type FormatValue<'a> = &'a dyn Fn(f64) -> String;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 38.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 24.0;
/// Width of a digit in the labels on bars, in units of the drawing.
const CHARACTER_WIDTH: f64 = 5.6;

fn plot_size() -> (f64, f64) {
    (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM)
}

/// Returns a step of the scale that is easy to read (1, 2 or 5 times a power of ten), and how many
/// steps reach `most`.
fn scale_steps(most: f64, least: f64) -> (f64, u32) {
    if most <= 0.0 || !most.is_finite() {
        return (1.0, 1);
    }
    // About four lines, at numbers that people count in.
    let rough = most / 4.0;
    let power = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0]
        .map(|n| n * power)
        .into_iter()
        .find(|step| *step >= rough);
    let step = round.unwrap_or(rough).max(least);
    (step, (most / step).ceil().max(1.0) as u32)
}

fn frame(title: &str, step: f64, count: u32, write: FormatValue<'_>, inside: &Markup) -> Markup {
    let (_, height) = plot_size();
    let lines = (0..=count).map(|n| {
        let y = TOP + height * (1.0 - f64::from(n) / f64::from(count));
        (Rounded(y), write(step * f64::from(n)))
    });
    html! {
        svg viewBox={"0 0 " (Rounded(WIDTH)) " " (Rounded(HEIGHT))} role="img" {
            title { (title) }
            @for (y, label) in lines {
                line.grid x1=(Rounded(LEFT)) x2=(Rounded(WIDTH - RIGHT)) y1=(y) y2=(y) {}
                text.tick x=(Rounded(LEFT - 5.0)) y=(y) dy="0.32em" text-anchor="end" { (label) }
            }
            (inside)
        }
    }
}

/// Draws bars side by side, one colour for each deck. `names` are the names of the decks; `least`
/// is the smallest step of the scale, 1 if cards are counted.
pub(super) fn bars(
    title: &str,
    names: &[String],
    groups: &[BarGroup],
    least: f64,
    write: FormatValue<'_>,
) -> Markup {
    let (width, height) = plot_size();
    let most = groups
        .iter()
        .flat_map(|g| &g.bars)
        .map(|(a, b)| a.max(*b))
        .fold(0.0, f64::max);
    let (step, count) = scale_steps(most, least);
    let scale = height / (step * f64::from(count));
    let slot = width / groups.len().max(1) as f64;
    // A fifth of each slot stays empty to separate the groups; a few bars alone do not become
    // slabs.
    let bar = (slot * 0.8 / names.len().max(1) as f64).min(34.0);
    let drawn_bars = groups
        .iter()
        .flat_map(|g| &g.bars)
        .filter(|(_, most)| *most > 0.0);
    let texts = drawn_bars.map(|(sure, most)| value_text(*sure, *most, write));
    let longest = texts.map(|text| text.chars().count()).max().unwrap_or(0);
    // Either all bars have labels or none does.
    let labelled = longest as f64 * CHARACTER_WIDTH <= bar + 2.0;
    // Enough groups share one label that labels do not overlap, at 6.5 units per character.
    let every = (groups
        .iter()
        .map(|g| g.label.chars().count())
        .max()
        .unwrap_or(0) as f64
        * 6.5
        / slot)
        .ceil()
        .max(1.0) as usize;
    let inside = html! {
        @for (at, group) in groups.iter().enumerate() {
            @let middle = LEFT + slot * (at as f64 + 0.5);
            @let first = middle - bar * group.bars.len() as f64 / 2.0;
            @for (deck, (sure, most)) in group.bars.iter().enumerate() {
                @let x = first + bar * deck as f64;
                @let value = value_text(*sure, *most, write);
                g class={"d" (deck + 1)} {
                    title { (names.get(deck).map_or("", String::as_str)) ", " (group.label) " : " (value) }
                    @if *most > *sure {
                        rect.perhaps x=(Rounded(x)) y=(Rounded(TOP + height - most * scale)) width=(Rounded(bar - 1.0)) height=(Rounded((most - sure) * scale)) {}
                    }
                    rect x=(Rounded(x)) y=(Rounded(TOP + height - sure * scale)) width=(Rounded(bar - 1.0)) height=(Rounded(sure * scale)) {}
                    @if *most > 0.0 && labelled {
                        text.value x=(Rounded(x + bar / 2.0 - 0.5)) y=(Rounded(TOP + height - most * scale - 3.0)) text-anchor="middle" { (value) }
                    }
                }
            }
            @if at % every == 0 {
                text.tick x=(Rounded(middle)) y=(Rounded(HEIGHT - BOTTOM + 14.0)) text-anchor="middle" { (group.label) }
            }
        }
        line.axis x1=(Rounded(LEFT)) x2=(Rounded(WIDTH - RIGHT)) y1=(Rounded(TOP + height)) y2=(Rounded(TOP + height)) {}
    };
    frame(title, step, count, write, &inside)
}

fn value_text(sure: f64, most: f64, write: FormatValue<'_>) -> String {
    if most > sure { format!("{}–{}", write(sure), write(most)) } else { write(sure) }
}

/// The area in which curves by turn are drawn.
struct CurvePlot {
    turns: usize,
}

impl CurvePlot {
    fn x(&self, turn: usize) -> f64 {
        let (width, _) = plot_size();
        match self.turns {
            0 | 1 => LEFT + width / 2.0,
            n => LEFT + 14.0 + (width - 28.0) * turn as f64 / (n - 1) as f64,
        }
    }

    fn y(&self, share: f64) -> f64 {
        let (_, height) = plot_size();
        TOP + height * (1.0 - share)
    }

    /// Returns the points of a line through the middle of each interval.
    fn points(&self, curve: &ChartCurve) -> String {
        let mut points = Vec::new();
        for (turn, point) in curve.iter().enumerate() {
            if let Some((low, high)) = point {
                let y = self.y((low + high) / 2.0);
                points.push(format!("{},{}", Rounded(self.x(turn)), Rounded(y)));
            }
        }
        points.join(" ")
    }
}

/// Draws curves by turn from 0 to 1, one for each deck.
pub(super) fn curves(
    title: &str,
    names: &[String],
    curves: &[ChartCurve],
    first: &str,
    lang: Lang,
) -> Markup {
    let turns = curves.iter().map(Vec::len).max().unwrap_or(0);
    let plot = CurvePlot { turns };
    let inside = html! {
        @for turn in 0..turns {
            text.tick x=(Rounded(plot.x(turn))) y=(Rounded(HEIGHT - BOTTOM + 14.0)) text-anchor="middle" {
                @if turn == 0 { (first) } @else { (turn) }
            }
        }
        @for (deck, curve) in curves.iter().enumerate() {
            g class={"d" (deck + 1)} {
                polyline points=(plot.points(curve)) {}
                @for (turn, point) in curve.iter().enumerate() {
                    @if let Some((low, high)) = point {
                        @if high > low {
                            line.span x1=(Rounded(plot.x(turn))) x2=(Rounded(plot.x(turn))) y1=(Rounded(plot.y(*low))) y2=(Rounded(plot.y(*high))) {}
                        }
                        circle cx=(Rounded(plot.x(turn))) cy=(Rounded(plot.y((low + high) / 2.0))) r="3" {
                            title { (names.get(deck).map_or("", String::as_str)) ", " (turn) " : " (percent_text(*low, *high, lang)) }
                        }
                    }
                }
            }
        }
    };
    frame(title, 0.25, 4, &|share| percent_text(share, share, lang), &inside)
}
