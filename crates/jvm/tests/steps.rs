//! The table of single steps against the class files of the installed JDKs: what it names must be there.

use classfile::{ClassFile, Jimage};
use jvm::steps::{Kind, Table};
use testkit::Jdk;

fn classes_of(jdk: &Jdk) -> Vec<ClassFile> {
    let image = Jimage::open(&jdk.home.join("lib/modules")).expect("a JDK has a modules image");
    let table = Table::get();
    let mut names: Vec<String> = table.classes.keys().cloned().collect();
    names.sort();
    names
        .iter()
        .map(|name| {
            let found = image.find_class(name).expect("the image can be read");
            let found = found.unwrap_or_else(|| panic!("JDK {} has no class {name}", jdk.version));
            ClassFile::parse(&found.1).expect("a class of the JDK is well formed")
        })
        .collect()
}

#[test]
fn every_entry_names_a_method_that_exists() {
    let jdks = Jdk::installed();
    assert!(!jdks.is_empty(), "a JDK is needed: apt-get install openjdk-17-jdk");
    let mut missing = Vec::new();
    for jdk in &jdks {
        let release = jdk.version as u16;
        for class in classes_of(jdk) {
            for entry in &Table::get().classes[&*class.name] {
                let exists =
                    class.methods.iter().any(|method| entry.is_about(&method.name, &method.descriptor, release));
                if !exists && (entry.releases.0..=entry.releases.1).contains(&release) {
                    missing.push(format!("JDK {release}: {}.{}", class.name, entry.method));
                }
            }
        }
    }
    assert!(missing.is_empty(), "steps.txt names what does not exist:\n{}", missing.join("\n"));
}

#[test]
fn what_is_not_listed_is_several_steps() {
    let kind = |class: &str, method: &str, descriptor: &str| {
        Table::get().kind_of(&format!("java/util/concurrent/{class}"), method, descriptor, 17)
    };
    assert_eq!(kind("LinkedBlockingQueue", "put", "(Ljava/lang/Object;)V"), Some(Kind::Promised));
    assert_eq!(kind("LinkedBlockingQueue", "drainTo", "(Ljava/util/Collection;)I"), None);
    assert_eq!(kind("ConcurrentLinkedDeque", "addFirst", "(Ljava/lang/Object;)V"), None);
    assert_eq!(kind("CopyOnWriteArrayList", "remove", "(I)Ljava/lang/Object;"), Some(Kind::Lock));
    assert_eq!(kind("CopyOnWriteArrayList", "remove", "(Ljava/lang/Object;)Z"), None);
    assert_eq!(kind("NoSuchClass", "put", "(Ljava/lang/Object;)V"), None);
    assert!(Table::get().sections().all(|(_, entries)| entries.iter().all(|entry| !entry.why.is_empty())));
}
