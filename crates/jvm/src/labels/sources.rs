//! Class files as labels need them: found by the name a user writes, without running anything.

use classfile::{ClassFile, ClassPath, Jimage, Method};
use space::{Fault, suggest};

use super::spec::MethodPattern;
use crate::class::parameter_descriptors;

pub struct Sources<'a> {
    pub class_path: &'a ClassPath,
    pub image: &'a Jimage,
}

impl Sources<'_> {
    /// The class a user calls `pkg.C`, `pkg.Outer$C` or `pkg.Outer.C`.
    pub fn class(&self, name: &str, spec: &str) -> Result<ClassFile, Fault> {
        let mut internal = name.replace('.', "/");
        loop {
            if let Some(file) = self.find(&internal)? {
                return Ok(file);
            }
            match internal.rfind('/') {
                Some(slash) => internal.replace_range(slash..=slash, "$"),
                None => break,
            }
        }
        // As in Java, the package java.lang need not be named.
        if !name.contains('.')
            && let Some(file) = self.find(&format!("java/lang/{name}"))?
        {
            return Ok(file);
        }
        let names = self.class_path.class_names();
        let readable: Vec<String> = names.iter().map(|name| name.replace('/', ".")).collect();
        Err(missing(spec, &format!("there is no class {name}"), name, readable.iter().map(String::as_str)))
    }

    pub fn find(&self, internal: &str) -> Result<Option<ClassFile>, Fault> {
        let bytes = match self.class_path.find_class(internal) {
            Ok(Some(bytes)) => Some(bytes),
            Ok(None) => self.image.find_class(internal).map_err(input)?.map(|(_, bytes)| bytes.into_owned()),
            Err(error) => return Err(input(error)),
        };
        bytes.map(|bytes| ClassFile::parse(&bytes).map_err(input)).transpose()
    }

    /// The superclass of `file`, if it has one that can be found.
    pub fn superclass(&self, file: &ClassFile) -> Result<Option<ClassFile>, Fault> {
        match &file.superclass {
            Some(name) => self.find(name),
            None => Ok(None),
        }
    }

    /// The methods of `file` that a pattern means: one, or all of that name.
    pub fn methods<'f>(
        &self,
        file: &'f ClassFile,
        pattern: &MethodPattern,
        spec: &str,
    ) -> Result<Vec<&'f Method>, Fault> {
        let simple = file.name.rsplit(['/', '$']).next().unwrap_or_default();
        let name = if pattern.name == simple { "<init>" } else { &pattern.name };
        let named = || file.methods.iter().filter(|method| *method.name == *name || *method.name == *pattern.name);
        let found: Vec<&Method> =
            named().filter(|method| fits(&method.descriptor, pattern.parameters.as_deref())).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let class = java_name(&file.name);
        if named().next().is_some() {
            let forms: Vec<String> = named().map(readable).collect();
            return Err(Fault::Input(format!(
                "label '{spec}': {class} has no method {}; it has {}",
                pattern.to_string().trim_start_matches(&format!("{}.", pattern.class)),
                forms.join(", ")
            )));
        }
        if let Some(heir) = self.inherited(file, pattern)? {
            return Err(Fault::Input(format!(
                "label '{spec}': {class} inherits {} from {heir}; write {heir}.{}",
                pattern.name, pattern.name
            )));
        }
        let names: Vec<&str> =
            file.methods.iter().map(|method| &*method.name).filter(|name| *name != "<clinit>").collect();
        Err(missing(spec, &format!("{class} has no method {}", pattern.name), &pattern.name, names))
    }

    fn inherited(&self, file: &ClassFile, pattern: &MethodPattern) -> Result<Option<String>, Fault> {
        let mut next = self.superclass(file)?;
        while let Some(ancestor) = next {
            let declares = ancestor
                .methods
                .iter()
                .any(|method| *method.name == *pattern.name && fits(&method.descriptor, pattern.parameters.as_deref()));
            if declares && &*ancestor.name != "java/lang/Object" {
                return Ok(Some(java_name(&ancestor.name)));
            }
            next = self.superclass(&ancestor)?;
        }
        Ok(None)
    }
}

fn input(error: classfile::ClassError) -> Fault {
    Fault::Input(error.to_string())
}

pub fn java_name(internal: &str) -> String {
    internal.replace('/', ".")
}

/// Something a label names does not exist.
pub fn missing<'a>(spec: &str, what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> Fault {
    let near = suggest(word, known).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    Fault::Input(format!("label '{spec}': {what}{near}"))
}

/// `isPrime(int,int)`
pub fn readable(method: &Method) -> String {
    let types: Vec<String> = parameter_descriptors(&method.descriptor).into_iter().map(type_name).collect();
    format!("{}({})", method.name, types.join(","))
}

fn type_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element.strip_prefix('L') {
        Some(class) => class.trim_end_matches(';').replace('/', "."),
        None => crate::class::Kind::of_descriptor(element).java_name().to_owned(),
    };
    name + &"[]".repeat(descriptor.len() - element.len())
}

/// Whether parameters as written are those of the descriptor; `String` will do for `java.lang.String`.
fn fits(descriptor: &str, written: Option<&[String]>) -> bool {
    let Some(written) = written else { return true };
    let types = parameter_descriptors(descriptor);
    types.len() == written.len()
        && types.into_iter().zip(written).all(|(descriptor, written)| {
            let full = type_name(descriptor);
            let nested = full.replace('$', ".");
            full == *written
                || nested == *written
                || (!written.contains('.') && nested.rsplit('.').next() == Some(written.as_str()))
        })
}
