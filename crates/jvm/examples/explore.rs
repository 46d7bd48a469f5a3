use search::{Settings, explore};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let home = std::env::var("JDK").unwrap_or("/usr/lib/jvm/java-17-openjdk-amd64".into());
    let config = jvm::Config {
        java_home: home.clone().into(),
        java_version: if home.contains("25") { 25 } else { 17 },
        main_class: args[1].clone(),
        arguments: args[2..].to_vec(),
        class_path: args[0].clone(),
        ..Default::default()
    };
    let program =
        jvm::Program::new(config, format!("{home}/lib/modules").into(), args[0].split(':').map(Into::into).collect());
    let spec = search::parse_spec(&std::env::var("SEARCH").unwrap_or("dfs".into())).unwrap();
    let start = std::time::Instant::now();
    let explored = program.until_settled(|| {
        let mut strategy = search::build(&spec);
        let outcome = explore(
            &program,
            &mut *strategy,
            Settings {
                limits: search::Limits {
                    max_time: std::env::var("SECS").ok().map(|s| std::time::Duration::from_secs(s.parse().unwrap())),
                    ..Default::default()
                },
                all_errors: std::env::var("ALL").is_ok(),
                ..Default::default()
            },
            vec![],
        )?;
        println!("explored {} states", outcome.states);
        Ok(jvm::Round { result: outcome, is_over: false })
    });
    let outcome: Result<_, space::Fault> = explored.map(|(outcome, _)| outcome);
    if std::env::var("SHORT").is_ok() {
        match outcome {
            Ok(o) => {
                let kinds: std::collections::BTreeSet<_> =
                    o.violations.iter().map(|v| v.violation.kind.name()).collect();
                let verdict = if !kinds.is_empty() {
                    format!("{kinds:?}")
                } else if !o.faults.is_empty() {
                    format!("fault {}", o.faults[0].fault)
                } else if o.complete {
                    "holds".into()
                } else {
                    format!("incomplete {:?}", o.limits_hit)
                };
                println!("{verdict} states {} transitions {} time {:?}", o.states, o.transitions, start.elapsed());
            }
            Err(f) => println!("fault {f}"),
        }
        return;
    }
    if let (Ok(o), Ok(_)) = (&outcome, std::env::var("TRACE")) {
        for v in &o.violations {
            let r = search::replay(&program, &v.path).unwrap();
            for s in &r.steps {
                println!("{:?} of {} {:?}", s.pick, s.alternatives, s.description);
            }
            println!("{:?}", v.violation);
        }
    }
    println!("{outcome:?}\n{:?}", start.elapsed());
}
