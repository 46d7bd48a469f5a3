//! Where symbolic values enter and leave: inputs and assumptions of `hazard.Symbolic`, `gov.nasa.jpf.symbc.Debug` and
//! `Verifier`; boxes and texts of symbolic values; natives that get one as an argument. With given inputs
//! (`Config::inputs`) the same calls answer those.

use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{Comparison, InputDomain, LOOKING_INTO_TEXT, Symbol, Width, narrow_symbol, wide_symbol};
use crate::exec::symbolic::OPAQUE;
use crate::heap::{ELEMENTS, Ref};
use crate::natives::Native;
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, unsupported};
use space::Fault;

/// The names of inputs met so far; a path refers to them by their places.
#[derive(Default)]
pub struct Names(Vec<String>);

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        let known = self.0.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        }) as u32
    }
}

/// Where a value has to be known, it is decided between at most this many.
const CASES_MAX: i128 = 256;

/// Not `Boolean`, whose two boxes are told apart by identity.
const BOXES: [(&str, &str); 5] = [
    ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
    ("java/lang/Long", "(J)Ljava/lang/Long;"),
    ("java/lang/Short", "(S)Ljava/lang/Short;"),
    ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
    ("java/lang/Character", "(C)Ljava/lang/Character;"),
];

/// Methods of strings whose answer depends on a text that is not known; others get to see the opaque characters themselves.
const LOOKING_INTO_TEXTS: [&str; 16] = [
    "length",
    "isEmpty",
    "isBlank",
    "equals",
    "equalsIgnoreCase",
    "contentEquals",
    "compareTo",
    "compareToIgnoreCase",
    "startsWith",
    "endsWith",
    "contains",
    "indexOf",
    "lastIndexOf",
    "regionMatches",
    "matches",
    "hashCode",
];

const ARRAYS: &str = "jdk/internal/util/ArraysSupport";
const DEBUG: &str = "gov/nasa/jpf/symbc/Debug";
const SYMBOLIC: &str = "hazard/Symbolic";
const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";

/// Whether `Vm::call_symbolic` has to see the calls of a method.
pub fn is_intercepted(class: &str, name: &str, descriptor: &str) -> bool {
    match class {
        SYMBOLIC | DEBUG | VERIFIER => name != "<init>" && name != "<clinit>" && name != "nondetObject",
        "hazard/Nondet" => name == "assume",
        "gov/nasa/jpf/vm/Verify" => name == "ignoreIf",
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
            name == "append" && parameter_kinds(descriptor).iter().any(|kind| *kind != Kind::Reference)
        }
        "java/lang/String" => {
            (name == "valueOf" && is_text_of_primitive(descriptor)) || LOOKING_INTO_TEXTS.contains(&name)
        }
        ARRAYS => name == "vectorizedMismatch",
        _ if class.starts_with("java/lang/") => {
            (name == "valueOf" && BOXES.contains(&(class, descriptor)))
                || (name == "toString" && is_text_of_primitive(descriptor))
        }
        _ => false,
    }
}

fn is_text_of_primitive(descriptor: &str) -> bool {
    descriptor.ends_with(")Ljava/lang/String;")
        && matches!(parameter_kinds(descriptor)[..], [kind] if kind != Kind::Reference)
}

impl Vm {
    fn slot_symbol(kind: Kind, slot: u64) -> Symbol {
        match kind {
            Kind::Reference | Kind::Void => 0,
            _ if kind.slots() == 2 => wide_symbol(slot),
            _ => narrow_symbol(slot),
        }
    }

