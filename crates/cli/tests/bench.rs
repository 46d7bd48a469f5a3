//! `hazard bench all --quick` writes every table and plot, and the data have the shape that theory gives them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A CSV file as rows of named cells.
fn table(folder: &Path, name: &str) -> Vec<BTreeMap<String, String>> {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines().map(cells);
    let names = lines.next().expect("a table has a head");
    lines.map(|row| names.iter().cloned().zip(row).collect()).collect()
}

/// Splits at commas outside quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            c => cells.last_mut().expect("there is always a cell").push(c),
        }
    }
    cells
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    let text = row.get(column).unwrap_or_else(|| panic!("no column {column} in {row:?}"));
    text.parse().unwrap_or_else(|_| panic!("{column} is not a number: {text}"))
}

#[test]
fn everything_is_written_and_has_its_shape() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench-all");
    let _ = std::fs::remove_dir_all(&folder);
    let output = Command::new(env!("CARGO_BIN_EXE_hazard"))
        .args(["bench", "all", "--quick", "-q", "-o"])
        .arg(&folder)
        .arg("--html")
        .arg(folder.with_extension("html"))
        .output()
        .expect("the binary runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    pictures_are_in_pairs(&folder);
    the_page_shows_all(&folder);
    progress_is_monotone(&folder);
    graphs_connect_as_gilbert_says(&folder);
    majority_errs_as_computed_by_hand(&folder);
    shares_are_probabilities(&folder);
    highway_finds_what_is_there(&folder);
    searches_find_more_the_longer_they_take(&folder);
    overhead_is_of_one_chain(&folder);
    sampling_never_beats_exact_analysis(&folder);
    the_corpus_agrees(&folder);
}

/// Whatever the folder has a page and a plot of is on the one page, which needs nothing else.
fn the_page_shows_all(folder: &Path) {
    let page = std::fs::read_to_string(folder.with_extension("html")).expect("the page was written");
    let data = page.split_once("type=\"application/json\"").expect("the page has data").1;
    let data = data.split_once('>').expect("the element begins").1.split_once("</script>").expect("it ends").0;
    let data: serde_json::Value = serde_json::from_str(data).expect("the data is JSON");
    let experiments = data["report"]["experiments"].as_array().expect("experiments");
    let files = |ending: &str| {
        let all = std::fs::read_dir(folder).expect("the folder is there").map(|file| file.expect("a file").path());
        all.filter(|path| path.extension().is_some_and(|found| found == ending)).count()
    };
    assert_eq!(experiments.len(), files("md"));
    let charts = experiments.iter().map(|one| one["charts"].as_array().map_or(0, Vec::len));
    assert_eq!(charts.sum::<usize>(), files("svg"));
    assert!(experiments.iter().all(|one| one["title"].as_str().is_some_and(|title| !title.is_empty())));
}

/// Every plot as SVG and PNG, every experiment with a page.
fn pictures_are_in_pairs(folder: &Path) {
    let mut pictures = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|ending| ending == "svg") {
            pictures += 1;
            let bitmap = std::fs::read(path.with_extension("png")).expect("a PNG beside the SVG");
            assert!(bitmap.starts_with(b"\x89PNG"));
            let svg = std::fs::read_to_string(&path).expect("SVG is text");
            assert!(!svg.contains("NaN") && !svg.contains("\"inf") && !svg.contains(" inf "), "{}", path.display());
        }
    }
    assert!(pictures >= 14, "{pictures} plots");
    for page in ["progress", "lazyselect", "erdosrenyi", "overhead", "majority", "deadlock", "highway", "corpus", "pse"]
    {
        let text = std::fs::read_to_string(folder.join(format!("{page}.md"))).expect("a page per experiment");
        assert!(text.contains("| ") && text.contains("hazard bench"), "{page}");
    }
}

fn progress_is_monotone(folder: &Path) {
    for (file, is_finite) in [("progress-curves.csv", true), ("lazyselect-curves.csv", false)] {
        let mut curves: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
        for row in table(folder, file) {
            let curve = curves.entry(row["search"].clone()).or_default();
            curve.push((number(&row, "transitions"), number(&row, "progress")));
        }
        assert!(curves.len() >= 8, "{file}");
        for (search, curve) in &curves {
            for pair in curve.windows(2) {
                // Equal up to rounding.
                assert!(pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1 + 1e-12, "{file} {search}: {pair:?}");
            }
            assert!(curve.iter().all(|(_, progress)| (0.0..=1.0).contains(progress)), "{file} {search}");
            let last = curve.last().expect("a curve has a last point").1;
            if is_finite {
                assert!((last - 1.0).abs() < 1e-9, "{search} explores everything, not {last}");
            } else {
                assert!(last < 1.0, "{search} cannot finish an infinite space, but has {last}");
            }
        }
        if !is_finite {
            let last = |search: &str| curves[search].last().expect("a curve has a last point").1;
            assert!(last("pfs") > 0.99 && last("pfs") > last("dfs"), "probability-first search leads");
        }
    }
    for row in table(folder, "progress.csv") {
        let times: Vec<f64> = ["0.2", "0.4", "0.6", "0.8", "0.9", "0.95", "1"]
            .map(|goal| number(&row, &format!("{goal} transitions")))
            .to_vec();
        assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{row:?}");
    }
}

fn graphs_connect_as_gilbert_says(folder: &Path) {
    let rows = table(folder, "erdosrenyi.csv");
    for vertices in 2..=4 {
        let ours: Vec<f64> = rows.iter().map(|row| number(row, &vertices.to_string())).collect();
        let theory: Vec<f64> = rows.iter().map(|row| number(row, &format!("{vertices} theory"))).collect();
        assert!(ours.iter().zip(&theory).all(|(a, b)| (a - b).abs() < 2e-6), "{vertices}: {ours:?} {theory:?}");
        assert!(ours.windows(2).all(|pair| pair[0] <= pair[1]), "more edges connect more");
    }
    // Two vertices are connected with the probability of their one edge.
    assert!(rows.iter().all(|row| (number(row, "2") - number(row, "p")).abs() < 1e-6));
}

