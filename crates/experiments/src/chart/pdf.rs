//! A layout as PDF (ISO 32000-1): one page of the chart's size, lines and areas as such, texts in Helvetica, which every reader has.

use std::io::Write;

use super::layout::{Anchor, HEIGHT, Layout, Shape, WIDTH};

pub fn draw(layout: &Layout, title: &str) -> Vec<u8> {
    let mut content = String::new();
    for shape in &layout.shapes {
        content.push_str(&drawn(shape));
    }
    let content = encoded(&content);
    let objects: Vec<Vec<u8>> = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents 4 0 R \
             /Resources << /Font << /F 5 0 R >> >> >>"
        )
        .into_bytes(),
        [format!("<< /Length {} >>\nstream\n", content.len()).into_bytes(), content, b"\nendstream".to_vec()].concat(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
        [b"<< /Producer (Hazard) /Title (".to_vec(), encoded(&escaped(title)), b") >>".to_vec()].concat(),
    ];
    // The second line tells programs that move files that this is no text.
    let mut pdf = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(pdf.len());
        let _ = writeln!(pdf, "{} 0 obj", number + 1);
        pdf.extend_from_slice(object);
        pdf.extend_from_slice(b"\nendobj\n");
    }
    let table = pdf.len();
    let mut tail = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        tail.push_str(&format!("{place:010} 00000 n \n"));
    }
    tail.push_str(&format!(
        "trailer\n<< /Size {} /Root 1 0 R /Info {} 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1,
        objects.len()
    ));
    pdf.extend_from_slice(tail.as_bytes());
    pdf
}

/// Upwards is positive here.
fn drawn(shape: &Shape) -> String {
    match shape {
        Shape::Polyline { points, colour, width, is_dashed } => {
            let mut path = format!("{} RG {width} w {} d\n", rgb(colour), if *is_dashed { "[5 4] 0" } else { "[] 0" });
            for (index, (x, y)) in points.iter().enumerate() {
                path.push_str(&format!("{x:.2} {:.2} {}\n", HEIGHT - y, if index == 0 { "m" } else { "l" }));
            }
            if points.is_empty() { String::new() } else { path + "S\n" }
        }
        Shape::Rectangle { x, y, width, height, fill } => {
            format!("{} rg {x:.2} {:.2} {width:.2} {height:.2} re f\n", rgb(fill), HEIGHT - y - height)
        }
        Shape::Text { x, y, size, anchor, is_upright, text } => {
            let length = width_of(text) * size;
            let back = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => length / 2.0,
                Anchor::End => length,
            };
            let (x, y) = if *is_upright { (*x, HEIGHT - y - back) } else { (x - back, HEIGHT - y) };
            let turn = if *is_upright { "0 1 -1 0" } else { "1 0 0 1" };
            format!("BT {} rg /F {size} Tf {turn} {x:.2} {y:.2} Tm ({}) Tj ET\n", rgb("#222222"), escaped(text))
        }
    }
}

fn rgb(colour: &str) -> String {
    let channel = |at: usize| colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    [1, 3, 5].map(|at| format!("{:.3}", f64::from(channel(at)) / 255.0)).join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
}

/// One byte per character, as the font has them.
fn encoded(text: &str) -> Vec<u8> {
    let byte = |c: char| match c {
        '…' => 0x85,
        '–' => 0x96,
        '—' => 0x97,
        '“' => 0x93,
        '”' => 0x94,
        '’' => 0x92,
        '≤' | '≥' | '∞' => b'?',
        c => u8::try_from(u32::from(c)).unwrap_or(b'?'),
    };
    text.chars().map(byte).collect()
}

/// How wide a text is at size one, by the widths that Adobe's metrics of Helvetica give.
fn width_of(text: &str) -> f64 {
    let width = |c: char| match c {
        'i' | 'j' | 'l' | '\'' => 222,
        'f' | 't' | 'I' | ' ' | '.' | ',' | ':' | ';' | '!' | '/' | '[' | ']' | '|' => 278,
        'r' | '(' | ')' | '-' | '{' | '}' => 333,
        '"' => 355,
        '*' => 389,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 500,
        '+' | '=' | '<' | '>' | '~' => 584,
        'F' | 'T' | 'Z' => 611,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | '&' => 667,
        'w' | 'C' | 'D' | 'H' | 'N' | 'R' | 'U' => 722,
        'G' | 'O' | 'Q' => 778,
        'm' | 'M' => 833,
        '%' => 889,
        'W' => 944,
        '@' => 1015,
        _ => 556,
    };
    text.chars().map(width).sum::<u32>() as f64 / 1000.0
}