    /// Calls that mean something else for symbolic values; `FallThrough` where they do not.
    pub(crate) fn call_symbolic(&mut self, id: MethodId, start: usize) -> Outcome<()> {
        let method = self.method(id);
        if method.class == self.known.string && !method.is_static() && self.heap.symbols.is_empty() {
            return Err(Trap::FallThrough);
        }
        let (name, descriptor, returns) = (method.name.clone(), method.descriptor.clone(), method.returns);
        let arguments = method.arguments as usize;
        let class = self.class(method.class).name.clone();
        let slots: Vec<u64> = self.thread().stack[start..start + arguments].to_vec();
        if self.is_symbolic_method(&class, &name, &descriptor) {
            self.make_parameters_symbolic(id, start)?;
            return Err(Trap::FallThrough);
        }
        match &*class {
            SYMBOLIC | DEBUG | VERIFIER | "hazard/Nondet" | "gov/nasa/jpf/vm/Verify" => {
                if matches!(&*name, "assume" | "ignoreIf") {
                    return self.call_assumption(start, slots[0], &*name == "ignoreIf");
                }
                if &*class == DEBUG
                    && let Some(answer) = self.debug_query(&name, &descriptor, &slots)?
                {
                    return self.finish_call(start, returns, answer);
                }
                match self.asked_input(&class, &name, &descriptor, &slots)? {
                    Some((input, domain)) => {
                        let value = self.input_value(&input, &domain)?;
                        self.finish_call(start, returns, value)
                    }
                    None => Err(Trap::FallThrough),
                }
            }
            _ if self.symbolic.is_none() => Err(Trap::FallThrough),
            // Eight bytes at a time it would miss the expressions; complemented, this says that all elements are still to be
            // compared, which its callers then do one by one.
            ARRAYS if self.heap.symbols.is_empty() => Err(Trap::FallThrough),
            ARRAYS => self.finish_call(start, returns, u64::from(!(slots[6] as u32))),
            "java/lang/String" if !self.method(id).is_static() => {
                self.look_into_texts(&name, &descriptor, &slots)?;
                Err(Trap::FallThrough)
            }
            _ => self.call_library(id, start, &name, &descriptor, &slots),
        }
    }

    /// Whether this is the method whose parameters are inputs: `pkg.C.m(int,int)`, or `pkg.C.m` for any parameters.
    pub(crate) fn is_symbolic_method(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let Some(wanted) = &self.config.symbolic_method else { return false };
        let (path, parameters) = match wanted.split_once('(') {
            Some((path, rest)) => (path, Some(rest.trim_end_matches(')'))),
            None => (wanted.as_str(), None),
        };
        let Some((wanted_class, wanted_name)) = path.trim().rsplit_once('.') else { return false };
        if wanted_name != name || wanted_class.replace('.', "/") != class {
            return false;
        }
        let Some(parameters) = parameters else { return true };
        let wanted: Vec<&str> = parameters.split([',', '#']).map(str::trim).filter(|word| !word.is_empty()).collect();
        let kinds = parameter_kinds(descriptor);
        let fits = |(word, kind): (&&str, &Kind)| match primitive_named(word) {
            Some(primitive) => primitive == *kind,
            // jpf-symbc writes `sym` and `con`; other names are classes.
            None => *word == "sym" || *word == "con" || *kind == Kind::Reference,
        };
        wanted.len() == kinds.len() && wanted.iter().zip(&kinds).all(fits)
    }

    /// The first call of the method gets inputs for its arguments of integer types.
    fn make_parameters_symbolic(&mut self, id: MethodId, start: usize) -> Outcome<()> {
        let method = self.method(id);
        let offset = u16::from(!method.is_static());
        let kinds = parameter_kinds(&method.descriptor);
        let file = self.class(method.class).file.clone();
        let code = file.as_ref().and_then(|file| file.methods.get(method.index as usize)).and_then(|m| m.code.as_ref());
        let mut slot = offset;
        let mut inputs: Vec<(String, InputDomain, u16)> = Vec::new();
        for (index, kind) in kinds.iter().enumerate() {
            let known = code.and_then(|code| code.variables.iter().find(|v| v.slot == slot && v.start == 0));
            let name = known.map_or_else(|| format!("p{index}"), |variable| variable.name.to_string());
            let width = match kind {
                Kind::Boolean => Some(Width::Boolean),
                Kind::Byte => Some(Width::Byte),
                Kind::Char => Some(Width::Char),
                Kind::Short => Some(Width::Short),
                Kind::Int => Some(Width::Int),
                Kind::Long => Some(Width::Long),
                _ => None,
            };
            if let Some(width) = width {
                let (low, high) = full_range(width);
                inputs.push((name, InputDomain::Integer { width, low, high }, slot));
            } else if *kind == Kind::Double {
                inputs.push((name, InputDomain::Real { low: f64::NEG_INFINITY, high: f64::INFINITY }, slot));
            }
            slot += kind.slots();
        }
        let called_before = inputs.first().is_some_and(|(name, _, _)| {
            let number = self.symbolic_names.number(name);
            self.path.inputs.iter().any(|(known, _)| *known == number)
        });
        if called_before {
            return Ok(());
        }
        for (name, domain, slot) in inputs {
            let value = self.input_value(&name, &domain)?;
            self.thread_mut().stack[start + slot as usize] = value;
        }
        Ok(())
    }

