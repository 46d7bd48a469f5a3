//! Reflection: what a class declares, as objects of `java.lang.reflect`. Calling through them is in `invocation`.

use std::sync::Arc;

use classfile::{ClassFile, access};

use crate::class::{ClassKind, Kind, MethodId, parameter_descriptors, return_descriptor};
use crate::heap::{ClassId, Ref};
use crate::vm::{Outcome, Vm, throw, throw_bare};

natives! {
    "java/lang/Class.getDeclaredMethods0(Z)[Ljava/lang/reflect/Method;" => |vm, args| {
        declared_methods(vm, args, "java/lang/reflect/Method", |name| {
            // Whoever makes a lambda calls a method of its class that HotSpot's has not.
            !name.starts_with('<') && name != "get$Lambda"
        })
    };
    "java/lang/Class.getDeclaredConstructors0(Z)[Ljava/lang/reflect/Constructor;" => |vm, args| {
        declared_methods(vm, args, "java/lang/reflect/Constructor", |name| name == "<init>")
    };
    "java/lang/Class.getDeclaredFields0(Z)[Ljava/lang/reflect/Field;" => declared_fields;
    "java/lang/Class.getDeclaredClasses0()[Ljava/lang/Class;" => |vm, args| {
        let class = this(vm, args);
        let Some(file) = vm.class(class).file.clone() else { return empty_classes(vm) };
        let own = file.inner_classes.iter().filter(|inner| inner.outer.as_deref() == Some(&*file.name));
        let names: Vec<String> = own.map(|inner| inner.inner.to_string()).collect();
        named_classes(vm, class, &names)
    };
    "java/lang/Class.getDeclaringClass0()Ljava/lang/Class;" => |vm, args| {
        let class = this(vm, args);
        let outer = vm.class(class).file.as_ref().and_then(|file| own_entry(file)?.outer.clone());
        let Some(name) = outer else { return Ok(0) };
        let outer = vm.load_class(&name, vm.class(class).loader)?;
        if vm.class(class).hidden {
            // JVMS 4.7.6: both must say so, which holds for no copy of a member.
            let (outer, own) = (vm.external_name(outer), vm.external_name(class));
            let sentence = format!("{outer} and {own} disagree on InnerClasses attribute");
            return throw("java/lang/IncompatibleClassChangeError", sentence);
        }
        Ok(vm.class(outer).mirror.slot())
    };
    "java/lang/Class.getSimpleBinaryName0()Ljava/lang/String;" => |vm, args| {
        let name = vm.class(this(vm, args)).file.as_ref().and_then(|file| own_entry(file)?.name.clone());
        name.map_or(Ok(0), |name| vm.intern_text(&name).map(Ref::slot))
    };
    "java/lang/Class.getEnclosingMethod0()[Ljava/lang/Object;" => |vm, args| {
        let class = this(vm, args);
        let Some(enclosing) = vm.class(class).file.as_ref().and_then(|file| file.enclosing_method.clone()) else {
            return Ok(0);
        };
        let outer = vm.load_class(&enclosing.class, vm.class(class).loader)?;
        let (mut name, mut descriptor) = (Ref::NULL, Ref::NULL);
        if let Some((method, of)) = &enclosing.method {
            (name, descriptor) = (vm.intern_text(method)?, vm.intern_text(of)?);
        }
        let mirror = vm.class(outer).mirror;
        vm.new_object_array("java/lang/Object", &[mirror, name, descriptor]).map(Ref::slot)
    };
    "java/lang/Class.getNestMembers0()[Ljava/lang/Class;" => |vm, args| {
        let host = vm.nest_host(this(vm, args))?;
        let names = vm.class(host).file.as_ref().map(|file| file.nest_members.clone()).unwrap_or_default();
        let mut mirrors = vec![vm.class(host).mirror];
        for name in names {
            let member = vm.load_class(&name, vm.class(host).loader)?;
            if vm.nest_host(member)? == host {
                mirrors.push(vm.class(member).mirror);
            }
        }
        vm.new_object_array("java/lang/Class", &mirrors).map(Ref::slot)
    };
    "java/lang/Class.getPermittedSubclasses0()[Ljava/lang/Class;" => |vm, args| {
        let class = this(vm, args);
        let Some(names) = vm.class(class).file.as_ref().and_then(|file| file.permitted_subclasses.clone()) else {
            return Ok(0);
        };
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        named_classes(vm, class, &names)
    };
    "java/lang/Class.getGenericSignature0()Ljava/lang/String;" => |vm, args| {
        let signature = vm.class(this(vm, args)).file.as_ref().and_then(|file| file.signature.clone());
        optional_text(vm, signature.as_deref())
    };
    "java/lang/Class.getRawAnnotations()[B" => |vm, args| {
        let bytes = vm.class(this(vm, args)).file.as_ref().and_then(|file| file.annotations.visible.clone());
        vm.optional_bytes(bytes).map(Ref::slot)
    };
    "java/lang/Class.getRawTypeAnnotations()[B" => |vm, args| {
        let bytes = vm.class(this(vm, args)).file.as_ref().and_then(|file| file.annotations.visible_type.clone());
        vm.optional_bytes(bytes).map(Ref::slot)
    };
    "java/lang/Class.getRecordComponents0()[Ljava/lang/reflect/RecordComponent;" => record_components;
    "java/lang/reflect/Executable.getParameters0()[Ljava/lang/reflect/Parameter;" => parameters;
    "java/lang/reflect/Executable.getTypeAnnotationBytes0()[B" => |vm, args| {
        let method = vm.reflected_method(Ref::from_slot(args[0]))?;
        let bytes = vm.file_of(method).and_then(|method| method.annotations.visible_type.clone());
        vm.optional_bytes(bytes).map(Ref::slot)
    };
    "java/lang/reflect/Field.getTypeAnnotationBytes0()[B" => |vm, args| {
        let (class, place) = vm.reflected_field(Ref::from_slot(args[0]))?;
        let index = vm.class(class).fields[place as usize].index as usize;
        let file = vm.class(class).file.as_ref();
        let bytes = file.and_then(|file| file.fields.get(index)?.annotations.visible_type.clone());
        vm.optional_bytes(bytes).map(Ref::slot)
    };
}

