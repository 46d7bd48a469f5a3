//! Charts that a reader would print: curves, steps, points and box plots on linear or logarithmic axes, laid out once and
//! drawn as SVG, PNG and PDF. Written here because charting libraries either need the system's fonts for bitmaps or bring a
//! megabyte of them; the PNG's letters are strokes (`letters.rs`).

mod layout;
mod letters;
mod pdf;
mod png;
mod svg;

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    pub style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Line,
    /// The value holds until the next point.
    Steps,
    /// Dashed, for what theory says.
    Theory,
    Marks,
    /// A line with a mark at every point.
    Points,
    /// Pairs of points above each other, between which the value of the curve before lies; without an entry of their own.
    Ranges,
    /// A bar from zero at every point.
    Bars,
}

/// The five numbers of a box plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Whiskers {
    pub name: String,
    pub numbers: [f64; 5],
}

#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    Curves(Vec<Curve>),
    Boxes(Vec<Whiskers>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub title: String,
    pub is_logarithmic: bool,
    /// There is nothing between whole numbers.
    pub is_whole: bool,
    /// The range, if not that of the data.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    pub fn linear(title: &str) -> Axis {
        Axis { title: title.to_owned(), is_logarithmic: false, is_whole: false, range: None }
    }

    pub fn logarithmic(title: &str) -> Axis {
        Axis { is_logarithmic: true, ..Axis::linear(title) }
    }

    /// From 0 to 1.
    pub fn probability(title: &str) -> Axis {
        Axis { range: Some((0.0, 1.0)), ..Axis::linear(title) }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The file name, without ending.
    pub file: String,
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub content: Content,
}

impl Chart {
    pub fn svg(&self) -> String {
        svg::draw(&layout::lay_out(self))
    }

    pub fn png(&self) -> Vec<u8> {
        png::draw(&layout::lay_out(self))
    }

    pub fn pdf(&self) -> Vec<u8> {
        pdf::draw(&layout::lay_out(self), &self.title)
    }

    /// As the ending of a file's name says, if it is one of a picture.
    pub fn drawn(&self, ending: &str) -> Option<Vec<u8>> {
        match ending {
            "svg" => Some(self.svg().into_bytes()),
            "png" => Some(self.png()),
            "pdf" => Some(self.pdf()),
            _ => None,
        }
    }
}

/// At most `count` points of a curve, the first and the last among them.
pub fn thinned(points: &[(f64, f64)], count: usize) -> Vec<(f64, f64)> {
    if points.len() <= count || count < 2 {
        return points.to_vec();
    }
    (0..count).map(|index| points[index * (points.len() - 1) / (count - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(x: Axis) -> Chart {
        let points = vec![(1.0, 0.0), (10.0, 0.5), (100.0, 1.0)];
        let curve = |style| Curve { name: "a < b & c".into(), points: points.clone(), style };
        let curves = [Style::Line, Style::Steps, Style::Theory, Style::Marks].map(curve).to_vec();
        Chart {
            file: "c".into(),
            title: "Title".into(),
            x,
            y: Axis::probability("p"),
            content: Content::Curves(curves),
        }
    }

    #[test]
    fn charts_are_drawn_on_both_kinds_of_axes() {
        for axis in [Axis::linear("x"), Axis::logarithmic("x")] {
            let chart = chart(axis);
            let svg = chart.svg();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("a &lt; b &amp; c") && !svg.contains("NaN") && !svg.contains("inf"));
            assert!(chart.png().starts_with(b"\x89PNG\r\n\x1a\n"));
        }
    }

    #[test]
    fn nothing_to_draw_is_drawn() {
        let content = Content::Boxes(vec![Whiskers { name: "b".into(), numbers: [0.0; 5] }]);
        let empty = Chart { content, ..chart(Axis::linear("x")) };
        assert!(!empty.svg().contains("NaN"));
        let none = Chart { content: Content::Curves(Vec::new()), ..empty };
        assert!(!none.svg().contains("NaN"));
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let points: Vec<(f64, f64)> = (0..1000).map(|i| (f64::from(i), 0.0)).collect();
        let thin = thinned(&points, 10);
        assert_eq!((thin.len(), thin[0], thin[9]), (10, points[0], points[999]));
    }
}