    /// A label wants to know a value: a symbolic one becomes one of its values first. `at` is its slot.
    pub(crate) fn settle_watched(&mut self, at: usize, kind: Kind) -> Outcome<()> {
        if self.symbolic.is_none() {
            return Ok(());
        }
        let symbol = Self::slot_symbol(kind, self.thread().stack[at]);
        if symbol != 0 {
            let value = self.decide_argument(symbol, kind, "a label on a symbolic value")?;
            self.thread_mut().stack[at] = value;
        }
        Ok(())
    }

    fn call_assumption(&mut self, start: usize, slot: u64, denies: bool) -> Outcome<()> {
        let symbol = narrow_symbol(slot);
        if symbol == 0 || self.symbolic.is_none() {
            return if (slot as u32 & 1 != 0) != denies {
                self.finish_call(start, Kind::Void, 0)
            } else {
                Err(Trap::Ignore)
            };
        }
        let zero = self.values().constant(0);
        let op = if denies { Comparison::Equal } else { Comparison::NotEqual };
        let condition = self.values().compare(op, symbol, zero);
        self.assume(condition)?;
        self.finish_call(start, Kind::Void, 0)
    }

    /// Questions about symbolic values themselves.
    fn debug_query(&mut self, name: &str, descriptor: &str, slots: &[u64]) -> Outcome<Option<u64>> {
        let Some(kind) = parameter_kinds(descriptor).first().copied() else { return Ok(None) };
        let symbol = slots.first().map_or(0, |slot| Self::slot_symbol(kind, *slot));
        if name.starts_with("isSymbolic") {
            return Ok(Some(u64::from(symbol != 0)));
        }
        if name.starts_with("getSymbolic") && symbol != 0 {
            return self.opaque_text(symbol).map(|text| Some(text.slot()));
        }
        if matches!(name, "printPC" | "printSymbolicValue") {
            return Ok(Some(0));
        }
        Ok(None)
    }

    /// What a call asks for, if it asks for an input: the name and the domain.
    fn asked_input(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        slots: &[u64],
    ) -> Outcome<Option<(String, InputDomain)>> {
        let integer = |width: Width| {
            let (low, high) = full_range(width);
            InputDomain::Integer { width, low, high }
        };
        let between = |width, low: u64, high: u64| InputDomain::Integer {
            width,
            low: i64::from(low as i32),
            high: i64::from(high as i32),
        };
        let everything = InputDomain::Real { low: f64::NEG_INFINITY, high: f64::INFINITY };
        let label = |vm: &Vm, at: usize| {
            let string = Ref::from_slot(slots[at]);
            if string.is_null() { "input".to_owned() } else { vm.string_text(string) }
        };
        let asked = match (class, name, descriptor) {
            (SYMBOLIC, "integer", "(Ljava/lang/String;)I") => (label(self, 0), integer(Width::Int)),
            (SYMBOLIC, "integer", _) => (label(self, 0), between(Width::Int, slots[1], slots[2])),
            (SYMBOLIC, "longInteger", "(Ljava/lang/String;)J") => (label(self, 0), integer(Width::Long)),
            (SYMBOLIC, "longInteger", _) => {
                let domain = InputDomain::Integer { width: Width::Long, low: slots[1] as i64, high: slots[3] as i64 };
                (label(self, 0), domain)
            }
            (SYMBOLIC, "bool", _) => (label(self, 0), integer(Width::Boolean)),
            (SYMBOLIC, "real", _) => {
                let domain = InputDomain::Real { low: f64::from_bits(slots[1]), high: f64::from_bits(slots[3]) };
                (label(self, 0), domain)
            }
            (DEBUG, "makeSymbolicInteger", _) => (label(self, 0), integer(Width::Int)),
            (DEBUG, "makeConstrainedSymbolicInteger", _) => (label(self, 0), between(Width::Int, slots[1], slots[2])),
            (DEBUG, "makeSymbolicLong", _) => (label(self, 0), integer(Width::Long)),
            (DEBUG, "makeSymbolicShort", _) => (label(self, 0), integer(Width::Short)),
            (DEBUG, "makeSymbolicByte", _) => (label(self, 0), integer(Width::Byte)),
            (DEBUG, "makeConstrainedSymbolicByte", _) => (label(self, 0), between(Width::Byte, slots[1], slots[2])),
            (DEBUG, "makeSymbolicChar", _) => (label(self, 0), integer(Width::Char)),
            (DEBUG, "makeSymbolicBoolean", _) => (label(self, 0), integer(Width::Boolean)),
            (DEBUG, "makeSymbolicReal" | "makeSymbolicDouble", _) => (label(self, 0), everything),
            (DEBUG, "addSymbolicInt", _) => (label(self, 1), integer(Width::Int)),
            (DEBUG, "addConstrainedSymbolicInt", _) => (label(self, 1), between(Width::Int, slots[2], slots[3])),
            (DEBUG, "addSymbolicLong", _) => (label(self, 2), integer(Width::Long)),
            (DEBUG, "addSymbolicByte", _) => (label(self, 1), integer(Width::Byte)),
            (DEBUG, "addSymbolicChar", _) => (label(self, 1), integer(Width::Char)),
            (DEBUG, "addSymbolicBoolean", _) => (label(self, 1), integer(Width::Boolean)),
            (DEBUG, "addSymbolicDouble", _) => (label(self, 2), everything),
            (DEBUG, "makeSymbolicString", _) => return unsupported("a symbolic String"),
            (VERIFIER, "nondetBoolean", _) => (name.to_owned(), integer(Width::Boolean)),
            (VERIFIER, "nondetByte", _) => (name.to_owned(), integer(Width::Byte)),
            (VERIFIER, "nondetChar", _) => (name.to_owned(), integer(Width::Char)),
            (VERIFIER, "nondetShort", _) => (name.to_owned(), integer(Width::Short)),
            (VERIFIER, "nondetInt", _) => (name.to_owned(), integer(Width::Int)),
            (VERIFIER, "nondetLong", _) => (name.to_owned(), integer(Width::Long)),
            (VERIFIER, "nondetFloat", _) => return unsupported("a symbolic float"),
            (VERIFIER, "nondetDouble", _) => (name.to_owned(), everything),
            (VERIFIER, "nondetString", _) => return unsupported("a symbolic String"),
            _ => return Ok(None),
        };
        Ok(Some(asked))
    }