/// A primitive value converted by widening (JLS 5.1.2); `None` where that is not allowed.
fn widen(from: Kind, to: Kind, value: u64) -> Option<u64> {
    use Kind::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    if from == to {
        return Some(value);
    }
    let int = value as i32;
    Some(match (from, to) {
        (Byte, Short | Int) | (Short | Char, Int) => value,
        (Byte | Short | Char | Int, Long) => i64::from(int) as u64,
        (Byte | Short | Char | Int, Float) => u64::from((int as f32).to_bits()),
        (Byte | Short | Char | Int, Double) => f64::from(int).to_bits(),
        (Long, Float) => u64::from((value as i64 as f32).to_bits()),
        (Long, Double) => (value as i64 as f64).to_bits(),
        (Float, Double) => f64::from(f32::from_bits(value as u32)).to_bits(),
        (Boolean, _) | (_, Boolean) => return None,
        _ => return None,
    })
}

/// As [`widen`], of a value that may not be known: an expression is converted, a draw is made.
pub fn widened(vm: &mut Vm, from: Kind, to: Kind, value: u64) -> Outcome<Option<u64>> {
    if from == to || !vm.is_unknown(from, value) {
        return Ok(widen(from, to, value));
    }
    vm.settle_values(from, [value, value])?;
    if vm.symbolic.is_none() || widen(from, to, 0).is_none() {
        return Ok(widen(from, to, value));
    }
    vm.widen_symbol(from, to, value).map(Some)
}

fn this(vm: &Vm, args: &[u64]) -> ClassId {
    vm.mirrored(Ref::from_slot(args[0]))
}

/// The entry of `InnerClasses` for the class itself; a hidden class has that of the class whose copy it is.
fn own_entry(file: &ClassFile) -> Option<&classfile::InnerClass> {
    let name = file.name.split_once("+0x").map_or(&*file.name, |(name, _)| name);
    file.inner_classes.iter().find(|inner| *inner.inner == *name)
}

fn optional_text(vm: &mut Vm, text: Option<&str>) -> Outcome<u64> {
    text.map_or(Ok(0), |text| vm.intern_text(text).map(Ref::slot))
}

