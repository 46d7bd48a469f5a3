//! Classes of a JDK and of jars, for tests: what a virtual machine would know of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use classfile::{ClassFile, ClassPath, Jdk, Jimage, Text, access};

use crate::analysis::TypeEnvironment;

/// The JDKs of this machine; says so loudly if there is none.
pub fn jdks() -> Vec<Jdk> {
    let mut jdks: Vec<Jdk> = Jdk::locate(None).into_iter().collect();
    let folders = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let mut homes: Vec<PathBuf> = folders.map(|folder| folder.path()).collect();
    homes.sort();
    jdks.extend(homes.iter().filter_map(|home| Jdk::locate(Some(Path::new(home))).ok()));
    jdks.sort_by_key(|jdk| jdk.feature());
    jdks.dedup_by_key(|jdk| jdk.feature());
    if jdks.is_empty() {
        eprintln!("SKIPPED: no JDK was found, so its library was not analysed");
    }
    jdks
}

pub struct Library {
    pub image: Jimage,
    pub path: ClassPath,
    cache: RefCell<HashMap<String, Option<Rc<ClassFile>>>>,
}

impl Library {
    pub fn open(jdk: &Jdk, jars: &[PathBuf]) -> Library {
        let image = Jimage::open(&jdk.modules()).unwrap();
        let path = ClassPath::open(jars).unwrap().for_release(jdk.feature());
        Library { image, path, cache: RefCell::default() }
    }

    pub fn class(&self, name: &str) -> Option<Rc<ClassFile>> {
        if let Some(known) = self.cache.borrow().get(name) {
            return known.clone();
        }
        let bytes = self.image.find_class(name).unwrap().map(|(_, bytes)| bytes.into_owned());
        let bytes = bytes.or_else(|| self.path.find_class(name).unwrap());
        let class = bytes.map(|bytes| Rc::new(ClassFile::parse(&bytes).unwrap()));
        self.cache.borrow_mut().insert(name.into(), class.clone());
        class
    }
}

impl TypeEnvironment for Library {
    fn is_interface(&self, name: &str) -> Option<bool> {
        self.class(name).map(|class| class.access & access::INTERFACE != 0)
    }

    fn is_assignable(&self, from: &str, to: &str) -> Option<bool> {
        let mut class = self.class(from)?;
        loop {
            if *class.name == *to {
                return Some(true);
            }
            match &class.superclass {
                Some(superclass) => class = self.class(superclass)?,
                None => return Some(false),
            }
        }
    }

    fn superclass(&self, name: &str) -> Option<Option<Text>> {
        self.class(name).map(|class| class.superclass.clone())
    }

    fn protected_member(&self, class: &str, name: &str, descriptor: &str) -> Option<Option<Text>> {
        let mut class = self.class(class)?;
        loop {
            let field = class.fields.iter().find(|field| *field.name == *name && *field.descriptor == *descriptor);
            let method = class.methods.iter().find(|method| *method.name == *name && *method.descriptor == *descriptor);
            let found = field.map(|field| field.access).or(method.map(|method| method.access));
            if let Some(found) = found {
                return Some((found & access::PROTECTED != 0).then(|| class.name.clone()));
            }
            match &class.superclass {
                Some(superclass) => class = self.class(superclass)?,
                None => return Some(None),
            }
        }
    }
}