    /// The slot of the next input of this name.
    pub(crate) fn input_value(&mut self, name: &str, domain: &InputDomain) -> Outcome<u64> {
        let number = self.symbolic_names.number(name);
        let occurrence = self.path.inputs.iter().filter(|(known, _)| *known == number).count() as u32 + 1;
        let wide = matches!(domain, InputDomain::Real { .. } | InputDomain::Integer { width: Width::Long, .. });
        if self.symbolic.is_none() {
            let slot = self.given_input(name, occurrence, domain)?;
            self.path.inputs.push((number, 0));
            return Ok(slot);
        }
        let symbol = self.values().input(name, occurrence, domain).map_err(|message| Trap::Fault(classify(message)))?;
        self.path.inputs.push((number, symbol));
        Ok(self.slot_of(symbol, wide))
    }

    fn given_input(&mut self, name: &str, occurrence: u32, domain: &InputDomain) -> Outcome<u64> {
        let config = self.config.clone();
        let full = numbered(name, occurrence);
        let given = config.inputs.iter().flatten().find(|(known, _)| *known == full).map(|(_, value)| value.as_str());
        let bad = || Trap::Fault(Fault::Input(format!("the input {full} is given as {}", given.unwrap_or_default())));
        Ok(match domain {
            InputDomain::Integer { width, low, .. } => {
                let value = given.map_or(Ok(*low), |text| text.parse::<i64>()).map_err(|_| bad())?;
                if *width == Width::Long { value as u64 } else { u64::from(value as u32) }
            }
            InputDomain::Real { low, .. } => {
                given.map_or(Ok(*low), |text| text.parse::<f64>()).map_err(|_| bad())?.to_bits()
            }
        })
    }

