//! From a chart to lines, areas and texts at their places.

use super::letters;
use super::{Axis, Chart, Content, Curve, Style, Whiskers};

pub const WIDTH: f64 = 860.0;
pub const HEIGHT: f64 = 480.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 410.0;
const NAME_SIZE: f64 = 12.0;
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
    /// Where the plot ends and the legend begins.
    right: f64,
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
    is_whole: bool,
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
            (low, high) = (round_below(low), round_above(high));
            high = if high > low { high } else { low * 10.0 };
        } else if axis.range.is_none() {
            low = low.min(0.0);
            high = if high > low { high } else { low + 1.0 };
            // Up to the next grid line, so that no curve runs along the upper edge without one.
            let step = step(low, high);
            high = (high / step - 1e-9).ceil() * step;
        }
        Scale { low, high, start, end, is_logarithmic, is_whole: axis.is_whole }
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
            let (low, high) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
            let stride = ((high - low) / 8 + 1) as usize;
            let between: &[f64] = match high - low {
                ..=1 => &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
                2 | 3 => &[1.0, 2.0, 5.0],
                _ => &[1.0],
            };
            let ticks =
                (low..=high).step_by(stride).flat_map(|power| between.iter().map(move |m| m * 10f64.powi(power)));
            return ticks.filter(|tick| (self.low * 0.999..=self.high * 1.001).contains(tick)).collect();
        }
        let step = step(self.low, self.high);
        let step = if self.is_whole { step.max(1.0) } else { step };
        let first = (self.low / step).ceil() as i64;
        (first..).map(|i| i as f64 * step).take_while(|tick| *tick <= self.high * (1.0 + 1e-9)).take(20).collect()
    }
}

/// A round distance between grid lines, of which there are about six.
fn step(low: f64, high: f64) -> f64 {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(rough)
}

/// The largest of 1, 2 and 5 times a power of ten that is not larger.
fn round_below(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|m| m * power).find(|round| *round <= value * 1.001).unwrap_or(power)
}