fn majority_errs_as_computed_by_hand(folder: &Path) {
    for row in table(folder, "majority.csv") {
        let expected = (5.0f64 / 11.0).powf(number(&row, "trials"));
        assert!((number(&row, "P(wrong)") - expected).abs() <= 1e-12 * expected, "{row:?}");
    }
}

fn shares_are_probabilities(folder: &Path) {
    for row in table(folder, "deadlock-success.csv") {
        for (column, cell) in row.iter().filter(|(column, _)| column.ends_with("ours") || column.ends_with("paper")) {
            let share: f64 = cell.parse().expect("a number");
            assert!((0.0..=1.0).contains(&share), "{column}: {share}");
        }
        assert_eq!(row["B-F ours"].parse::<f64>().ok(), Some(1.0), "best-first search is exhaustive: {row:?}");
    }
    for row in table(folder, "highway-figure-8-right.csv") {
        let share = number(&row, "probability of finding the deadlock");
        assert!((0.0..=1.0).contains(&share));
    }
}

fn highway_finds_what_is_there(folder: &Path) {
    for row in table(folder, "highway.csv") {
        assert_eq!(number(&row, "rdfs success %"), 100.0, "an exhaustive search finds the action: {row:?}");
    }
    // Figure 2: exhaustive searches, and a highway as wide as the diamond, hit every numbered state.
    for row in table(folder, "highway-figure-2.csv") {
        if row["search"] == "rdfs" || row["search"] == "highway,width=10" {
            assert_eq!(number(&row, "probability of hitting it"), 1.0, "{row:?}");
        }
    }
    // The outermost states of the diamond are on one of 2^9 paths each, the middle ones on 126.
    let random: Vec<f64> = (table(folder, "highway-figure-2.csv").iter())
        .filter(|row| row["search"] == "random")
        .map(|row| number(row, "probability of hitting it"))
        .collect();
    assert!(random[0] + random[9] < random[4] + random[5], "{random:?}");
}

/// What was found stays found.
fn searches_find_more_the_longer_they_take(folder: &Path) {
    for (file, column, most) in [
        ("highway-figure-3.csv", "probability of having found the deadlock", 1.0),
        ("highway-figure-4.csv", "exits found, mean", 5.0),
        ("highway-figure-8-left.csv", "probability of having found the deadlock", 1.0),
    ] {
        let mut before: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        for row in table(folder, file) {
            let now = (number(&row, "states visited"), number(&row, column));
            assert!((0.0..=most).contains(&now.1), "{file}: {row:?}");
            if let Some(last) = before.insert(row["search"].clone(), now) {
                assert!(last.0 < now.0 && last.1 <= now.1, "{file}: {row:?} after {last:?}");
            }
        }
        assert!(before.len() >= 2, "{file}");
    }
}

/// Labels add the states after the watched event, recording none; both measured in time and memory.
fn overhead_is_of_one_chain(folder: &Path) {
    let mut bare = (0.0, 0.0);
    for row in table(folder, "overhead.csv") {
        let size = (number(&row, "states"), number(&row, "transitions"));
        match row["configuration"].as_str() {
            "bare" => {
                // The chain of one trial after the other: eleven elements to draw from each time.
                bare = (number(&row, "trials") + 1.0, 11.0 * number(&row, "trials"));
                assert_eq!(size, bare, "{row:?}");
            }
            "recording" => assert_eq!(size, bare, "{row:?}"),
            _ => assert_eq!(size, (bare.0 + 2.0, bare.1 + 2.0), "{row:?}"),
        }
        assert!(number(&row, "processor ms (best)") > 0.0 && number(&row, "peak MB") > 0.0, "{row:?}");
    }
}

fn sampling_never_beats_exact_analysis(folder: &Path) {
    let share = |cell: &str| -> f64 {
        let text = cell.rsplit('=').next().unwrap_or(cell).trim();
        text.split(' ').next().unwrap_or(text).parse().unwrap_or_else(|_| panic!("a probability: {cell}"))
    };
    for row in table(folder, "pse_table1.csv") {
        let (exact, sampled) = (share(&row["exact Pr (ours)"]), share(&row["result (ours)"]));
        assert!((0.0..=1.0).contains(&exact) && (0.0..=exact + 1e-3).contains(&sampled), "{row:?}");
    }
    for row in table(folder, "pse_bounds.csv") {
        let exact = share(&row["exact"]);
        if let Some((lower, upper)) = row["bounds"].split_once("..") {
            assert!(share(lower) <= exact + 1e-3 && exact <= share(upper) + 1e-3, "{row:?}");
        }
    }
}

fn the_corpus_agrees(folder: &Path) {
    let text = std::fs::read_to_string(folder.join("corpus/manifest.json")).expect("the manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let models = manifest["models"].as_array().expect("a list");
    assert!(models.len() >= 10, "{} models", models.len());
    for model in models {
        for kind in ["umb", "tra", "lab"] {
            let file = model["files"][kind].as_str().expect("a file name");
            assert!(folder.join("corpus").join(file).is_file(), "{file}");
        }
        for property in model["properties"].as_array().expect("a list") {
            assert_eq!(property["agrees"], serde_json::Value::Bool(true), "{model}");
        }
        assert!(model["labels"].as_array().is_some_and(|labels| !labels.is_empty()), "{model}");
    }
}
