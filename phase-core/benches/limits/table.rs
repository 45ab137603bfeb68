//! The table: what was measured, against which yardstick, and whether the bar holds.

use std::fmt;

/// Why something could not be measured.
pub(crate) type Reason = String;

#[derive(Clone, Copy)]
pub(crate) enum Unit {
    Ratio,
    /// How much more.
    Percent,
    Bytes,
    Nanoseconds,
    Count,
}

impl Unit {
    fn show(self, value: f64) -> String {
        match self {
            Self::Ratio => format!("{value:.2}"),
            Self::Percent => format!("{value:+.1} %"),
            Self::Bytes => format!("{value:.0} bytes"),
            Self::Nanoseconds => format!("{value:.0} ns"),
            Self::Count => format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Bar {
    pub(crate) unit: Unit,
    pub(crate) at_most: f64,
}

impl Bar {
    pub(crate) const fn ratio(at_most: f64) -> Self {
        Self { unit: Unit::Ratio, at_most }
    }

    pub(crate) const fn bytes(at_most: f64) -> Self {
        Self { unit: Unit::Bytes, at_most }
    }
}

enum Verdict {
    Holds,
    Missed,
    NoBar,
    NotMeasured(Reason),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds => f.write_str("holds"),
            Self::Missed => f.write_str("MISSED"),
            Self::NoBar => f.write_str("no bar"),
            Self::NotMeasured(reason) => {
                write!(f, "not measured: {}", reason.lines().next().unwrap_or_default())
            }
        }
    }
}

pub(crate) struct Row {
    what: String,
    yardstick: String,
    measured: String,
    bar: String,
    verdict: Verdict,
}

impl Row {
    /// A row with a bar. What is measured comes with a detail, which may be empty.
    pub(crate) fn with_bar(
        what: impl Into<String>,
        yardstick: impl Into<String>,
        bar: Bar,
        measured: Result<(f64, String), Reason>,
    ) -> Self {
        let (measured, verdict) = match measured {
            Ok((value, detail)) => {
                let detail = if detail.is_empty() { detail } else { format!(" ({detail})") };
                let verdict = if value <= bar.at_most { Verdict::Holds } else { Verdict::Missed };
                (bar.unit.show(value) + &detail, verdict)
            }
            Err(reason) => (String::new(), Verdict::NotMeasured(reason)),
        };
        let bar = format!("at most {}", bar.unit.show(bar.at_most));
        Self { what: what.into(), yardstick: yardstick.into(), measured, bar, verdict }
    }

    pub(crate) fn without_bar(
        what: impl Into<String>,
        yardstick: impl Into<String>,
        measured: Result<String, Reason>,
    ) -> Self {
        let (measured, verdict) = match measured {
            Ok(measured) => (measured, Verdict::NoBar),
            Err(reason) => (String::new(), Verdict::NotMeasured(reason)),
        };
        Self { what: what.into(), yardstick: yardstick.into(), measured, bar: String::new(), verdict }
    }

    fn cells(&self) -> [&str; 4] {
        [&self.what, &self.yardstick, &self.measured, &self.bar]
    }
}

pub(crate) fn print(rows: &[Row]) {
    let heads = ["what", "yardstick", "measured", "bar"];
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row.cells()[column]).chain([heads[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths = [width(0), width(1), width(2), width(3)];
    let print_line = |cells: [&str; 4], verdict: &dyn fmt::Display| {
        for (cell, width) in cells.into_iter().zip(widths) {
            print!("{cell:width$}   ");
        }
        println!("{verdict}");
    };
    print_line(heads, &"");
    print_line(widths.map(|width| "-".repeat(width)).each_ref().map(String::as_str), &"------");
    for row in rows {
        print_line(row.cells(), &row.verdict);
    }

    let count = |is_it: fn(&Verdict) -> bool| rows.iter().filter(|row| is_it(&row.verdict)).count();
    let held = count(|verdict| matches!(verdict, Verdict::Holds));
    let missed = count(|verdict| matches!(verdict, Verdict::Missed));
    let unknown = rows.iter().filter(|row| !row.bar.is_empty()).count() - held - missed;
    println!("\nbars that hold: {held}, missed: {missed}, not measured: {unknown}");
}