/// The smallest of 1, 2, 5 and 10 times a power of ten that is not smaller.
fn round_above(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|m| m * power).find(|round| *round >= value * 0.999).unwrap_or(10.0 * power)
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
    let right = match &chart.content {
        Content::Boxes(_) => WIDTH - 30.0,
        Content::Curves(curves) => WIDTH - 60.0 - legend_width(curves).clamp(40.0, 300.0),
    };
    let mut layout = Layout { shapes: Vec::new(), right };
    layout.shapes.push(Shape::Rectangle { x: 0.0, y: 0.0, width: WIDTH, height: HEIGHT, fill: "#ffffff" });
    layout.text((LEFT, 28.0), 16.0, Anchor::Start, &chart.title);
    match &chart.content {
        Content::Curves(curves) => {
            let points = || curves.iter().flat_map(|curve| curve.points.iter());
            let x = Scale::new(&chart.x, points().map(|point| point.0), LEFT, right);
            let y = Scale::new(&chart.y, points().map(|point| point.1), BOTTOM, TOP);
            x_ticks(&mut layout, &x);
            frame(&mut layout, chart, &y);
            let mut index: usize = 0;
            for curve in curves {
                if curve.style == Style::Ranges {
                    draw_ranges(&mut layout, curve, COLOURS[(index.max(1) - 1) % COLOURS.len()], &x, &y);
                    continue;
                }
                draw_curve(&mut layout, curve, (index, curves.len()), &x, &y);
                index += 1;
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

/// How wide the longest name is.
fn legend_width(curves: &[Curve]) -> f64 {
    let width = |curve: &Curve| letters::width(&curve.name) * NAME_SIZE / letters::SIZE;
    curves.iter().map(width).fold(0.0, f64::max)
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
        layout.line(vec![(LEFT, place), (layout.right, place)], FAINT, 1.0);
        layout.text((LEFT - 8.0, place + 4.0), 12.0, Anchor::End, &tick_text(tick));
    }
    layout.line(vec![(LEFT, TOP), (LEFT, BOTTOM), (layout.right, BOTTOM)], INK, 1.2);
    let middle = (LEFT + layout.right) / 2.0;
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

fn draw_curve(layout: &mut Layout, curve: &Curve, (index, count): (usize, usize), x: &Scale, y: &Scale) {
    let colour = COLOURS[index % COLOURS.len()];
    let usable = |value: f64, scale: &Scale| value.is_finite() && (!scale.is_logarithmic || value > 0.0);
    let places: Vec<(f64, f64)> = (curve.points.iter())
        .filter(|(a, b)| usable(*a, x) && usable(*b, y))
        .map(|(a, b)| (x.place(*a), y.place(*b)))
        .collect();
    let row = TOP + 10.0 + 18.0 * index as f64;
    let (from, to) = (layout.right + 14.0, layout.right + 38.0);
    if curve.style == Style::Marks {
        for place in places.into_iter().chain([((from + to) / 2.0, row)]) {
            layout.line(mark(4, place), colour, 1.6);
        }
    } else if curve.style == Style::Bars {
        draw_bars(layout, &places, (index, count), colour, y);
        layout.shapes.push(Shape::Rectangle { x: from + 6.0, y: row - 5.0, width: 12.0, height: 10.0, fill: colour });
    } else {
        let places = if curve.style == Style::Steps { steps(&places) } else { places };
        let is_dashed = curve.style == Style::Theory;
        if curve.style == Style::Points {
            for place in places.iter().copied().chain([((from + to) / 2.0, row)]) {
                layout.line(mark(index, place), colour, 1.6);
            }
        } else if !is_dashed {
            // Curves that run on top of each other are told apart by marks at different places.
            for place in places_of_marks(&places, index as f64 / count as f64) {
                layout.line(mark(index, place), colour, 1.4);
            }
            layout.line(mark(index, ((from + to) / 2.0, row)), colour, 1.4);
        }
        for points in [places, vec![(from, row), (to, row)]] {
            layout.shapes.push(Shape::Polyline { points, colour, width: 1.8, is_dashed });
        }
    }
    layout.text((to + 6.0, row + 4.0), NAME_SIZE, Anchor::Start, &curve.name);
}

/// What lies between bounds, as bars with ends.
fn draw_ranges(layout: &mut Layout, curve: &Curve, colour: &'static str, x: &Scale, y: &Scale) {
    for pair in curve.points.chunks_exact(2) {
        let (place, low, high) = (x.place(pair[0].0), y.place(pair[0].1), y.place(pair[1].1));
        layout.line(vec![(place, low), (place, high)], colour, 1.2);
        for end in [low, high] {
            layout.line(vec![(place - 4.0, end), (place + 4.0, end)], colour, 1.2);
        }
    }
}

/// Bars from zero; those of several curves stand beside each other.
fn draw_bars(
    layout: &mut Layout,
    places: &[(f64, f64)],
    (index, count): (usize, usize),
    colour: &'static str,
    y: &Scale,
) {
    let gaps = places.windows(2).map(|pair| (pair[1].0 - pair[0].0).abs());
    let room = gaps.fold(60.0, f64::min).max(1.5) * 0.8;
    let width = room / count as f64;
    for (at, top) in places {
        let left = at - room / 2.0 + width * index as f64;
        let height = y.start - top;
        layout.shapes.push(Shape::Rectangle { x: left, y: *top, width, height: height.max(0.0), fill: colour });
    }
}

/// The value holds until the next point.
fn steps(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::with_capacity(2 * places.len());
    for place in places {
        points.extend(points.last().map(|last| (place.0, last.1)));
        points.push(*place);
    }
    points
}

/// Places along a curve at equal distances, the first after the given part of that distance.
fn places_of_marks(places: &[(f64, f64)], part: f64) -> Vec<(f64, f64)> {
    const DISTANCE: f64 = 110.0;
    let mut marks = Vec::new();
    let mut ahead = DISTANCE * (part + 0.1);
    for pair in places.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        let length = (bx - ax).hypot(by - ay);
        let mut along = ahead;
        while along <= length && length > 0.0 {
            marks.push((ax + (bx - ax) * along / length, ay + (by - ay) * along / length));
            along += DISTANCE;
        }
        ahead = along - length;
    }
    marks
}

/// The outline of a small figure: square, diamond, two triangles, two crosses, hexagon.
fn mark(number: usize, (x, y): (f64, f64)) -> Vec<(f64, f64)> {
    let corners: &[(f64, f64)] = match number % 7 {
        0 => &[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0), (-3.0, -3.0)],
        1 => &[(0.0, -4.2), (4.2, 0.0), (0.0, 4.2), (-4.2, 0.0), (0.0, -4.2)],
        2 => &[(-3.8, 3.0), (3.8, 3.0), (0.0, -3.6), (-3.8, 3.0)],
        3 => &[(-3.8, -3.0), (3.8, -3.0), (0.0, 3.6), (-3.8, -3.0)],
        4 => &[(-3.0, -3.0), (3.0, 3.0), (0.0, 0.0), (-3.0, 3.0), (3.0, -3.0)],
        5 => &[(-4.0, 0.0), (4.0, 0.0), (0.0, 0.0), (0.0, -4.0), (0.0, 4.0)],
        _ => &[(-4.0, 0.0), (-2.0, -3.5), (2.0, -3.5), (4.0, 0.0), (2.0, 3.5), (-2.0, 3.5), (-4.0, 0.0)],
    };
    corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

fn draw_boxes(layout: &mut Layout, boxes: &[Whiskers], y: &Scale) {
    let room = (layout.right - LEFT) / boxes.len().max(1) as f64;
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
