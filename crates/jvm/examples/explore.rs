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
    let program = jvm::Program::new(config, format!("{home}/lib/modules").into(), args[0].split(':').map(Into::into).collect());
    let spec = search::parse_spec(&std::env::var("SEARCH").unwrap_or("dfs".into())).unwrap();
    let start = std::time::Instant::now();
    let outcome = loop {
    let mut strategy = search::build(&spec);
    let outcome = explore(&program, &mut *strategy, Settings { all_errors: std::env::var("ALL").is_ok(), ..Default::default() }, vec![]);
    if !program.must_repeat() { break outcome; }
    println!("again after {:?}", outcome.as_ref().map(|o| o.states));
    };
    println!("{outcome:?}\n{:?}", start.elapsed());
}