    /// Boxes and texts of symbolic values.
    fn call_library(&mut self, id: MethodId, start: usize, name: &str, descriptor: &str, slots: &[u64]) -> Outcome<()> {
        let kinds = parameter_kinds(descriptor);
        let offset = usize::from(!self.method(id).is_static());
        let Some(kind) = kinds.first().copied() else { return Err(Trap::FallThrough) };
        let slot = slots[offset];
        let symbol = Self::slot_symbol(kind, slot);
        if symbol == 0 {
            return Err(Trap::FallThrough);
        }
        if symbol == OPAQUE {
            // A character of an opaque text goes from string to string as it is.
            return if name == "append" { Err(Trap::FallThrough) } else { unsupported(LOOKING_INTO_TEXT) };
        }
        match name {
            "valueOf" if self.method(id).returns == Kind::Reference && !descriptor.ends_with("Ljava/lang/String;") => {
                let class = self.method(id).class;
                self.ensure_initialized(class)?;
                let object = self.allocate(class)?;
                let value = self.offset_of(class, "value").expect("a box has a value") as usize;
                self.heap.set_symbol(object, value, symbol);
                self.finish_call(start, Kind::Reference, object.slot())
            }
            "append" if !self.makes_texts_by_value(symbol) => {
                let text = self.opaque_text(symbol)?;
                let class = self.method(id).class;
                let wanted = format!("(Ljava/lang/String;){}", descriptor.rsplit(')').next().unwrap_or_default());
                let Some(target) = self.resolve_method(class, "append", &wanted) else {
                    return unsupported("the text of a symbolic value");
                };
                let depth = self.thread().frames.len();
                self.push_frame(target, &[slots[0], text.slot()], FrameKind::Normal)?;
                self.thread_mut().frames[depth - 1].sp = start as u32;
                Ok(())
            }
            // Whoever asks for the text of a number alone is going to look into it: it is made for each of a few values.
            _ if self.has_few_values(symbol) => {
                let value = self.decide_argument(symbol, kind, "the text of a symbolic value")?;
                self.thread_mut().stack[start + offset] = value;
                Err(Trap::FallThrough)
            }
            _ => {
                let text = self.opaque_text(symbol)?;
                self.finish_call(start, Kind::Reference, text.slot())
            }
        }
    }

    fn has_few_values(&mut self, symbol: Symbol) -> bool {
        if symbol == OPAQUE || self.values().is_real(symbol) {
            return false;
        }
        let (low, high) = self.values().range(symbol);
        high - low < CASES_MAX
    }

    fn makes_texts_by_value(&mut self, symbol: Symbol) -> bool {
        self.config.texts_by_value && self.has_few_values(symbol)
    }

    /// A method of a string that depends on its text, which must then be known. The library may ask for the length of a text
    /// it only copies.
    fn look_into_texts(&self, name: &str, descriptor: &str, slots: &[u64]) -> Outcome<()> {
        if self.heap.symbols.is_empty() {
            return Ok(());
        }
        let caller = self.method(self.frame().method).class;
        if matches!(name, "length" | "isEmpty") && self.class(caller).library {
            return Ok(());
        }
        let is_opaque = |slot: &u64| {
            let object = Ref::from_slot(*slot);
            let mut opaque = Vec::new();
            if !object.is_null() && self.heap.class_of(object) == self.known.string {
                self.note_opaque(object, 0, &mut opaque);
            }
            !opaque.is_empty()
        };
        let mut at = 1;
        let mut texts = vec![slots[0]];
        for kind in parameter_kinds(descriptor) {
            if kind == Kind::Reference {
                texts.push(slots[at]);
            }
            at += usize::from(kind.slots());
        }
        match texts.iter().any(is_opaque) {
            true => unsupported(LOOKING_INTO_TEXT),
            false => Ok(()),
        }
    }

    /// A string that shows the expression. It can be copied and printed, but not looked into: its characters are opaque.
    pub(crate) fn opaque_text(&mut self, symbol: Symbol) -> Outcome<Ref> {
        let text = self.values().text(symbol);
        let ascii: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let string = self.new_string(&ascii)?;
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        for index in 0..self.heap.array_length(array) as usize {
            self.heap.set_symbol(array, ELEMENTS + index, OPAQUE);
        }
        Ok(string)
    }

    /// Adds the places of opaque characters of `string`, which is about to be copied to `at`.
    pub(crate) fn note_opaque(&self, string: Ref, at: usize, opaque: &mut Vec<std::ops::Range<usize>>) {
        if string.is_null() || self.heap.symbols.is_empty() {
            return;
        }
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let shift = usize::from(self.heap.get1(string, self.known.string_coder as usize));
        let bytes = self.heap.array_length(array) as usize;
        for index in 0..bytes >> shift {
            if self.heap.symbols.contains_key(&(array.0, (ELEMENTS + (index << shift)) as u32)) {
                opaque.push(at + index..at + index + 1);
            }
        }
    }