fn empty_classes(vm: &mut Vm) -> Outcome<u64> {
    vm.new_object_array("java/lang/Class", &[]).map(Ref::slot)
}

/// The classes of these names, as `class` sees them; those that cannot be found are left out.
fn named_classes(vm: &mut Vm, class: ClassId, names: &[String]) -> Outcome<u64> {
    let loader = vm.class(class).loader;
    let mut mirrors = Vec::new();
    for name in names {
        if let Some(found) = vm.find_class(name, loader)? {
            mirrors.push(vm.class(found).mirror);
        }
    }
    vm.new_object_array("java/lang/Class", &mirrors).map(Ref::slot)
}

fn declared_methods(vm: &mut Vm, args: &[u64], kind: &'static str, wanted: fn(&str) -> bool) -> Outcome<u64> {
    let (class, public_only) = (this(vm, args), args[1] != 0);
    let mut objects = Vec::new();
    for id in vm.class(class).methods.clone() {
        let method = vm.method(id);
        if wanted(&method.name) && (!public_only || method.is_public()) {
            objects.push(vm.reflect_method(id)?);
        }
    }
    vm.new_object_array(kind, &objects).map(Ref::slot)
}

fn declared_fields(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (class, public_only) = (this(vm, args), args[1] != 0);
    let mut objects = Vec::new();
    for place in 0..vm.class(class).fields.len() {
        let field = &vm.class(class).fields[place];
        let public = field.access & access::PUBLIC != 0;
        if field.index != u16::MAX && (!public_only || public) {
            objects.push(vm.reflect_field(class, place as u16)?);
        }
    }
    vm.new_object_array("java/lang/reflect/Field", &objects).map(Ref::slot)
}

fn record_components(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let class = this(vm, args);
    let Some(components) = vm.class(class).file.as_ref().and_then(|file| file.record.clone()) else { return Ok(0) };
    let kind = vm.load_boot("java/lang/reflect/RecordComponent")?;
    let mut objects = Vec::new();
    for component in components {
        let component_type = vm.mirror_of_descriptor(class, &component.descriptor)?;
        let accessor = vm.declared_method(class, &component.name, &format!("(){}", component.descriptor));
        let accessor = match accessor.filter(|id| !vm.method(*id).is_static()) {
            Some(id) => vm.reflect_method(id)?,
            None => Ref::NULL,
        };
        let name = vm.intern_text(&component.name)?;
        let signature = vm.optional_string(component.signature.as_deref())?;
        let annotations = vm.optional_bytes(component.annotations.visible)?;
        let type_annotations = vm.optional_bytes(component.annotations.visible_type)?;
        let object = vm.allocate(kind)?;
        let mirror = vm.class(class).mirror;
        for (field, value) in [
            ("clazz", mirror),
            ("name", name),
            ("type", component_type),
            ("accessor", accessor),
            ("signature", signature),
            ("annotations", annotations),
            ("typeAnnotations", type_annotations),
        ] {
            vm.set_field(object, field, value);
        }
        objects.push(object);
    }
    vm.new_object_array("java/lang/reflect/RecordComponent", &objects).map(Ref::slot)
}

fn parameter_name(vm: &Vm, method: MethodId, index: u16) -> Outcome<Option<classfile::Text>> {
    let Some(file) = vm.class(vm.method(method).class).file.as_ref().filter(|_| index != 0) else { return Ok(None) };
    if usize::from(index) >= file.pool.0.len() {
        return throw("java/lang/IllegalArgumentException", "Constant pool index out of bounds");
    }
    match file.pool.utf8(index) {
        Ok(name) => Ok(Some(name.clone())),
        Err(_) => throw("java/lang/IllegalArgumentException", "Wrong type at constant pool index"),
    }
}

