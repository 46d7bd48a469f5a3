//! What the build tells Maven's test runner about the machine that tests run in: system properties and environment variables, as the
//! effective model of the project has them. (<https://maven.apache.org/surefire/maven-surefire-plugin/test-mojo.html>)

use std::path::Path;

use roxmltree::{Document, Node};

/// How tests of a module are to be run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Circumstances {
    /// `-Dkey=value`
    pub options: Vec<String>,
    pub environment: Vec<(String, String)>,
}

impl Circumstances {
    /// Those of the module in `root`, from Maven's effective models; nothing where there is nothing to be read.
    pub fn of(models: &str, root: &Path) -> Circumstances {
        let Ok(document) = Document::parse(models) else { return Circumstances::default() };
        let is_module = |project: &Node<'_, '_>| {
            let folder = at(*project, &["build", "directory"]).and_then(|node| node.text());
            folder.is_some_and(|folder| Path::new(folder.trim()).parent() == Some(root))
        };
        let mut projects =
            document.descendants().filter(|node| node.is_element() && node.tag_name().name() == "project");
        let Some(project) = projects.find(is_module) else { return Circumstances::default() };
        let plugins = at(project, &["build", "plugins"]);
        let is_surefire = |plugin: &Node<'_, '_>| {
            child(*plugin, "artifactId").and_then(|id| id.text()) == Some("maven-surefire-plugin")
        };
        let surefire = plugins.and_then(|plugins| plugins.children().find(is_surefire));
        // Tests may rely on where they are.
        let mut found =
            Circumstances { options: vec![format!("-Dbasedir={}", root.display())], environment: Vec::new() };
        if let Some(configuration) = surefire.and_then(|plugin| child(plugin, "configuration")) {
            found.read(configuration);
        }
        found
    }

    fn read(&mut self, configuration: Node<'_, '_>) {
        let line = child(configuration, "argLine").and_then(|node| node.text()).unwrap_or_default();
        self.options.extend(words(line).into_iter().filter(|word| word.starts_with("-D") && !is_open(word)));
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
    }
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
        let found = Circumstances::of(models, Path::new("/w/shop"));
        let options = ["-Dbasedir=/w/shop", "-Dflag=yes", "-Dtwo words=a b", "-Dhome=/opt", "-Dold=1"];
        assert_eq!(found.options, options);
        assert_eq!(found.environment, [("STAGE".to_owned(), "test".to_owned())]);
        assert_eq!(Circumstances::of("not XML", Path::new("/w/shop")), Circumstances::default());
    }
}
