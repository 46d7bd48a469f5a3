//! What the build tells Maven's test runner: which classes hold the tests, where they run, and the system properties and environment
//! variables that they run with, as the effective model of the project has them.
//! (<https://maven.apache.org/surefire/maven-surefire-plugin/test-mojo.html>)

use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

/// How tests of a module are to be run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Circumstances {
    /// `-Dkey=value`
    pub options: Vec<String>,
    pub environment: Vec<(String, String)>,
    /// Which classes the build takes for tests; all that a framework does where nothing is said.
    pub names: Option<Names>,
    /// The tags (of JUnit 4 categories, of TestNG groups) that tests must and must not have, separated by commas.
    pub tags: [String; 2],
    /// Where tests run, if not in the folder of their module.
    pub working_folder: Option<PathBuf>,
    /// What the class path has behind the project's own.
    pub class_path: Vec<PathBuf>,
}

impl Circumstances {
    /// Those of the module in `root`, from Maven's effective models; nothing where there is nothing to be read. `said` is what Maven
    /// was told besides: properties among it (`-Dkey=value`) are the tests', too.
    pub fn of(models: &str, root: &Path, said: &[String]) -> Circumstances {
        let Ok(document) = Document::parse(models) else { return Circumstances::default() };
        let is_module = |project: &Node<'_, '_>| {
            let folder = at(*project, &["build", "directory"]).and_then(|node| node.text());
            folder.is_some_and(|folder| Path::new(folder.trim()).parent() == Some(root))
        };
        let mut projects =
            document.descendants().filter(|node| node.is_element() && node.tag_name().name() == "project");
        let Some(project) = projects.find(is_module) else { return Circumstances::default() };
        // Tests may rely on where they are.
        let mut found = Circumstances {
            options: vec![format!("-Dbasedir={}", root.display())],
            names: Some(Names::default()),
            ..Circumstances::default()
        };
        let configuration = configuration(project);
        // What the runner's configuration does not say, properties of the project or of the command line may.
        let told = |name: &str| {
            let of = |node: Option<Node<'_, '_>>| Some(child(node?, name)?.text()?.trim().to_owned());
            let start = format!("-D{name}=");
            let on_command_line = || said.iter().rev().find_map(|word| Some(word.strip_prefix(&start)?.to_owned()));
            of(configuration).or_else(on_command_line).or_else(|| of(child(project, "properties"))).unwrap_or_default()
        };
        let line = told("argLine");
        found.options.extend(words(&line).into_iter().filter(|word| word.starts_with("-D") && !is_open(word)));
        if let Some(configuration) = configuration {
            found.read(configuration, root);
        }
        found.options.extend(said.iter().filter(|word| word.starts_with("-D") && word.len() > 2).cloned());
        found.tags = ["groups", "excludedGroups"].map(told);
        found
    }

    fn read(&mut self, configuration: Node<'_, '_>, root: &Path) {
        for (name, value) in pairs(child(configuration, "systemPropertyVariables")) {
            self.options.push(format!("-D{name}={value}"));
        }
        let old = child(configuration, "systemProperties").into_iter().flat_map(|list| list.children());
        for property in old.filter(Node::is_element) {
            let part = |name: &str| child(property, name).and_then(|node| node.text()).map(str::to_owned);
            if let (Some(name), Some(value)) = (part("name"), part("value")) {
                self.options.push(format!("-D{name}={value}"));
            }
        }
        self.environment.extend(pairs(child(configuration, "environmentVariables")));
        self.options.extend(parameters(configuration).into_iter().map(|(name, value)| format!("-D{name}={value}")));
        self.names = Some(Names::of(configuration));
        let folder = child(configuration, "workingDirectory").and_then(|node| node.text()).map(str::trim);
        self.working_folder = folder.filter(|text| !text.is_empty() && !is_open(text)).map(|text| root.join(text));
        let entries = child(configuration, "additionalClasspathElements").into_iter().flat_map(|list| list.children());
        let entries = entries.filter_map(|node| node.text()).flat_map(|text| text.split(',')).map(str::trim);
        self.class_path.extend(entries.filter(|text| !text.is_empty() && !is_open(text)).map(|text| root.join(text)));
    }

    /// Whether the build runs the tests of this class. Classes inside others are run by the framework, as parts of those.
    pub fn runs(&self, class: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.contain(&class.replace('.', "/")))
    }
}

/// How the runner is configured: where the tests of the default life cycle have a configuration of their own, by that.
fn configuration<'a, 'input>(project: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
    let is_surefire =
        |plugin: &Node<'_, '_>| child(*plugin, "artifactId").and_then(|id| id.text()) == Some("maven-surefire-plugin");
    let is_default =
        |execution: &Node<'_, '_>| child(*execution, "id").and_then(|id| id.text()) == Some("default-test");
    let plugin = at(project, &["build", "plugins"])?.children().find(is_surefire)?;
    let execution = child(plugin, "executions").and_then(|list| list.children().find(is_default));
    execution.and_then(|execution| child(execution, "configuration")).or_else(|| child(plugin, "configuration"))
}

