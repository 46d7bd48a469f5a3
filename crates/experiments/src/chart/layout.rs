//! From a chart to lines, areas and texts at their places.

use super::{Axis, Chart, Content, Curve, Style, Whiskers};

pub const WIDTH: f64 = 860.0;
pub const HEIGHT: f64 = 480.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 640.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 410.0;
const INK: &str = "#222222";
const FAINT: &str = "#dddddd";
/// Told apart also by readers who do not see all colours (Okabe and Ito), then darker ones.
const COLOURS: [&str; 12] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c564b", "#7f7f00", "#6a3d9a",
    "#b2182b", "#01665e",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

pub enum Shape {
    Polyline { points: Vec<(f64, f64)>, colour: &'static str, width: f64, is_dashed: bool },
    Rectangle { x: f64, y: f64, width: f64, height: f64, fill: &'static str },
    Text { x: f64, y: f64, size: f64, anchor: Anchor, is_upright: bool, text: String },
}

pub struct Layout {
    pub shapes: Vec<Shape>,
}

impl Layout {
    fn line(&mut self, points: Vec<(f64, f64)>, colour: &'static str, width: f64) {
        self.shapes.push(Shape::Polyline { points, colour, width, is_dashed: false });
    }

    fn text(&mut self, (x, y): (f64, f64), size: f64, anchor: Anchor, text: &str) {
        self.shapes.push(Shape::Text { x, y, size, anchor, is_upright: false, text: text.to_owned() });
    }
}

/// Values to places.
struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    is_logarithmic: bool,
}

impl Scale {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>, start: f64, end: f64) -> Scale {
        let is_logarithmic = axis.is_logarithmic;
        let usable = |value: &f64| value.is_finite() && (!is_logarithmic || *value > 0.0);
        let (mut low, mut high) = values
            .filter(usable)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        (low, high) = axis.range.unwrap_or((low, high));
        if is_logarithmic {
            (low, high) = (10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil()));
            high = high.max(low * 10.0);
        } else if axis.range.is_none() {
            low = low.min(0.0);
            high = if high > low { high } else { low + 1.0 };
        }
        Scale { low, high, start, end, is_logarithmic }
    }

    fn place(&self, value: f64) -> f64 {
        let part = if self.is_logarithmic {
            (value.max(self.low).log10() - self.low.log10()) / (self.high.log10() - self.low.log10())
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.start + part.clamp(0.0, 1.0) * (self.end - self.start)
    }

    /// Round values for grid lines.
    fn ticks(&self) -> Vec<f64> {
        if self.is_logarithmic {
            let (low, high) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
            let stride = ((high - low) / 8 + 1) as usize;
            return (low..=high).step_by(stride).map(|power| 10f64.powi(power)).collect();
        }
        let rough = (self.high - self.low) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|i| i as f64 * step).take_while(|tick| *tick <= self.high * (1.0 + 1e-9)).take(20).collect()
    }
}

