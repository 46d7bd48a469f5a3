//! Runs one program, for trying the machine out: `run CLASSPATH MAIN [ARGUMENT…]`. The environment gives the JDK's
//! folder (`JDK`), the heap's size in words (`HEAP_WORDS`) and, by its locale, the output's charset.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let home = std::env::var("JDK").unwrap_or("/usr/lib/jvm/java-17-openjdk-amd64".into());
    let heap_words = std::env::var("HEAP_WORDS").ok().and_then(|words| words.parse().ok());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default();
    let defaults = jvm::Config::default();
    let config = jvm::Config {
        java_home: home.clone().into(),
        java_version: if home.contains("25") { 25 } else { 17 },
        main_class: args[1].clone(),
        arguments: args[2..].to_vec(),
        class_path: args[0].clone(),
        run_once: true,
        pass_output: true,
        charset_utf8: locale.to_uppercase().contains("UTF"),
        heap_words: heap_words.unwrap_or(defaults.heap_words),
        stdin: jvm::stdin::Stdin::of_process(),
        ..defaults
    };
    let class_path = args[0].split(':').map(Into::into).collect();
    let program = jvm::Program::new(config, format!("{home}/lib/modules").into(), class_path);
    match program.run() {
        Ok((status, _)) => std::process::exit(status),
        Err(fault) => {
            eprintln!("fault: {fault}");
            std::process::exit(4)
        }
    }
}
