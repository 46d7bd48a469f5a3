fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let home = std::env::var("JDK").unwrap_or("/usr/lib/jvm/java-17-openjdk-amd64".into());
    let config = jvm::Config {
        java_home: home.clone().into(),
        java_version: if home.contains("25") { 25 } else { 17 },
        main_class: args[1].clone(),
        arguments: args[2..].to_vec(),
        class_path: args[0].clone(),
        run_once: true,
        pass_output: true,
        ..Default::default()
    };
    let program = jvm::Program::new(config, format!("{home}/lib/modules").into(), args[0].split(':').map(Into::into).collect());
    match program.run() {
        Ok(status) => std::process::exit(status),
        Err(fault) => {
            eprintln!("fault: {fault}");
            std::process::exit(4)
        }
    }
}
