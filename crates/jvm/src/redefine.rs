//! Redefinition of classes (JVMTI `RedefineClasses`, JSR 163): methods get other bodies, and nothing else may change.
//!
//! What a class looks like on a path is state: the path has a number for every class it redefined, and a machine that comes to
//! a state of another path puts the bodies in place that belong there. Invocations that are under way go on in the body they
//! began with, which belongs to a class of its own from then on.

use std::sync::Arc;

use classfile::ClassFile;

use crate::class::{Class, LoaderId, MethodId, Resolved, slow};
use crate::heap::ClassId;
use crate::instr::MethodCode;
use crate::vm::{Outcome, Vm, throw};

impl Vm {
    /// Gives the methods of `class` the bodies that `bytes` has for them.
    pub fn redefine(&mut self, class: ClassId, bytes: &[u8]) -> Outcome<()> {
        let mut file = self.parse_user_class(bytes)?;
        self.check_schema(class, &mut file)?;
        let current = self.class(class).file.clone().expect("classes that can be redefined have files");
        if *current == file {
            return Ok(());
        }
        let versions = self.versions.entry(class).or_insert_with(|| vec![current]);
        let version = versions.iter().position(|known| **known == file).unwrap_or_else(|| {
            versions.push(Arc::new(file));
            versions.len() - 1
        });
        self.retire_invocations(class);
        self.path.versions.insert(class, version as u32);
        self.put_in_place(class, version as u32);
        Ok(())
    }

    /// Puts the bodies in place that this path has given its classes.
    pub(crate) fn restore_versions(&mut self) {
        if self.path.versions == self.versions_in_place {
            return;
        }
        let classes: Vec<ClassId> = self.path.versions.keys().chain(self.versions_in_place.keys()).copied().collect();
        for class in classes {
            let wanted = self.path.versions.get(&class).copied().unwrap_or(0);
            if self.versions_in_place.get(&class).copied().unwrap_or(0) != wanted {
                self.put_in_place(class, wanted);
            }
        }
        self.versions_in_place = self.path.versions.clone();
    }

    /// The bytes the class was made of, before anybody redefined it.
    pub fn original_bytes(&mut self, class: ClassId) -> Outcome<Vec<u8>> {
        if let Some(bytes) = self.class_bytes.get(&class) {
            return Ok(bytes.to_vec());
        }
        let name = self.class(class).name.to_string();
        let found = if self.class(class).loader == LoaderId::BOOT {
            match self.image.clone().find_class(&name) {
                Ok(Some(found)) => Some(found.1.to_vec()),
                _ => self.bytes_in_jars(&name, true)?,
            }
        } else {
            self.bytes_on_class_path(&name)?
        };
        match found {
            Some(bytes) => Ok(bytes),
            None => throw("java/lang/instrument/UnmodifiableClassException", name.replace('/', ".")),
        }
    }

    /// Only bodies may differ. The methods of `file` are put in the order of those that are there.
    fn check_schema(&self, class: ClassId, file: &mut ClassFile) -> Outcome<()> {
        let old = self.class(class).file.as_ref().expect("classes that can be redefined have files");
        let failed = |what: &str| {
            throw("java/lang/UnsupportedOperationException", format!("class redefinition failed: attempted to {what}"))
        };
        if old.name != file.name {
            return throw("java/lang/NoClassDefFoundError", format!("{} (wrong name: {})", old.name, file.name));
        }
        if old.superclass != file.superclass || old.interfaces != file.interfaces {
            return failed("change superclass or interfaces");
        }
        let fields = |file: &ClassFile| -> Vec<(String, String, u16)> {
            let shape = |field: &classfile::Field| (field.name.to_string(), field.descriptor.to_string(), field.access);
            file.fields.iter().map(shape).collect()
        };
        if fields(old) != fields(file) {
            return failed("change the schema (add/remove fields)");
        }
        let mut methods = Vec::with_capacity(old.methods.len());
        for method in &old.methods {
            let same = |other: &classfile::Method| other.name == method.name && other.descriptor == method.descriptor;
            match file.methods.iter().position(same) {
                Some(place) => methods.push(file.methods.swap_remove(place)),
                None => return failed("delete a method"),
            }
        }
        if !file.methods.is_empty() {
            return failed("add a method");
        }
        file.methods = methods;
        Ok(())
    }

    fn put_in_place(&mut self, class: ClassId, version: u32) {
        let file = self.versions[&class][version as usize].clone();
        let old = self.class(class).file.clone().expect("classes that can be redefined have files");
        let natives = self.natives.of_class(&file.name);
        // Where branches of other code met says nothing.
        self.joins.clear();
        self.forget_compiled(class);
        for id in self.class(class).methods.clone() {
            let index = usize::from(self.method(id).index);
            let Some(new) = file.methods.get(index) else { continue };
            let is_other = old.methods[index].code != new.code;
            let is_original = version == 0;
            let method = &mut self.methods[id.0 as usize];
            method.access = new.access;
            method.code = MethodCode::default();
            method.maps = Default::default();
            method.slow |= slow::UNDECODED;
            if let Some(code) = &new.code {
                (method.max_locals, method.max_stack) = (code.max_locals, code.max_stack);
            }
            // What the machine does in place of a body it does not do in place of another.
            if new.code.is_some() && is_original {
                let known = natives.and_then(|list| {
                    list.iter().find(|(name, descriptor, _)| *name == &*new.name && *descriptor == &*new.descriptor)
                });
                method.native = known.map(|(_, _, native)| *native);
                method.slow |= if method.native.is_some() { slow::NATIVE } else { 0 };
            } else if new.code.is_some() && is_other {
                method.native = None;
                method.slow &= !slow::NATIVE;
            }
        }
        self.linked_index.retain(|(owner, _), _| *owner != class);
        let record = self.class_mut(class);
        record.pool = vec![Resolved::Not; file.pool.0.len()];
        record.file = Some(file.clone());
        if !record.library {
            self.listen_to(&file.pool);
        }
        self.versions_in_place.insert(class, version);
    }

    /// Invocations under way keep their bodies, in a class that nobody finds.
    fn retire_invocations(&mut self, class: ClassId) {
        let mut active: Vec<MethodId> = self
            .threads
            .iter()
            .flat_map(|thread| thread.frames.iter().map(|frame| frame.method))
            .filter(|method| self.method(*method).class == class)
            .collect();
        active.sort();
        active.dedup();
        if active.is_empty() {
            return;
        }
        let id = self.next_class_id();
        let old = self.class_mut(class);
        let record =
            Class { id, obsolete: Some(class), pool: std::mem::take(&mut old.pool), methods: Vec::new(), ..old.copy() };
        let shape = self.heap.shapes[class.0 as usize].clone();
        self.heap.shapes.push(shape);
        self.classes.push(record);
        for method in active {
            let kept = MethodId(self.methods.len() as u32);
            let copy = self.methods[method.0 as usize].retired(kept, id);
            self.methods.push(copy);
            for thread in &mut self.threads {
                thread.frames.iter_mut().filter(|frame| frame.method == method).for_each(|frame| frame.method = kept);
            }
        }
    }
}
