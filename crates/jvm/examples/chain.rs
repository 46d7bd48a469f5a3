//! Explores a program and prints each label's probability of being reached and each reward's expectation, by plain
//! iteration: `chain CLASSPATH Main [--label SPEC]… [--reward SPEC]… [args]`. For decision processes: the maximum.
use search::{Recorder, Settings, explore};
fn main() {
    let mut words = std::env::args().skip(1);
    let (path, main) = (words.next().expect("a class path"), words.next().expect("a main class"));
    let (mut labels, mut rewards, mut arguments) = (vec![], vec![], vec![]);
    while let Some(word) = words.next() {
        let fail = |error: jvm::labels::SpecError| -> ! {
            eprintln!("{error}");
            std::process::exit(2)
        };
        match word.as_str() {
            "--label" => {
                labels.push(jvm::labels::Spec::parse(&words.next().unwrap_or_default()).unwrap_or_else(|e| fail(e)))
            }
            "--reward" => rewards
                .push(jvm::labels::RewardSpec::parse(&words.next().unwrap_or_default()).unwrap_or_else(|e| fail(e))),
            _ => arguments.push(word),
        }
    }
    let home = std::env::var("JDK").unwrap_or("/usr/lib/jvm/java-17-openjdk-amd64".into());
    let config = jvm::Config {
        java_home: home.clone().into(),
        java_version: if home.contains("25") { 25 } else { 17 },
        main_class: main,
        arguments,
        class_path: path.clone(),
        labels,
        rewards,
        random_grid: std::env::var("GRID").ok().and_then(|grid| grid.parse().ok()),
        random: if std::env::var("OFF").is_ok() {
            jvm::config::RandomMode::Off
        } else {
            jvm::config::RandomMode::Enumerate
        },
        ..Default::default()
    };
    let program =
        jvm::Program::new(config, format!("{home}/lib/modules").into(), path.split(':').map(Into::into).collect());
    if let Err(fault) = program.check_labels() {
        eprintln!("{fault}");
        std::process::exit(2);
    }
    let mut recorder = Recorder::new(&program);
    let mut strategy = search::build(&search::parse_spec("bfs").unwrap());
    let settings = Settings { all_errors: true, ..Default::default() };
    let outcome = explore(&program, &mut *strategy, settings, vec![&mut recorder]);
    let graph = recorder.graph();
    println!("states {} transitions {} end {:?}", graph.state_count(), graph.transition_count(), outcome);
    if std::env::var("SHOW").is_ok() {
        for s in 0..graph.state_count() {
            let names: Vec<&String> =
                graph.label_names.iter().enumerate().filter(|(l, _)| graph.holds(s, *l)).map(|(_, n)| n).collect();
            println!(
                "{s} {:?} {:?} {:?} {names:?}",
                graph.standing(s),
                graph.row(s).targets,
                graph.row(s).probabilities
            );
        }
    }
    let n = graph.state_count();
    let solve = |gain: &dyn Fn(usize, usize) -> f64, fixed: &dyn Fn(usize) -> Option<f64>| {
        let mut values = vec![0.0; n];
        for _ in 0..20_000 {
            let mut change: f64 = 0.0;
            for s in (0..n).rev() {
                let row = graph.row(s);
                let term = |(i, t): (usize, &u32)| gain(s, i) + values.get(*t as usize).copied().unwrap_or(0.0);
                let new = fixed(s).unwrap_or_else(|| match row.probabilities {
                    Some(p) => row.targets.iter().enumerate().map(|(i, t)| p[i] * term((i, t))).sum(),
                    None => row.targets.iter().enumerate().map(term).fold(0.0, f64::max),
                });
                change = change.max((new - values[s]).abs());
                values[s] = new;
            }
            if change < 1e-15 {
                break;
            }
        }
        values[0]
    };
    for (label, name) in graph.label_names.iter().enumerate() {
        println!("P {name} = {}", solve(&|_, _| 0.0, &|s| graph.holds(s, label).then_some(1.0)));
    }
    for (reward, name) in graph.reward_names.iter().enumerate() {
        let start = graph.initial_rewards[reward] as f64;
        println!("R {name} = {}", start + solve(&|s, i| graph.earned(s, i, reward) as f64, &|_| None));
    }
}
