//! Inputs: what asks for one, under which name and of which domain, and the method whose parameters are inputs.

use super::{DEBUG, SYMBOLIC, VERIFIER};
use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{InputDomain, Width};
use crate::heap::Ref;
use crate::vm::{Outcome, Trap, Vm, unsupported};
use space::Fault;

/// The names of inputs met so far; a path refers to them by their places. Where inputs are symbolic, machines that read each other's
/// states have their names in common (`SymbolicValues::name`).
#[derive(Default)]
pub struct Names(Vec<String>);

impl Names {
    pub(super) fn number(&mut self, name: &str) -> u32 {
        let known = self.0.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        }) as u32
    }
}

impl Vm {
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
    pub(super) fn make_parameters_symbolic(&mut self, id: MethodId, start: usize) -> Outcome<()> {
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
            } else if *kind == Kind::Float {
                inputs.push((name, InputDomain::Single, slot));
            }
            slot += kind.slots();
        }
        let called_before = inputs.first().is_some_and(|(name, _, _)| {
            let number = self.number_of_name(name);
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

    /// What a call asks for, if it asks for an input: the name and the domain.
    pub(super) fn asked_input(
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
            (SYMBOLIC, "anyFloat", _) => (label(self, 0), InputDomain::Single),
            (SYMBOLIC, "anyDouble", _) => (label(self, 0), everything),
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
            (VERIFIER, "nondetBoolean", _) => (name.to_owned(), integer(Width::Boolean)),
            (VERIFIER, "nondetByte", _) => (name.to_owned(), integer(Width::Byte)),
            (VERIFIER, "nondetChar", _) => (name.to_owned(), integer(Width::Char)),
            (VERIFIER, "nondetShort", _) => (name.to_owned(), integer(Width::Short)),
            (VERIFIER, "nondetInt", _) => (name.to_owned(), integer(Width::Int)),
            (VERIFIER, "nondetLong", _) => (name.to_owned(), integer(Width::Long)),
            (VERIFIER, "nondetFloat", _) => (name.to_owned(), InputDomain::Single),
            (VERIFIER, "nondetDouble", _) => (name.to_owned(), everything),
            _ => return Ok(None),
        };
        Ok(Some(asked))
    }

    /// The name of a string that a call asks for, if it asks for one.
    pub(super) fn asked_text(&self, class: &str, name: &str, slots: &[u64]) -> Option<String> {
        let label = |at: usize| match Ref::from_slot(slots[at]) {
            string if string.is_null() => "input".to_owned(),
            string => self.string_text(string),
        };
        match (class, name) {
            (SYMBOLIC, "text") | (DEBUG, "makeSymbolicString") => Some(label(0)),
            (VERIFIER, "nondetString") => Some(name.to_owned()),
            _ => None,
        }
    }

    /// A string of any length up to a bound, decided at once, and of any characters of Latin-1, which stay unknown. Its length is
    /// the input `NAME.length`, its characters are `NAME[0]` and so on.
    pub(super) fn text_input(&mut self, name: &str) -> Outcome<Ref> {
        let length_max = i64::from(self.config.strings_max);
        let domain = InputDomain::Integer { width: Width::Int, low: 0, high: length_max };
        let length_name = format!("{name}.length");
        let length = match self.symbolic.is_some() {
            false => i64::from(self.input_value(&length_name, &domain)? as i32),
            true => {
                if !self.values().bounded(&format!("Strings of at most {length_max} characters of Latin-1")) {
                    return unsupported("a symbolic String where probabilities are asked for");
                }
                let number = self.number_of_name(&length_name);
                let occurrence = self.path.inputs.iter().filter(|(known, _)| *known == number).count() as u32 + 1;
                let symbol = self
                    .values()
                    .input(&length_name, occurrence, &domain)
                    .map_err(|message| Trap::Fault(classify(message)))?;
                // The call runs again once this is decided.
                let high = i128::from(length_max);
                let length = match self.values().as_constant(symbol) {
                    Some(length) => length,
                    None => self.decide_value(symbol, 0, high, "the length of a symbolic String")?.unwrap_or(0),
                };
                self.path.inputs.push((number, symbol));
                length
            }
        };
        let mut bytes = vec![0; length.max(0) as usize];
        let mut symbols = Vec::new();
        for (index, byte) in bytes.iter_mut().enumerate() {
            let domain = InputDomain::Integer { width: Width::Char, low: 0, high: 255 };
            let slot = self.input_value(&format!("{name}[{index}]"), &domain)?;
            *byte = slot as u8;
            let symbol = crate::domain::narrow_symbol(slot);
            if symbol != 0 {
                symbols.push((index, self.values().convert(symbol, Width::Byte)));
            }
        }
        let string = self.string_from_latin1(&bytes)?;
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        for (index, symbol) in symbols {
            self.heap.set_symbol(array, crate::heap::ELEMENTS + index, symbol);
        }
        Ok(string)
    }

    fn number_of_name(&mut self, name: &str) -> u32 {
        match &mut self.symbolic {
            Some(values) => values.name(name),
            None => self.symbolic_names.number(name),
        }
    }

    /// The slot of the next input of this name.
    pub(crate) fn input_value(&mut self, name: &str, domain: &InputDomain) -> Outcome<u64> {
        let number = self.number_of_name(name);
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
            InputDomain::Single => {
                let value = given.map_or(Ok(0.0), |text| text.parse::<f32>()).map_err(|_| bad())?;
                u64::from(value.to_bits())
            }
        })
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
