//! Which tests a change may matter to: those whose class, or a class of the project that it needs, is newer than a file.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::SystemTime;

use checker::Fault;
use classfile::{ClassFile, Constant};

use crate::discovery::{Test, class_files};
use crate::project::Module;

/// The module's classes, what each refers to, and which have changed.
struct Classes {
    needs: HashMap<String, Vec<String>>,
    changed: HashSet<String>,
}

/// Keeps the tests to which something changed since `file` was written.
pub fn retain_changed(module: &Module, file: &Path, tests: &mut Vec<Test>) -> Result<(), Fault> {
    let since = file.metadata().and_then(|metadata| metadata.modified()).map_err(|error| {
        Fault::Input(format!("--since {}: {error}; name a file whose time of change counts", file.display()))
    })?;
    let classes = Classes::of(module, since);
    tests.retain(|test| classes.has_changed(&test.class.replace('.', "/")));
    Ok(())
}

impl Classes {
    fn of(module: &Module, since: SystemTime) -> Classes {
        let (mut needs, mut changed) = (HashMap::new(), HashSet::new());
        let mut files = Vec::new();
        for folder in module.class_path.iter().filter(|entry| entry.is_dir()) {
            class_files(folder, &mut files);
        }
        for file in files {
            let Some(class) = std::fs::read(&file).ok().and_then(|bytes| ClassFile::parse(&bytes).ok()) else {
                continue;
            };
            let name = class.name.to_string();
            let time = file.metadata().and_then(|metadata| metadata.modified());
            if time.is_ok_and(|time| time > since) {
                changed.insert(name.clone());
            }
            let named = class.pool.0.iter().filter_map(|constant| match constant {
                Constant::Class(index) => match class.pool.0.get(usize::from(*index)) {
                    Some(Constant::Utf8(text)) => {
                        Some(text.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';').to_owned())
                    }
                    _ => None,
                },
                _ => None,
            });
            needs.insert(name, named.collect());
        }
        Classes { needs, changed }
    }

    fn has_changed(&self, name: &str) -> bool {
        let (mut seen, mut open) = (HashSet::from([name.to_owned()]), vec![name.to_owned()]);
        while let Some(name) = open.pop() {
            if self.changed.contains(&name) {
                return true;
            }
            for needed in self.needs.get(&name).into_iter().flatten() {
                if self.needs.contains_key(needed) && seen.insert(needed.clone()) {
                    open.push(needed.clone());
                }
            }
        }
        false
    }
}
