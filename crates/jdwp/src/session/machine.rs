//! The virtual machine as a whole: command set 1.

use jvm::heap::Ref;
use jvm::vm::Vm;

use super::names::{class_status, class_tag, field_ref, generic_signature, is_shown, object_id, signature, type_id};
use super::{Answer, Session, answer};
use crate::wire::{ClassTag, Command, ErrorCode, ObjectId, TypeId};

/// What can be done, in the order of `CapabilitiesNew`. The first seven are those of `Capabilities`.
const CAPABILITIES: [(&str, bool); 32] = [
    ("watch field modification", true),
    ("watch field access", true),
    ("get bytecodes", true),
    ("get synthetic attribute", true),
    ("get owned monitors", true),
    ("get current contended monitor", true),
    ("get monitor info", true),
    // The program is the one that was recorded.
    ("redefine classes", false),
    ("add methods", false),
    ("redefine without restriction", false),
    ("pop frames", false),
    ("use instance filters", true),
    ("get source debug extension", false),
    ("request the event of death", true),
    ("set default stratum", false),
    ("get instances", false),
    ("request monitor events", true),
    ("get frames of monitors", true),
    ("use source name filters", true),
    ("get constant pool", false),
    ("force early return", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
    ("", false),
];

impl Session {
    pub(super) fn answer_machine(&mut self, vm: &mut Vm, command: Command) -> Answer {
        match command {
            Command::Version {} => {
                let java = i32::from(vm.config.java_version);
                let description =
                    format!("Hazard {}: a recorded schedule, on the library of JDK {java}", env!("CARGO_PKG_VERSION"));
                answer((description, java, 0, format!("{java}"), "Hazard".to_owned()))
            }
            Command::ClassesBySignature { signature: wanted } => {
                let found = shown_classes(vm).filter(|id| signature(vm.class(*id)) == wanted);
                let found: Vec<(ClassTag, TypeId, i32)> = found.map(|id| told(vm, id)).collect();
                answer(found)
            }
            Command::AllClasses {} => {
                let all = shown_classes(vm).map(|id| {
                    let (tag, class, status) = told(vm, id);
                    (tag, class, signature(vm.class(id)), status)
                });
                answer(all.collect::<Vec<_>>())
            }
            Command::AllClassesWithGeneric {} => {
                let all = shown_classes(vm).map(|id| {
                    let (tag, class, status) = told(vm, id);
                    (tag, class, signature(vm.class(id)), generic_signature(vm.class(id)), status)
                });
                answer(all.collect::<Vec<_>>())
            }
            Command::AllThreads {} => answer(self.all_threads(vm)),
            Command::TopLevelThreadGroups {} => {
                let mut group = self.group_of(vm, 0);
                loop {
                    match field_ref(vm, group, "parent") {
                        Ref::NULL => break,
                        parent => group = parent,
                    }
                }
                answer(vec![object_id(vm, group)])
            }
            // Each is eight bytes: fields, methods, objects, types, frames.
            Command::IdSizes {} => answer(((8i32, 8i32, 8i32, 8i32, 8i32),)),
            Command::Dispose {} | Command::Exit { .. } | Command::SetDefaultStratum { .. } => answer(()),
            Command::Suspend {} => {
                self.suspend_all(vm);
                if self.stopper.is_none() {
                    let current = vm.threads.get(vm.current).map_or(Ref::NULL, |thread| thread.object);
                    let current = object_id(vm, current);
                    self.suspended.entry(current).or_insert(1);
                    self.stopper = Some(current);
                }
                answer(())
            }
            Command::Resume {} => {
                self.suspended.values_mut().for_each(|count| *count = count.saturating_sub(1));
                answer(())
            }
            Command::CreateString { text } => {
                if vm.heap.is_permanent_mode() {
                    return Err(ErrorCode::NotImplemented);
                }
                let string = vm.new_string(&text).map_err(|_| ErrorCode::OutOfMemory)?;
                answer(object_id(vm, string))
            }
            Command::Capabilities {} => Ok(CAPABILITIES[..7].iter().map(|(_, can)| u8::from(*can)).collect()),
            Command::CapabilitiesNew {} => Ok(CAPABILITIES.iter().map(|(_, can)| u8::from(*can)).collect()),
            Command::ClassPaths {} => {
                let entries = std::env::split_paths(&vm.config.class_path).chain(self.sources.iter().cloned());
                let entries: Vec<String> = entries.map(|entry| entry.display().to_string()).collect();
                let folder = std::env::current_dir().unwrap_or_default().display().to_string();
                answer((folder, entries, Vec::<String>::new()))
            }
            Command::DisposeObjects { objects } => {
                for (id, _) in objects {
                    super::objects::hold(vm, id, false);
                }
                answer(())
            }
            Command::HoldEvents {} => {
                self.held.get_or_insert_with(Vec::new);
                answer(())
            }
            Command::ReleaseEvents {} => {
                for composite in self.held.take().unwrap_or_default() {
                    self.send(composite);
                }
                answer(())
            }
            Command::AllModules {} => {
                let mut modules: Vec<Ref> = vm.modules.values().copied().filter(|module| !module.is_null()).collect();
                modules.sort_unstable();
                modules.dedup();
                let modules: Vec<ObjectId> = modules.into_iter().map(|module| object_id(vm, module)).collect();
                answer(modules)
            }
            _ => Err(ErrorCode::NotImplemented),
        }
    }
}

pub(super) fn shown_classes(vm: &Vm) -> impl Iterator<Item = jvm::heap::ClassId> + '_ {
    vm.classes.iter().filter(|class| is_shown(class)).map(|class| class.id)
}

fn told(vm: &Vm, id: jvm::heap::ClassId) -> (ClassTag, TypeId, i32) {
    let class = vm.class(id);
    (class_tag(class), type_id(id), class_status(vm, class))
}