/// Only what the compiler recorded (`-parameters`); without it the library makes up names.
fn parameters(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let executable = Ref::from_slot(args[0]);
    let method = vm.reflected_method(executable)?;
    let Some(recorded) = vm.file_of(method).and_then(|method| method.parameters.clone()) else { return Ok(0) };
    let kind = vm.load_boot("java/lang/reflect/Parameter")?;
    let mut objects = Vec::new();
    let count = classfile::MethodType::parse(&vm.method(method).descriptor).map_or(0, |kind| kind.parameters.len());
    if recorded.len() != count {
        return throw("java/lang/IllegalArgumentException", "Wrong number of parameters in MethodParameters attribute");
    }
    for (index, (name, modifiers)) in recorded.into_iter().enumerate() {
        let name = parameter_name(vm, method, name)?;
        let name = vm.optional_string(name.as_deref())?;
        let object = vm.allocate(kind)?;
        vm.set_field(object, "name", name);
        vm.set_field(object, "executable", executable);
        vm.set_int(object, "modifiers", u32::from(modifiers));
        vm.set_int(object, "index", index as u32);
        objects.push(object);
    }
    vm.new_object_array("java/lang/reflect/Parameter", &objects).map(Ref::slot)
}

impl Vm {
    /// The field a `java.lang.reflect.Field` stands for: declaring class and place in it.
    pub fn reflected_field(&self, field: Ref) -> Outcome<(ClassId, u16)> {
        if field.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        let class = self.heap.class_of(field);
        let at = |name: &str| self.offset_of(class, name).unwrap_or(8) as usize;
        let declaring = self.mirrored(self.heap.get_ref(field, at("clazz")));
        Ok((declaring, self.heap.get4(field, at("slot")) as u16))
    }

    /// The method a `Method` or `Constructor` stands for.
    pub fn reflected_method(&self, executable: Ref) -> Outcome<MethodId> {
        if executable.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        let class = self.heap.class_of(executable);
        let at = |name: &str| self.offset_of(class, name).unwrap_or(8) as usize;
        let declaring = self.mirrored(self.heap.get_ref(executable, at("clazz")));
        let slot = self.heap.get4(executable, at("slot")) as usize;
        match self.class(declaring).methods.get(slot) {
            Some(method) => Ok(*method),
            None => throw_bare("java/lang/InternalError"),
        }
    }

    fn file_of(&self, method: MethodId) -> Option<&classfile::Method> {
        let method = self.method(method);
        self.class(method.class).file.as_ref()?.methods.get(method.index as usize)
    }

    pub(crate) fn set_field(&mut self, object: Ref, field: &str, value: Ref) {
        if let Some(at) = self.offset_of(self.heap.class_of(object), field) {
            self.heap.put_ref(object, at as usize, value);
        }
    }

    pub(crate) fn set_int(&mut self, object: Ref, field: &str, value: u32) {
        if let Some(at) = self.offset_of(self.heap.class_of(object), field) {
            self.heap.put4(object, at as usize, value);
        }
    }

    pub(crate) fn optional_string(&mut self, text: Option<&str>) -> Outcome<Ref> {
        text.map_or(Ok(Ref::NULL), |text| self.intern_text(text))
    }

    /// A `byte[]` with an attribute's content, or null.
    pub(crate) fn optional_bytes(&mut self, bytes: Option<Arc<[u8]>>) -> Outcome<Ref> {
        let Some(bytes) = bytes else { return Ok(Ref::NULL) };
        let array = self.allocate_array(self.known.byte_array, bytes.len() as u32)?;
        self.heap.array_bytes_mut(array, bytes.len()).copy_from_slice(&bytes);
        Ok(array)
    }