fn tick_text(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        size if !(1e-3..1e6).contains(&size) => format!("{value:.0e}"),
        size if size >= 10.0 => format!("{value:.0}"),
        _ => {
            let text = format!("{value:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

pub fn lay_out(chart: &Chart) -> Layout {
    let mut layout = Layout { shapes: Vec::new() };
    layout.shapes.push(Shape::Rectangle { x: 0.0, y: 0.0, width: WIDTH, height: HEIGHT, fill: "#ffffff" });
    layout.text((LEFT, 28.0), 16.0, Anchor::Start, &chart.title);
    match &chart.content {
        Content::Curves(curves) => {
            let points = || curves.iter().flat_map(|curve| curve.points.iter());
            let x = Scale::new(&chart.x, points().map(|point| point.0), LEFT, RIGHT);
            let y = Scale::new(&chart.y, points().map(|point| point.1), BOTTOM, TOP);
            x_ticks(&mut layout, &x);
            frame(&mut layout, chart, &y);
            for (index, curve) in curves.iter().enumerate() {
                draw_curve(&mut layout, curve, index, &x, &y);
            }
        }
        Content::Boxes(boxes) => {
            let values = boxes.iter().flat_map(|whiskers| whiskers.numbers);
            let y = Scale::new(&chart.y, values, BOTTOM, TOP);
            frame(&mut layout, chart, &y);
            draw_boxes(&mut layout, boxes, &y);
        }
    }
    layout
}

fn x_ticks(layout: &mut Layout, x: &Scale) {
    for tick in x.ticks() {
        let place = x.place(tick);
        layout.line(vec![(place, TOP), (place, BOTTOM)], FAINT, 1.0);
        layout.text((place, BOTTOM + 18.0), 12.0, Anchor::Middle, &tick_text(tick));
    }
}

fn frame(layout: &mut Layout, chart: &Chart, y: &Scale) {
    for tick in y.ticks() {
        let place = y.place(tick);
        layout.line(vec![(LEFT, place), (RIGHT, place)], FAINT, 1.0);
        layout.text((LEFT - 8.0, place + 4.0), 12.0, Anchor::End, &tick_text(tick));
    }
    layout.line(vec![(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)], INK, 1.2);
    let middle = (LEFT + RIGHT) / 2.0;
    layout.text((middle, BOTTOM + 46.0), 13.0, Anchor::Middle, &chart.x.title);
    layout.shapes.push(Shape::Text {
        x: 22.0,
        y: (TOP + BOTTOM) / 2.0,
        size: 13.0,
        anchor: Anchor::Middle,
        is_upright: true,
        text: chart.y.title.clone(),
    });
}

fn draw_curve(layout: &mut Layout, curve: &Curve, index: usize, x: &Scale, y: &Scale) {
    let colour = COLOURS[index % COLOURS.len()];
    let usable = |value: f64, scale: &Scale| value.is_finite() && (!scale.is_logarithmic || value > 0.0);
    let places: Vec<(f64, f64)> = (curve.points.iter())
        .filter(|(a, b)| usable(*a, x) && usable(*b, y))
        .map(|(a, b)| (x.place(*a), y.place(*b)))
        .collect();
    let legend = TOP + 10.0 + 18.0 * index as f64;
    match curve.style {
        Style::Line | Style::Theory => {
            let is_dashed = curve.style == Style::Theory;
            let sample = vec![(RIGHT + 14.0, legend), (RIGHT + 38.0, legend)];
            for points in [places, sample] {
                layout.shapes.push(Shape::Polyline { points, colour, width: 1.8, is_dashed });
            }
        }
        Style::Steps => {
            let mut points: Vec<(f64, f64)> = Vec::new();
            for place in places {
                if let Some(last) = points.last().copied() {
                    points.push((place.0, last.1));
                }
                points.push(place);
            }
            layout.line(points, colour, 1.8);
            layout.line(vec![(RIGHT + 14.0, legend), (RIGHT + 38.0, legend)], colour, 1.8);
        }
        Style::Marks => {
            for (a, b) in places.into_iter().chain([(RIGHT + 26.0, legend)]) {
                layout.line(vec![(a - 3.0, b - 3.0), (a + 3.0, b + 3.0)], colour, 1.6);
                layout.line(vec![(a - 3.0, b + 3.0), (a + 3.0, b - 3.0)], colour, 1.6);
            }
        }
    }
    layout.text((RIGHT + 44.0, legend + 4.0), 12.0, Anchor::Start, &curve.name);
}

fn draw_boxes(layout: &mut Layout, boxes: &[Whiskers], y: &Scale) {
    let room = (RIGHT - LEFT) / boxes.len().max(1) as f64;
    for (index, whiskers) in boxes.iter().enumerate() {
        let middle = LEFT + room * (index as f64 + 0.5);
        let half = (room * 0.3).min(24.0);
        let [least, lower, median, upper, greatest] = whiskers.numbers.map(|value| y.place(value));
        let colour = COLOURS[0];
        layout.line(vec![(middle, least), (middle, lower)], colour, 1.4);
        layout.line(vec![(middle, upper), (middle, greatest)], colour, 1.4);
        for end in [least, greatest] {
            layout.line(vec![(middle - half / 2.0, end), (middle + half / 2.0, end)], colour, 1.4);
        }
        let (left, right) = (middle - half, middle + half);
        layout.line(vec![(left, lower), (right, lower), (right, upper), (left, upper), (left, lower)], colour, 1.4);
        layout.line(vec![(left, median), (right, median)], COLOURS[1], 2.4);
        layout.text((middle, BOTTOM + 18.0), 11.0, Anchor::Middle, &whiskers.name);
    }
}
