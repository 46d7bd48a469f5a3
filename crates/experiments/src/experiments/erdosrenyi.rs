//! Figure 12 of Fatmi et al., Probabilistic model checking of randomized Java code: the probability that a random undirected graph of 2 to 7 vertices is
//! connected, by the probability of an edge. The paper prints curves only; the columns beside ours are exact theory
//! (E. N. Gilbert, Random graphs, 1959).

use checker::Fault;

use crate::bench::{Bench, Findings};
use crate::chart::{Axis, Chart, Content, Curve, Style};
use crate::table::{Table, short};

/// Counting by the component of the first vertex: it has k vertices, and no edge leaves it.
pub fn connected(vertices: u32, p: f64) -> f64 {
    let mut known = vec![0.0, 1.0];
    for n in 2..=vertices {
        let mut apart = 0.0;
        for k in 1..n {
            apart += binomial(n - 1, k - 1) * known[k as usize] * (1.0 - p).powi((k * (n - k)) as i32);
        }
        known.push(1.0 - apart);
    }
    known[vertices as usize]
}

fn binomial(n: u32, k: u32) -> f64 {
    (1..=k).fold(1.0, |product, i| product * f64::from(n - k + i) / f64::from(i))
}

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let vertices_max: u32 = bench.size(4, 7);
    let parts: i32 = bench.size(4, 10);
    let example = bench.gallery.find("ErdosRenyiUndirectedModel").expect("the gallery has it");
    let mut columns = vec!["p".to_owned()];
    columns.extend((2..=vertices_max).flat_map(|n| [format!("{n}"), format!("{n} theory")]));
    let mut table = Table::new("erdosrenyi", "Probability that the graph is connected, by vertices", columns);
    let mut sizes =
        Table::new("erdosrenyi-sizes", "Size of the chain at p = 0.5", ["vertices", "states", "transitions", "ms"]);
    let mut rows = vec![Vec::new(); parts as usize + 1];
    let mut curves = Vec::new();
    let mut error_max = 0f64;
    for vertices in 2..=vertices_max {
        bench.say(&format!("  {vertices} vertices"));
        let mut points = Vec::new();
        for part in 0..=parts {
            let p = f64::from(part) / f64::from(parts);
            let mut job = bench.compiled.job(example, &[vertices.to_string(), p.to_string()]);
            job.subject.labels = example.labels.clone();
            job.questions.formulas = vec!["P=? [ F \"connected\" ]".into()];
            let report = bench.check(&job)?;
            let value = report.properties.first().and_then(|answer| answer.value).map_or(f64::NAN, |value| value.0);
            let theory = connected(vertices, p);
            error_max = error_max.max((value - theory).abs());
            points.push((p, value));
            rows[part as usize].extend([format!("{value:.6}"), format!("{theory:.6}")]);
            if part == parts / 2 {
                let counts = [u64::from(vertices), report.states, report.transitions].map(|count| count.to_string());
                sizes.row(counts.into_iter().chain([format!("{:.0}", report.time_ms)]));
            }
        }
        curves.push(Curve { name: format!("{vertices} vertices"), points, style: Style::Line });
    }
    for (part, row) in rows.into_iter().enumerate() {
        let p = part as f64 / f64::from(parts);
        table.row(std::iter::once(format!("{p:.2}")).chain(row));
    }
    let chart = Chart {
        file: "erdosrenyi".into(),
        title: "Random graphs: probability of being connected".into(),
        x: Axis::probability("probability of an edge"),
        y: Axis::probability("probability of being connected"),
        content: Content::Curves(curves),
    };
    Ok(Findings {
        title: "Connectivity of random graphs".into(),
        source: "After S. Z. Fatmi et al., Probabilistic model checking of randomized Java code (2021), Section 7 and Figure 12, with E. N. Gilbert's formula (1959).".into(),
        tables: vec![table, sizes],
        charts: vec![chart],
        reading: format!(
            "The largest difference from the formula is {}; every answer is proven to 1e-6. The curves cross: few \
             edges connect small graphs more easily, many edges large ones, as in the figure. The chains grow as 2 to the \
             number of pairs, because the program keeps the whole graph in its state.",
            short(error_max)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All graphs of n vertices, by their edge sets.
    fn by_enumeration(n: u32, p: f64) -> f64 {
        let pairs: Vec<(u32, u32)> = (0..n).flat_map(|v| (v + 1..n).map(move |w| (v, w))).collect();
        let mut sum = 0.0;
        for graph in 0u32..1 << pairs.len() {
            let edges: Vec<_> =
                pairs.iter().enumerate().filter(|(i, _)| graph >> i & 1 == 1).map(|(_, e)| *e).collect();
            let mut seen = 1u32;
            for _ in 0..n {
                for (v, w) in &edges {
                    if seen >> v & 1 == 1 || seen >> w & 1 == 1 {
                        seen |= 1 << v | 1 << w;
                    }
                }
            }
            if seen == (1 << n) - 1 {
                sum += p.powi(edges.len() as i32) * (1.0 - p).powi((pairs.len() - edges.len()) as i32);
            }
        }
        sum
    }

    #[test]
    fn the_formula_counts_graphs() {
        for n in 2..=5 {
            for p in [0.0, 0.3, 0.6, 1.0] {
                assert!((connected(n, p) - by_enumeration(n, p)).abs() < 1e-12, "{n} {p}");
            }
        }
    }
}
