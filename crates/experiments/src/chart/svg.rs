//! A layout as SVG.

use super::layout::{Anchor, HEIGHT, Layout, Shape, WIDTH};

pub fn draw(layout: &Layout) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"Helvetica, Arial, sans-serif\" fill=\"#222222\">\n"
    );
    for shape in &layout.shapes {
        svg.push_str(&drawn(shape));
    }
    svg.push_str("</svg>\n");
    svg
}

fn drawn(shape: &Shape) -> String {
    match shape {
        Shape::Polyline { points, colour, width, is_dashed } => {
            let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let dashes = if *is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            format!(
                "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes} points=\"{}\"/>\n",
                places.join(" ")
            )
        }
        Shape::Rectangle { x, y, width, height, fill } => {
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n")
        }
        Shape::Text { x, y, size, anchor, is_upright, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let turn = if *is_upright { format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"") } else { String::new() };
            format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{turn}>{}</text>\n",
                escaped(text)
            )
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