    /// Makes characters of a string opaque.
    pub(crate) fn mark_opaque(&mut self, string: Ref, places: &[std::ops::Range<usize>]) {
        if places.is_empty() {
            return;
        }
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let shift = usize::from(self.heap.get1(string, self.known.string_coder as usize));
        for index in places.iter().cloned().flatten() {
            for byte in 0..1 << shift {
                self.heap.set_symbol(array, ELEMENTS + (index << shift) + byte, OPAQUE);
            }
        }
    }

    /// A native, when values may be symbolic.
    pub(crate) fn symbolic_native(&mut self, id: MethodId, native: Native, slots: &mut [u64]) -> Outcome<u64> {
        let method = self.method(id);
        let (returns, descriptor) = (method.returns, method.descriptor.clone());
        let class = self.class(method.class).name.clone();
        let name = method.name.clone();
        if &*class == "jdk/internal/misc/Unsafe"
            && let Some(access) = MemoryAccess::of(&name)
        {
            return self.symbolic_access(access, &descriptor, native, slots);
        }
        if !self.heap.symbols.is_empty() {
            match (&*class, &*name) {
                ("java/lang/System", "arraycopy") => {
                    self.concretise(id, slots)?;
                    let result = native(self, slots)?;
                    self.copy_array_symbols(slots);
                    return Ok(result);
                }
                ("java/lang/Object", "clone") => {
                    let result = native(self, slots)?;
                    let (from, to) = (Ref::from_slot(slots[0]), Ref::from_slot(result));
                    let bytes = self.heap.size_of(from) * 8;
                    self.heap.copy_symbols((from, 0), (to, 0), bytes);
                    return Ok(result);
                }
                _ => {}
            }
        }
        if &*class == "java/io/PrintStream" && self.has_symbol(id, slots) {
            return Ok(0);
        }
        if name.starts_with("join") && class.starts_with(crate::stubs::PREFIX) {
            self.make_texts(id, slots)?;
        }
        self.concretise(id, slots)?;
        let result = native(self, slots)?;
        // Natives may leave anything in the upper half of an int.
        Ok(if returns.slots() == 1 { result & 0xffff_ffff } else { result })
    }

    fn has_symbol(&self, id: MethodId, slots: &[u64]) -> bool {
        let method = self.method(id);
        let mut at = usize::from(!method.is_static());
        parameter_kinds(&method.descriptor).into_iter().any(|kind| {
            let symbol = Self::slot_symbol(kind, slots[at]);
            at += usize::from(kind.slots());
            symbol != 0
        })
    }

    /// Symbolic arguments become one of their values, where these are few.
    fn concretise(&mut self, id: MethodId, slots: &mut [u64]) -> Outcome<()> {
        let method = self.method(id);
        let mut at = usize::from(!method.is_static());
        for kind in parameter_kinds(&method.descriptor) {
            let symbol = Self::slot_symbol(kind, slots[at]);
            if symbol != 0 {
                let method = self.method(id);
                let what = format!("a symbolic argument of {}.{}", self.class(method.class).java_name(), method.name);
                let value = self.decide_argument(symbol, kind, &what)?;
                slots[at] = value;
                // The call runs again if it has a choice of its own: the argument is then known.
                let start = self.frame().sp as usize - self.method(id).arguments as usize;
                self.thread_mut().stack[start + at] = value;
            }
            at += usize::from(kind.slots());
        }
        Ok(())
    }

    fn decide_argument(&mut self, symbol: Symbol, kind: Kind, what: &str) -> Outcome<u64> {
        if symbol == OPAQUE || self.values().is_real(symbol) {
            return unsupported(what.to_owned());
        }
        let (low, high) = self.values().range(symbol);
        if high - low >= CASES_MAX {
            return unsupported(format!("{what} with {} possible values", high - low + 1));
        }
        let value = self.decide_value(symbol, low, high, what)?.unwrap_or(low as i32);
        Ok(if kind.slots() == 2 { i64::from(value) as u64 } else { u64::from(value as u32) })
    }

    fn copy_array_symbols(&mut self, slots: &[u64]) {
        let (from, to) = (Ref::from_slot(slots[0]), Ref::from_slot(slots[2]));
        let shift = self.heap.shapes[self.heap.class_of(from).0 as usize].element_shift.unwrap_or(0);
        let byte = |index: u64| ELEMENTS + ((index as u32 as usize) << shift);
        let bytes = (slots[4] as u32 as usize) << shift;
        self.heap.copy_symbols((from, byte(slots[1])), (to, byte(slots[3])), bytes);
    }

