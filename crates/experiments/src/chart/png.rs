//! A layout as PNG (ISO/IEC 15948): strokes with soft edges on white, two pixels per unit.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::layout::{Anchor, HEIGHT, Layout, Shape, WIDTH};
use super::letters;

const PIXELS_PER_UNIT: f64 = 2.0;

struct Canvas {
    width: usize,
    height: usize,
    /// Red, green, blue.
    pixels: Vec<u8>,
}

pub fn draw(layout: &Layout) -> Vec<u8> {
    let (width, height) = ((WIDTH * PIXELS_PER_UNIT) as usize, (HEIGHT * PIXELS_PER_UNIT) as usize);
    let mut canvas = Canvas { width, height, pixels: vec![255; width * height * 3] };
    for shape in &layout.shapes {
        canvas.shape(shape);
    }
    canvas.encoded()
}

impl Canvas {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Polyline { points, colour, width, is_dashed } => {
                let colour = rgb(colour);
                let mut walked = 0.0;
                for pair in points.windows(2) {
                    if *is_dashed {
                        walked = self.dashes(pair[0], pair[1], colour, *width, walked);
                    } else {
                        self.stroke(pair[0], pair[1], colour, *width);
                    }
                }
            }
            Shape::Rectangle { x, y, width, height, fill } => {
                let scaled = [*x, *y, x + width, y + height].map(|at| at * PIXELS_PER_UNIT);
                let [left, top, right, bottom] = scaled;
                let colour = rgb(fill);
                for row in bounds(top.round(), bottom.round(), self.height) {
                    for column in bounds(left.round(), right.round(), self.width) {
                        let at = 3 * (row * self.width + column);
                        self.pixels[at..at + 3].copy_from_slice(&colour);
                    }
                }
            }
            Shape::Text { x, y, size, anchor, is_upright, text } => {
                let unit = size / letters::SIZE;
                let length = letters::width(text) * unit;
                let back = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => length / 2.0,
                    Anchor::End => length,
                };
                for (from, to) in letters::strokes(text) {
                    let place = |(right, up): (f64, f64)| {
                        let (along, above) = (right * unit - back, up * unit);
                        if *is_upright { (x - above, y - along) } else { (x + along, y - above) }
                    };
                    self.stroke(place(from), place(to), [34, 34, 34], size / 11.0);
                }
            }
        }
    }

    /// Dashes of five units with gaps of four; returns how far they have come.
    fn dashes(&mut self, from: (f64, f64), to: (f64, f64), colour: [u8; 3], width: f64, walked: f64) -> f64 {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at = |along: f64| {
            let part = if length > 0.0 { (along / length).clamp(0.0, 1.0) } else { 0.0 };
            (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1))
        };
        let mut start = -(walked % 9.0);
        while start < length {
            let (begin, end) = (start.max(0.0), (start + 5.0).min(length));
            if begin < end {
                self.stroke(at(begin), at(end), colour, width);
            }
            start += 9.0;
        }
        walked + length
    }

    /// Covers each pixel by how near its centre is to the segment.
    fn stroke(&mut self, from: (f64, f64), to: (f64, f64), colour: [u8; 3], width: f64) {
        let scaled = |(x, y): (f64, f64)| (x * PIXELS_PER_UNIT, y * PIXELS_PER_UNIT);
        let ((ax, ay), (bx, by)) = (scaled(from), scaled(to));
        let half = width * PIXELS_PER_UNIT / 2.0;
        let reach = half + 1.0;
        let columns = bounds(ax.min(bx) - reach, ax.max(bx) + reach, self.width);
        let rows = bounds(ay.min(by) - reach, ay.max(by) + reach, self.height);
        let (dx, dy) = (bx - ax, by - ay);
        let length2 = dx * dx + dy * dy;
        for row in rows {
            for column in columns.clone() {
                let (px, py) = (column as f64 + 0.5 - ax, row as f64 + 0.5 - ay);
                let part = if length2 > 0.0 { ((px * dx + py * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
                let distance = (px - part * dx).hypot(py - part * dy);
                let cover = (half + 0.5 - distance).clamp(0.0, 1.0);
                if cover > 0.0 {
                    self.blend(column, row, colour, cover);
                }
            }
        }
    }

    fn blend(&mut self, column: usize, row: usize, colour: [u8; 3], cover: f64) {
        let start = (row * self.width + column) * 3;
        for (pixel, ink) in self.pixels[start..start + 3].iter_mut().zip(colour) {
            *pixel = (f64::from(*pixel) * (1.0 - cover) + f64::from(ink) * cover).round() as u8;
        }
    }

    fn encoded(&self) -> Vec<u8> {
        let mut rows = Vec::with_capacity(self.pixels.len() + self.height);
        for row in self.pixels.chunks(self.width * 3) {
            // Filter 0: the row as it is.
            rows.push(0);
            rows.extend_from_slice(row);
        }
        let mut deflater = ZlibEncoder::new(Vec::new(), Compression::default());
        deflater.write_all(&rows).expect("memory can be written");
        let data = deflater.finish().expect("memory can be written");
        let mut header = Vec::new();
        header.extend((self.width as u32).to_be_bytes());
        header.extend((self.height as u32).to_be_bytes());
        // Eight bits, colours without transparency, the only methods there are, not interlaced.
        header.extend([8, 2, 0, 0, 0]);
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        for (kind, content) in [(b"IHDR", header), (b"IDAT", data), (b"IEND", Vec::new())] {
            chunk(&mut png, kind, &content);
        }
        png
    }
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    png.extend((content.len() as u32).to_be_bytes());
    let mut sum = Crc::new();
    for part in [&kind[..], content] {
        sum.update(part);
        png.extend_from_slice(part);
    }
    png.extend(sum.sum().to_be_bytes());
}

fn bounds(low: f64, high: f64, size: usize) -> std::ops::Range<usize> {
    let low = low.floor().max(0.0) as usize;
    let high = (high.ceil().max(0.0) as usize).min(size);
    low.min(high)..high
}

fn rgb(colour: &str) -> [u8; 3] {
    let channel = |at: usize| colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    [channel(1), channel(3), channel(5)]
}
