//! JPF's and jpf-probabilistic's search classes and what they are called here.

use super::properties::Properties;

/// Keys of heuristic searches that are understood.
pub const KEYS: [&str; 2] = ["search.heuristic.queue_limit", "search.heuristic.beam_search"];

/// A class by its simple name, our search, and the heuristic it follows.
const CLASSES: [(&str, &str, Option<&str>); 23] = [
    ("DFSearch", "dfs", None),
    ("DFSHeuristic", "dfs", None),
    ("BFSHeuristic", "bfs", None),
    ("BFSearch", "bfs", None),
    ("PathSearch", "random", None),
    ("Simulation", "random", None),
    ("RandomHeuristic", "rs", None),
    ("MostBlocked", "best-first", Some("most-blocked")),
    ("Interleaving", "best-first", Some("interleaving")),
    ("GlobalSwitchThread", "best-first", Some("interleaving")),
    ("PreferThreads", "best-first", Some("prefer-threads")),
    ("MinimizePreemption", "best-first", Some("fewest-preemptions")),
    ("UserHeuristic", "best-first", None),
    ("SimplePriorityHeuristic", "best-first", None),
    ("ProbabilityFirstSearch", "pfs", None),
    ("PFSearch", "pfs", None),
    ("RSearch", "rs", None),
    ("SoftmaxSearch", "softmax", None),
    ("SMSearch", "softmax", None),
    ("EpsilonGreedySearch", "egreedy", None),
    ("EGSearch", "egreedy", None),
    ("ReinforcementLearningSearch", "rl", None),
    ("RLSearch", "rl", None),
];

/// The search (with options) and heuristic that the properties ask for. `Err` says what is wrong with them.
pub fn search_of(
    properties: &Properties,
    warnings: &mut Vec<String>,
) -> Result<Option<(String, Option<String>)>, String> {
    let epsilon = properties.get("search.probabilistic.epsilon");
    let temperature = properties.get("search.probabilistic.temperature");
    let limit = properties.get("search.heuristic.queue_limit");
    let is_beam = properties.get("search.heuristic.beam_search").is_some_and(|value| value == "true");
    let Some(class) = properties.get("search.class") else {
        for (key, value) in [("epsilon", epsilon), ("temperature", temperature)] {
            if value.is_some() {
                warnings.push(format!("search.probabilistic.{key} has no effect without search.class"));
            }
        }
        return Ok(None);
    };
    let simple = class.rsplit('.').next().unwrap_or(class);
    // JPF and jpf-probabilistic each have a RandomSearch; they are different ones.
    let found = match simple {
        "RandomSearch" if class.contains("probabilistic") => Some(("rs", None)),
        "RandomSearch" => Some(("random", None)),
        _ => CLASSES.iter().find(|(name, _, _)| *name == simple).map(|(_, search, heuristic)| (*search, *heuristic)),
    };
    // Extensions have variants of the two plain searches; they visit the same states.
    let found = found.or_else(|| {
        let variants = [("DFSearch", "dfs"), ("BFSearch", "bfs"), ("DFSHeuristic", "dfs"), ("BFSHeuristic", "bfs")];
        let (_, search) = variants.into_iter().find(|(plain, _)| simple.ends_with(plain))?;
        warnings.push(format!("search.class {class} is not known here; {search} is used instead"));
        Some((search, None))
    });
    let Some((search, heuristic)) = found else {
        let meant = logic::suggest(simple, CLASSES.iter().map(|(name, _, _)| *name));
        let hint = meant.map(|meant| format!("did you mean {meant}? ")).unwrap_or_default();
        return Err(format!("unknown search.class {class}; {hint}`hazard list searches` shows ours"));
    };
    let text = match (search, epsilon, temperature, limit) {
        ("egreedy" | "rl", Some(epsilon), _, _) => format!("{search},epsilon={epsilon}"),
        ("softmax", _, Some(temperature), _) => format!("softmax,tau={temperature}"),
        ("best-first", _, _, _) if is_beam => "beam,width=1".to_owned(),
        ("best-first", _, _, Some(limit)) => format!("best-first,limit={limit}"),
        _ => search.to_owned(),
    };
    Ok(Some((text, heuristic.map(str::to_owned))))
}