/// What only a plugin of the build would fill in: `@{argLine}`, `${surefire.forkNumber}`.
fn is_open(text: &str) -> bool {
    text.contains("${") || text.contains("@{")
}

fn pairs(list: Option<Node<'_, '_>>) -> Vec<(String, String)> {
    let elements = list.into_iter().flat_map(|list| list.children()).filter(Node::is_element);
    let pair = |node: Node<'_, '_>| (node.tag_name().name().to_owned(), node.text().unwrap_or_default().to_owned());
    elements.map(pair).filter(|(_, value)| !is_open(value)).collect()
}

/// The configuration of JUnit's platform, which the runner is given as lines of a properties file. The platform looks for it among the
/// system properties, too.
fn parameters(configuration: Node<'_, '_>) -> Vec<(String, String)> {
    let text = child(configuration, "properties").and_then(|list| child(list, "configurationParameters")?.text());
    let lines = text.unwrap_or_default().lines().map(str::trim).filter(|line| !line.starts_with(['#', '!']));
    let pair = |line: &str| {
        let (name, value) = line.split_once(['=', ':'])?;
        Some((name.trim().to_owned(), value.trim().to_owned()))
    };
    lines.filter_map(pair).filter(|(_, value)| !is_open(value)).collect()
}

/// The words of a command line; quotes keep spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None, space) if space.is_whitespace() => words.push(String::new()),
            (_, other) => words.last_mut().expect("there is always one").push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Patterns of names, as files below the folder of tests.
#[derive(Clone, Debug, PartialEq)]
pub struct Names {
    includes: Vec<String>,
    excludes: Vec<String>,
}

impl Default for Names {
    fn default() -> Names {
        let patterns = |list: &[&str]| list.iter().map(|pattern| (*pattern).to_owned()).collect();
        Names {
            includes: patterns(&["**/Test*", "**/*Test", "**/*Tests", "**/*TestCase"]),
            excludes: patterns(&["**/*$*"]),
        }
    }
}

impl Names {
    fn of(configuration: Node<'_, '_>) -> Names {
        let list = |name: &str| -> Option<Vec<String>> {
            let elements = child(configuration, name)?.children().filter(Node::is_element);
            let texts: Vec<&str> = elements.filter_map(|node| node.text()).collect();
            let patterns = texts.iter().flat_map(|text| text.split(',')).map(str::trim).filter(|text| !text.is_empty());
            Some(patterns.map(normal).collect::<Vec<String>>()).filter(|list| !list.is_empty())
        };
        let usual = Names::default();
        let mut names = Names {
            includes: list("includes").unwrap_or(usual.includes),
            excludes: list("excludes").unwrap_or(usual.excludes),
        };
        // What is not understood (regular expressions) must not hide tests; single methods are left to whoever names them.
        if names.includes.iter().any(|pattern| pattern.contains('%')) {
            names.includes = vec!["**".to_owned()];
        }
        names.includes.iter_mut().for_each(|pattern| pattern.truncate(pattern.find('#').unwrap_or(pattern.len())));
        names.excludes.retain(|pattern| !pattern.contains(['%', '#']));
        names
    }

    fn contain(&self, path: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| fits(pattern, path));
        any(&self.includes) && !any(&self.excludes)
    }
}

/// Without the ending of a file, and in any folder if it names none.
fn normal(pattern: &str) -> String {
    let pattern = pattern.trim_end_matches(".java").trim_end_matches(".class");
    if pattern.contains('/') || pattern.starts_with('%') { pattern.to_owned() } else { format!("**/{pattern}") }
}

