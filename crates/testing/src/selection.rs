//! Which tests are meant: `CounterTest`, `shop.CounterTest#counts`, `*Test#slow*`, the package `shop`, `src/test/java/shop/CounterTest.java`.

use checker::Fault;

use crate::discovery::Test;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    patterns: Vec<(String, Option<String>)>,
}

impl Selection {
    pub fn parse(words: &[String]) -> Result<Selection, Fault> {
        let parse = |word: &String| match word.split_once('#') {
            Some(("", _)) | Some((_, "")) => Err(Fault::Input(format!(
                "'{word}' names no test; write Class, Class#method, or patterns such as *Test#slow*"
            ))),
            Some((class, method)) => Ok((class_of(class), Some(method.to_owned()))),
            None => Ok((class_of(word), None)),
        };
        Ok(Selection { patterns: words.iter().map(parse).collect::<Result<_, _>>()? })
    }

    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether a class may hold a test that is meant. Nested classes belong to the class around them.
    pub fn may_hold(&self, class: &str) -> bool {
        self.is_empty() || self.patterns.iter().any(|(pattern, _)| names_class(pattern, class))
    }

    pub fn contains(&self, test: &Test) -> bool {
        self.is_empty()
            || self.patterns.iter().any(|(class, method)| {
                names_class(class, &test.class) && method.as_ref().is_none_or(|method| matches(method, &test.method))
            })
    }

    /// What a word that no test fits may have been meant for.
    pub fn meant<'a>(word: &str, tests: &'a [Test]) -> Option<String> {
        let simple = |test: &'a Test| test.class.rsplit('.').next().unwrap_or_default();
        let is_long = word.contains('.');
        let names = tests.iter().flat_map(|test| {
            let class = if is_long { &test.class } else { simple(test) };
            [class.to_owned(), format!("{class}#{}", test.method)]
        });
        let names: Vec<String> = names.collect();
        logic::suggest(word, names.iter().map(String::as_str)).map(str::to_owned)
    }

    /// The patterns that no test fits.
    pub fn unmatched<'a>(&'a self, tests: &'a [Test]) -> impl Iterator<Item = String> + 'a {
        let fits = |class: &str, method: &Option<String>| {
            tests.iter().any(|test| {
                names_class(class, &test.class) && method.as_ref().is_none_or(|method| matches(method, &test.method))
            })
        };
        self.patterns.iter().filter(move |(class, method)| !fits(class, method)).map(|(class, method)| match method {
            Some(method) => format!("{class}#{method}"),
            None => class.clone(),
        })
    }
}

/// The class of a source file, by the folders that sources usually lie in.
fn class_of(word: &str) -> String {
    let Some(path) = word.strip_suffix(".java") else { return word.to_owned() };
    let roots = ["/java/", "/kotlin/", "/groovy/"].iter().filter_map(|root| path.rfind(root).map(|at| at + root.len()));
    path[roots.max().unwrap_or(0)..].trim_start_matches("./").replace('/', ".")
}

/// By the whole name or what follows a package of it, by the name of a class around it, or by that of its package.
fn names_class(pattern: &str, class: &str) -> bool {
    if class.strip_prefix(pattern).is_some_and(|rest| rest.starts_with('.')) {
        return true;
    }
    let whole = std::iter::once(class);
    let nested = class.match_indices('$').map(|(at, _)| &class[..at]);
    whole.chain(nested).any(|name| {
        let parts = name.match_indices('.').map(|(at, _)| &name[at + 1..]);
        std::iter::once(name).chain(parts).any(|part| matches(pattern, part))
    })
}

/// `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => {
            let Some(behind) = text.strip_prefix(start) else { return false };
            (0..=behind.len()).filter(|at| behind.is_char_boundary(*at)).any(|at| matches(rest, &behind[at..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_classes_and_methods() {
        let test = Test {
            framework: "junit5".into(),
            class: "shop.CounterTest$Busy".into(),
            method: "slowly".into(),
            id: String::new(),
        };
        for (word, expected) in [
            ("shop.CounterTest", true),
            ("CounterTest", true),
            ("CounterTest$Busy", true),
            ("CounterTest$Busy#slowly", true),
            ("*Test#slow*", true),
            ("*Test#fast", false),
            ("Counter", false),
            ("shop.*", true),
            ("shop", true),
            ("sho", false),
            ("src/test/java/shop/CounterTest.java", true),
            ("./shop/CounterTest.java#slowly", true),
            ("CounterTest.java", true),
            ("op.CounterTest", false),
            ("other.*", false),
        ] {
            let selection = Selection::parse(&[word.to_owned()]).expect("a pattern");
            assert_eq!(selection.contains(&test), expected, "{word}");
        }
        assert!(Selection::parse(&["A#".to_owned()]).is_err());
        let meant = |word| Selection::meant(word, std::slice::from_ref(&test));
        assert_eq!(meant("shop.CounterTest$Busy.slowly").as_deref(), Some("shop.CounterTest$Busy#slowly"));
        assert_eq!(meant("CountrTest$Busy").as_deref(), Some("CounterTest$Busy"));
        assert_eq!(meant("Unheard"), None);
    }
}