    /// The class a descriptor names, as seen from `from`.
    pub(crate) fn class_of_descriptor(&mut self, from: ClassId, descriptor: &str) -> Outcome<ClassId> {
        match Kind::of_descriptor(descriptor) {
            Kind::Reference => {
                let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor);
                if self.class(from).hidden && *name == *self.class(from).name {
                    return Ok(from);
                }
                self.load_class(name, self.class(from).loader)
            }
            kind => Ok(self.known.primitive(kind)),
        }
    }

    pub(crate) fn mirror_of_descriptor(&mut self, from: ClassId, descriptor: &str) -> Outcome<Ref> {
        let class = self.class_of_descriptor(from, descriptor)?;
        Ok(self.class(class).mirror)
    }

    pub(crate) fn parameter_mirrors(&mut self, from: ClassId, descriptor: &str) -> Outcome<Ref> {
        let mut mirrors = Vec::new();
        for parameter in parameter_descriptors(descriptor) {
            mirrors.push(self.mirror_of_descriptor(from, parameter)?);
        }
        self.new_object_array("java/lang/Class", &mirrors)
    }

    /// A `Method` or `Constructor`.
    pub(crate) fn reflect_method(&mut self, id: MethodId) -> Outcome<Ref> {
        let (class, descriptor) = (self.method(id).class, self.method(id).descriptor.clone());
        let is_constructor = &*self.method(id).name == "<init>";
        let slot = self.class(class).methods.iter().position(|own| *own == id).expect("a class has its methods");
        let file = self.file_of(id).cloned().expect("declared methods come from a file");
        let parameter_types = self.parameter_mirrors(class, &descriptor)?;
        let return_type = self.mirror_of_descriptor(class, return_descriptor(&descriptor))?;
        let mut exceptions = Vec::new();
        for name in &file.exceptions {
            let exception = self.load_class(name, self.class(class).loader)?;
            exceptions.push(self.class(exception).mirror);
        }
        let exception_types = self.new_object_array("java/lang/Class", &exceptions)?;
        let name = self.intern_text(&self.method(id).name.clone())?;
        let signature = self.optional_string(file.signature.as_deref())?;
        let annotations = self.optional_bytes(file.annotations.visible)?;
        let parameter_annotations = self.optional_bytes(file.annotations.visible_parameter)?;
        let default = self.optional_bytes(file.annotations.default)?;
        let kind = if is_constructor { "java/lang/reflect/Constructor" } else { "java/lang/reflect/Method" };
        let kind = self.load_boot(kind)?;
        self.ensure_initialized(kind)?;
        let object = self.allocate(kind)?;
        let mirror = self.class(class).mirror;
        for (field, value) in [
            ("clazz", mirror),
            ("parameterTypes", parameter_types),
            ("exceptionTypes", exception_types),
            ("signature", signature),
            ("annotations", annotations),
            ("parameterAnnotations", parameter_annotations),
        ] {
            self.set_field(object, field, value);
        }
        if !is_constructor {
            self.set_field(object, "name", name);
            self.set_field(object, "returnType", return_type);
            self.set_field(object, "annotationDefault", default);
        }
        self.set_int(object, "modifiers", u32::from(file.access));
        self.set_int(object, "slot", slot as u32);
        Ok(object)
    }

    pub(crate) fn reflect_field(&mut self, class: ClassId, place: u16) -> Outcome<Ref> {
        let field = self.class(class).fields[place as usize].clone();
        let owner = self.class(class).file.clone();
        let declared = owner.as_ref().and_then(|file| file.fields.get(field.index as usize)).cloned();
        let field_type = self.mirror_of_descriptor(class, &field.descriptor)?;
        let name = self.intern_text(&field.name)?;
        let signature = self.optional_string(declared.as_ref().and_then(|field| field.signature.as_deref()))?;
        let annotations = self.optional_bytes(declared.and_then(|field| field.annotations.visible))?;
        let kind = self.load_boot("java/lang/reflect/Field")?;
        self.ensure_initialized(kind)?;
        let object = self.allocate(kind)?;
        let mirror = self.class(class).mirror;
        for (name, value) in [
            ("clazz", mirror),
            ("name", name),
            ("type", field_type),
            ("signature", signature),
            ("annotations", annotations),
        ] {
            self.set_field(object, name, value);
        }
        self.set_int(object, "modifiers", u32::from(field.access));
        self.set_int(object, "slot", u32::from(place));
        let is_record = owner.is_some_and(|file| file.record.is_some());
        let trusted = field.access & access::FINAL != 0 && (field.is_static() || self.class(class).hidden || is_record);
        if let Some(at) = self.offset_of(kind, "trustedFinal") {
            self.heap.put1(object, at as usize, u8::from(trusted));
        }
        Ok(object)
    }

    /// Whether the class is a primitive, and which.
    pub(crate) fn primitive_kind(&self, class: ClassId) -> Option<Kind> {
        match self.class(class).kind {
            ClassKind::Primitive(kind) => Some(kind),
            _ => None,
        }
    }
}