/// Ant's patterns: `?` is a character of a name, `*` several, `**` several folders.
fn fits(pattern: &str, path: &str) -> bool {
    if let Some(rest) = pattern.strip_prefix("**/") {
        let behind = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        return std::iter::once(path).chain(behind).any(|part| fits(rest, part));
    }
    let Some(first) = pattern.chars().next() else { return path.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    match first {
        '*' => {
            // At the end of a pattern two of them stand for all below.
            let (rest, deep) = rest.strip_prefix('*').map_or((rest, false), |rest| (rest, true));
            let end = if deep { path.len() } else { path.find('/').unwrap_or(path.len()) };
            (0..=end).filter(|at| path.is_char_boundary(*at)).any(|at| fits(rest, &path[at..]))
        }
        _ => path.chars().next().is_some_and(|other| {
            (other == first || first == '?' && other != '/') && fits(rest, &path[other.len_utf8()..])
        }),
    }
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

fn at<'a, 'input>(node: Node<'a, 'input>, path: &[&str]) -> Option<Node<'a, 'input>> {
    path.iter().try_fold(node, |node, name| child(node, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_tests_by_their_names() {
        let read = |configuration: &str| {
            let document = Document::parse(configuration).expect("XML");
            Names::of(document.root_element())
        };
        let names = Names::default();
        for (class, expected) in [
            ("shop/CounterTest", true),
            ("TestCounter", true),
            ("shop/CounterTests", true),
            ("shop/CounterTestCase", true),
            ("shop/CounterIT", false),
            ("shop/Testing", true),
            ("shop/CounterTest$Busy", false),
        ] {
            assert_eq!(names.contain(class), expected, "{class}");
        }
        let names = read(
            "<configuration><includes><include>**/*Spec.java, Checks</include><include>org/*/fast/**</include></includes>\
             <excludes><exclude>**/Slow*</exclude><exclude>none</exclude></excludes></configuration>",
        );
        for (class, expected) in [
            ("a/b/CounterSpec", true),
            ("CounterSpec", true),
            ("a/Checks", true),
            ("a/SlowSpec", false),
            ("org/shop/fast/deep/Any", true),
            ("org/fast/Any", false),
            ("a/CounterTest", false),
            ("a/CounterSpec$In", false),
            ("org/shop/fast/Any$In", true),
        ] {
            assert_eq!(names.contain(class), expected, "{class}");
        }
        let unknown = read("<configuration><includes><include>%regex[.*Check.*]</include></includes></configuration>");
        assert!(unknown.contain("a/Anything"));
    }

    #[test]
    fn properties_and_variables_of_the_module_are_found() {
        let models = r#"<projects>
          <project xmlns="http://maven.apache.org/POM/4.0.0"><build><directory>/w/other/target</directory></build></project>
          <project xmlns="http://maven.apache.org/POM/4.0.0"><build><directory>/w/shop/target</directory><plugins>
            <plugin><artifactId>maven-jar-plugin</artifactId></plugin>
            <plugin><artifactId>maven-surefire-plugin</artifactId><configuration>
              <argLine>@{argLine} -Xmx256m -Dflag=yes '-Dtwo words=a b'</argLine>
              <systemPropertyVariables><home>/opt</home><fork>${surefire.forkNumber}</fork></systemPropertyVariables>
              <systemProperties><property><name>old</name><value>1</value></property></systemProperties>
              <environmentVariables><STAGE>test</STAGE></environmentVariables>
            </configuration></plugin>
          </plugins></build></project></projects>"#;
        let found = Circumstances::of(models, Path::new("/w/shop"), &[]);
        let options = ["-Dbasedir=/w/shop", "-Dflag=yes", "-Dtwo words=a b", "-Dhome=/opt", "-Dold=1"];
        assert_eq!(found.options, options);
        assert_eq!(found.environment, [("STAGE".to_owned(), "test".to_owned())]);
        assert_eq!(Circumstances::of("not XML", Path::new("/w/shop"), &[]), Circumstances::default());
    }

    #[test]
    fn what_the_configuration_does_not_say_properties_say() {
        let models = r#"<project><properties><argLine>-Dof=model</argLine><groups>fast</groups><excludedGroups>a.Slow</excludedGroups>
            </properties><build><directory>/w/shop/target</directory><plugins>
            <plugin><artifactId>maven-surefire-plugin</artifactId><configuration>
              <groups>quick</groups>
              <workingDirectory>target/here</workingDirectory>
              <additionalClasspathElements><element>/opt/more</element><element>a, b</element></additionalClasspathElements>
              <properties><configurationParameters>
                # how tests run
                junit.jupiter.testinstance.lifecycle.default = per_class
                own.number=7
                own.fork=${surefire.forkNumber}
              </configurationParameters></properties>
            </configuration></plugin></plugins></build></project>"#;
        let root = Path::new("/w/shop");
        let found = Circumstances::of(models, root, &["-Pci".to_owned(), "-Dstage=ci".to_owned()]);
        let lifecycle = "-Djunit.jupiter.testinstance.lifecycle.default=per_class";
        let options = ["-Dbasedir=/w/shop", "-Dof=model", lifecycle, "-Down.number=7", "-Dstage=ci"];
        assert_eq!(found.options, options);
        assert_eq!(found.tags, ["quick", "a.Slow"]);
        assert_eq!(found.working_folder.as_deref(), Some(Path::new("/w/shop/target/here")));
        assert_eq!(found.class_path, ["/opt/more", "/w/shop/a", "/w/shop/b"].map(PathBuf::from));
        let told =
            Circumstances::of(models, root, &["-DexcludedGroups=b".to_owned(), "-DargLine=-Dof=line".to_owned()]);
        assert_eq!(told.tags, ["quick", "b"]);
        assert!(told.options.contains(&"-Dof=line".to_owned()), "{:?}", told.options);
    }
}