    /// Symbolic arguments of a concatenation become texts.
    fn make_texts(&mut self, id: MethodId, slots: &mut [u64]) -> Outcome<()> {
        let mut at = 0;
        for kind in parameter_kinds(&self.method(id).descriptor.clone()) {
            let symbol = Self::slot_symbol(kind, slots[at]);
            if symbol != 0 && self.makes_texts_by_value(symbol) {
                let value = self.decide_argument(symbol, kind, "the text of a symbolic value")?;
                slots[at] = value;
                // The call runs again after each decision: the argument is then known.
                let start = self.frame().sp as usize - self.method(id).arguments as usize;
                self.thread_mut().stack[start + at] = value;
            } else if symbol != 0 {
                self.concat_symbols.push((at, symbol));
                slots[at] = 0;
            }
            at += usize::from(kind.slots());
        }
        Ok(())
    }

    /// `Unsafe` reads and writes memory by `get_kind` and `put_kind`, which mind the expressions there. What is left to
    /// decide is whether a symbolic value is the expected one.
    fn symbolic_access(
        &mut self,
        access: MemoryAccess,
        descriptor: &str,
        native: Native,
        slots: &mut [u64],
    ) -> Outcome<u64> {
        if access == MemoryAccess::Compare {
            let (object, offset) = (Ref::from_slot(slots[1]), slots[2] as usize);
            let kind = parameter_kinds(descriptor).get(2).copied().unwrap_or(Kind::Int);
            let present = self.get_kind(object, offset, kind);
            if present != slots[4] && (Self::slot_symbol(kind, present) != 0 || Self::slot_symbol(kind, slots[4]) != 0)
            {
                let (a, b) = (self.symbol_or_constant(kind, present), self.symbol_or_constant(kind, slots[4]));
                let equal = self.values().compare(Comparison::Equal, a, b);
                if self.decide(equal, "compare and set")? {
                    slots[4] = present;
                }
            }
        }
        native(self, slots)
    }

    fn symbol_or_constant(&mut self, kind: Kind, slot: u64) -> Symbol {
        match Self::slot_symbol(kind, slot) {
            0 if kind.slots() == 2 => self.values().constant(slot as i64),
            0 => self.values().constant(i64::from(slot as i32)),
            symbol => symbol,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MemoryAccess {
    Plain,
    Compare,
}

impl MemoryAccess {
    fn of(name: &str) -> Option<MemoryAccess> {
        const TYPES: [&str; 8] = ["Int", "Long", "Boolean", "Byte", "Char", "Short", "Float", "Double"];
        let is_typed = |rest: &str| TYPES.iter().any(|kind| rest.starts_with(kind));
        let compared = name.strip_prefix("compareAndSet").or_else(|| name.strip_prefix("compareAndExchange"));
        if compared.is_some_and(is_typed) {
            return Some(MemoryAccess::Compare);
        }
        let plain = name.strip_prefix("get").or_else(|| name.strip_prefix("put"));
        plain.is_some_and(is_typed).then_some(MemoryAccess::Plain)
    }
}

/// How an input is called in profiles, reports and traces: `x`, then `x#2`, and so on.
pub fn numbered(name: &str, occurrence: u32) -> String {
    if occurrence <= 1 { name.to_owned() } else { format!("{name}#{occurrence}") }
}

fn full_range(width: Width) -> (i64, i64) {
    match width {
        Width::Boolean => (0, 1),
        Width::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Width::Char => (0, i64::from(u16::MAX)),
        Width::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Width::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Width::Long => (i64::MIN, i64::MAX),
    }
}

fn primitive_named(word: &str) -> Option<Kind> {
    Some(match word {
        "boolean" => Kind::Boolean,
        "byte" => Kind::Byte,
        "char" => Kind::Char,
        "short" => Kind::Short,
        "int" => Kind::Int,
        "long" => Kind::Long,
        "float" => Kind::Float,
        "double" => Kind::Double,
        _ => return None,
    })
}

/// A domain that is wrong is bad input; one that cannot be had is not supported.
fn classify(message: String) -> Fault {
    match message.strip_prefix("unsupported: ") {
        Some(what) => Fault::Unsupported { what: what.to_owned(), location: None },
        None => Fault::Input(message),
    }
}
