//! The command line of `hazard mc` as people write it for PRISM (manual, "Running PRISM") and Storm: `-pf`, `-const`, `-prop 2`,
//! `-importtrans`, `--prism model.pm`, `-gs -epsilon 1e-8 …`. What asks for the same becomes ours; what only says how those tools compute is
//! left out with a warning; for the rest a sentence says what to do instead.

use std::collections::VecDeque;
use std::ffi::OsString;

/// What an option of theirs means here.
#[derive(Clone, Copy)]
enum Meaning {
    /// The same as this one of ours, whose value follows in both cases.
    Ours(&'static str),
    /// The same as this one of ours, without a value.
    Flag(&'static str),
    /// The next word is the model.
    Model,
    /// Numbers or names of properties, with commas between them.
    Properties,
    /// How they compute, which changes no answer; so many values follow.
    How(usize),
    /// Nothing here does that by an option of `mc`.
    Instead(&'static str),
}

use Meaning::{Flag, How, Instead, Model, Ours, Properties};

const CONVERT: &str = "models are written by `hazard convert MODEL -o FILE` (.tra with .lab, .sta and rewards beside it, .drn, .umb, .dot)";
const RESULTS: &str = "answers are written by --json FILE, those of experiments also by --csv FILE";
const STATES: &str =
    "ask for values of all states: -p 'filter(print, P=? [ F \"goal\" ])', or -p 'S=? [ \"goal\" ]' in the long run";
const SIMULATE: &str =
    "paths are sampled by `hazard simulate MODEL`, answers estimated by `hazard mc MODEL --simulate RUNS`";

/// By their names without dashes.
const OPTIONS: &[(&[&str], Meaning)] = &[
    (&["pf", "pctl", "csl"], Ours("--prop")),
    (&["prop", "property"], Properties),
    (&["const", "constants"], Ours("--const")),
    (&["param"], Ours("--param")),
    (&["epsilon", "e", "precision"], Ours("--epsilon")),
    (&["exact"], Flag("--exact")),
    (&["bisimulation", "bisim"], Flag("--bisim")),
    (&["importlabels"], Ours("--lab")),
    (&["importstates"], Ours("--sta")),
    (&["importstaterewards"], Ours("--srew")),
    (&["importtransrewards", "importrewards"], Ours("--trew")),
    (&["exportstrat", "exportadv", "exportscheduler"], Ours("--scheduler")),
    (&["prism", "jani", "importtrans", "importmodel", "explicit-drn", "drn", "explicit-umb", "umb", "explicit"], Model),
    (&["sparse", "hybrid", "mtbdd", "m", "s", "ex", "dtmc", "ctmc", "mdp", "pomdp"], How(0)),
    (&["jacobi", "gs", "gaussseidel", "bgs", "jor", "sor", "bsor", "power", "fg", "bfg", "pgs"], How(0)),
    (&["valiter", "politer", "modpoliter", "ii", "intervaliter", "topological", "sound", "fixdl", "nofixdl"], How(0)),
    (&["pre", "nopre", "prob0", "prob1", "noprob0", "noprob1", "absolute", "relative", "nossdetect", "nofair"], How(0)),
    (&["buildfull", "build-all-labels", "prismcompat", "pc", "verbose-time", "timemem", "statistics"], How(0)),
    (&["maxiters", "javamaxmem", "javastack", "cuddmaxmem", "cuddepsilon", "transientmethod", "ptamethod"], How(1)),
    (
        &["engine", "eqsolver", "minmax", "minmax:method", "native:method", "sylvan:threads", "timeout", "heuristic"],
        How(1),
    ),
    (&["exporttrans", "exportmodel", "exportstates", "exportlabels", "exportstaterewards"], Instead(CONVERT)),
    (&["exporttransrewards", "exportrewards", "exportmatlab", "exporttransdot", "exportrows"], Instead(CONVERT)),
    (&["exporttransdotstates", "exportdot", "exportbuild", "exportexplicit", "exportmrmc"], Instead(CONVERT)),
    (&["exportresults", "exportvector", "exportresult"], Instead(RESULTS)),
    (&["steadystate", "ss", "transient", "tr"], Instead(STATES)),
    (&["sim", "simpath", "simsamples", "simconf", "simwidth", "simapproach", "simmethod"], Instead(SIMULATE)),
    (&["fair"], Instead("fairness of schedulers is not supported")),
];

/// Left as they are: ours, or both tools' with the same meaning.
fn is_ours(text: &str, long_options: &[&str]) -> bool {
    let name = text.split('=').next().unwrap_or(text);
    matches!(text, "-p" | "-q" | "-v" | "-h" | "--")
        || long_options.iter().any(|long| name.strip_prefix("--") == Some(*long))
}

/// The same words as `hazard mc` wants them, given its own long options.
pub fn translate(words: Vec<OsString>, long_options: &[&str]) -> Result<Vec<OsString>, String> {
    let mut words = VecDeque::from(words);
    let mut translated = Vec::new();
    let mut left_out: Vec<String> = Vec::new();
    while let Some(word) = words.pop_front() {
        let text = word.to_string_lossy().into_owned();
        let name = text.strip_prefix("--").or(text.strip_prefix('-')).unwrap_or_default();
        let known = OPTIONS.iter().find(|(names, _)| names.contains(&name)).map(|(_, meaning)| *meaning);
        let Some(meaning) = known.filter(|_| !is_ours(&text, long_options)) else {
            translated.push(word);
            // What follows one of ours may look like anything.
            if is_ours(&text, long_options) && matches!(text.as_str(), "-p" | "--prop" | "--const") {
                translated.extend(words.pop_front());
            }
            continue;
        };
        let mut value = || words.pop_front().ok_or_else(|| format!("{text} needs a value"));
        match meaning {
            Ours(option) => translated.extend([option.into(), value()?]),
            Flag(option) => translated.push(option.into()),
            Model => translated.push(value()?),
            Properties => {
                let all = value()?.to_string_lossy().into_owned();
                let each = all.split(',').filter(|one| !one.is_empty());
                each.for_each(|one| translated.extend(["--prop".into(), one.into()]));
            }
            How(values) => {
                left_out.push(text.clone());
                for _ in 0..values {
                    value()?;
                }
            }
            Instead(what) => return Err(format!("{text}: {what}")),
        }
    }
    if !left_out.is_empty() {
        let all = left_out.join(", ");
        crate::terminal::warn(&format!("left out {all}: how answers are computed is decided here, and changes none"));
    }
    Ok(translated)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(words: &str) -> Result<String, String> {
        let words = translate(words.split(' ').map(OsString::from).collect(), &["prop", "const", "exact", "epsilon"])?;
        Ok(words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_command_line_of_prism_or_storm_is_one_of_ours() {
        let cases = [
            ("m.pm q.props -const N=3 -prop 1,two", "m.pm q.props --const N=3 --prop 1 --prop two"),
            ("m.pm -pf Pmax=? -gs -epsilon 1e-8 -maxiters 9", "m.pm --prop Pmax=? --epsilon 1e-8"),
            ("--prism m.pm --prop Pmax=? --constants N=3 --engine dd", "m.pm --prop Pmax=? --const N=3"),
            ("-importtrans a.tra -importlabels a.lab -dtmc", "a.tra --lab a.lab"),
            ("m.pm -p -sparse --exact", "m.pm -p -sparse --exact"),
        ];
        for (theirs, ours) in cases {
            assert_eq!(translated(theirs).as_deref(), Ok(ours));
        }
        assert!(translated("m.pm -exportmodel x.tra").is_err_and(|said| said.contains("hazard convert")));
        assert!(translated("m.pm -const").is_err_and(|said| said == "-const needs a value"));
    }
}
