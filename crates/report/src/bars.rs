//! Histograms drawn with characters.

use super::escape::safe;
use super::style::Style;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// One bar of a histogram.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// Its length.
    pub value: f64,
    /// How far it may reach, where that is not certain; drawn lighter.
    pub upto: f64,
    /// What stands behind it.
    pub text: String,
}

impl Bar {
    /// A bar of a certain length.
    pub fn new(label: impl Into<String>, value: f64, text: impl Into<String>) -> Bar {
        Bar { label: label.into(), value, upto: value, text: text.into() }
    }
}

/// Draws bars below each other: labels to the right of their column, bars to one scale, texts behind.
pub fn write(out: &mut dyn Write, style: &Style, bars: &[Bar]) -> io::Result<()> {
    let labels: Vec<_> = bars.iter().map(|bar| safe(&bar.label)).collect();
    let label_width = labels.iter().map(|l| l.width()).max().unwrap_or(0);
    let text_width = bars.iter().map(|b| b.text.width()).max().unwrap_or(0);
    let room = style.width.saturating_sub(label_width + text_width + 2).clamp(8, 50);
    let most = bars.iter().map(|b| b.value.max(b.upto)).fold(0.0, f64::max);
    for (bar, label) in bars.iter().zip(labels) {
        let pad = " ".repeat(label_width - label.width());
        let drawn = draw(style, bar, most, room);
        let line = format!(
            "{pad}{label} {drawn}{}{}",
            if drawn.is_empty() { "" } else { " " },
            safe(&bar.text)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn draw(style: &Style, bar: &Bar, most: f64, room: usize) -> String {
    if most <= 0.0 || !most.is_finite() {
        return String::new();
    }
    let eighths = |value: f64| (value.max(0.0) / most * room as f64 * 8.0).round() as usize;
    let (solid, end) = (eighths(bar.value), eighths(bar.upto.max(bar.value)));
    if !style.unicode {
        let cells = |eighths: usize| if eighths == 0 { 0 } else { eighths.div_ceil(8) };
        return "#".repeat(cells(solid)) + &".".repeat(cells(end).saturating_sub(cells(solid)));
    }
    let mut drawn = "█".repeat(solid / 8);
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    drawn.push_str(part.get(solid % 8).copied().unwrap_or(""));
    drawn + &"░".repeat((end / 8).saturating_sub(solid.div_ceil(8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_share_a_scale_and_say_what_is_uncertain() {
        let bars = [
            Bar::new("1", 3.0, "3"),
            Bar { upto: 5.0, ..Bar::new("pivot", 4.0, "4 to 5") },
            Bar::new("?", 0.0, "0"),
        ];
        let show = |style: &Style| {
            let mut out = Vec::new();
            write(&mut out, style, &bars).expect("a vector takes everything");
            String::from_utf8(out).expect("bars are text")
        };
        let narrow = Style { width: 30, ..Style::PLAIN };
        insta::assert_snapshot!(show(&narrow), @r#"
            1 ██████████▎ 3
        pivot █████████████▋░░░ 4 to 5
            ? 0
        "#);
        insta::assert_snapshot!(show(&Style { unicode: false, ..narrow }), @r#"
            1 ########### 3
        pivot ##############... 4 to 5
            ? 0
        "#);
    }
}
