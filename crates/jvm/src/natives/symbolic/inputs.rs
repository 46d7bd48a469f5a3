//! Inputs: what asks for one, under which name and of which domain, and the method whose parameters are inputs.

use super::{DEBUG, SYMBOLIC, VERIFIER};
use crate::choice::Pending;
use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{Binary, Comparison, InputDomain, Symbol, TextLaw, Width};
use crate::heap::Ref;
use crate::vm::{Outcome, Trap, Vm, unsupported};
use space::Fault;

/// What is noted of a string whose characters are all there, behind its name.
const MADE: &str = "~made";

/// The names of inputs met so far; a path refers to them by their places. Where inputs are symbolic, machines that read each other's
/// states have their names in common (`SymbolicValues::name`).
#[derive(Clone, Default)]
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
    ///
    /// Where all strings are wanted (`strings_whole`) they may be longer, in which case a rest follows, and have characters
    /// beyond Latin-1, in which case each takes two bytes.
    pub(super) fn text_input(&mut self, name: &str) -> Outcome<Ref> {
        if self.symbolic.is_some()
            && let Some(law) = self.values().text_law(name)
        {
            return self.text_by_law(name, &law);
        }
        let length_max = i64::from(self.config.strings_max);
        let is_whole = self.config.strings_whole && self.symbolic.is_some();
        let high = if is_whole { i64::from(i32::MAX) } else { length_max };
        let domain = InputDomain::Integer { width: Width::Int, low: 0, high };
        let name = self.name_of_text(name);
        let length_name = format!("{name}.length");
        let mut rest = None;
        let mut is_wide = self.symbolic.is_none();
        let length = match self.symbolic.is_some() {
            false => i64::from(self.input_value(&length_name, &domain)? as i32),
            true => {
                let what = format!("Strings of at most {length_max} characters of Latin-1");
                if !self.values().bounded(if is_whole { "" } else { &what }) {
                    return unsupported(format!(
                        "a symbolic String where probabilities are asked for and no --profile has a [text.{name}]"
                    ));
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
                    None => match self.decide_text(&name, symbol, high)? {
                        (Some(length), wide) => {
                            is_wide = wide;
                            length
                        }
                        (None, wide) => {
                            is_wide = wide;
                            let known = self.values().constant(length_max);
                            rest = Some(self.values().binary(Binary::Sub, Width::Int, symbol, known));
                            length_max
                        }
                    },
                };
                self.path.inputs.push((number, symbol));
                length
            }
        };
        self.string_of_inputs(&name, length.max(0) as usize, is_wide, rest)
    }

    /// A string that is distributed by a law: its length is decided, then its characters are assumed to be as the law says.
    /// The call runs again after each of the two; that the length is known is seen from the inputs of the path.
    fn text_by_law(&mut self, name: &str, law: &TextLaw) -> Outcome<Ref> {
        let unit_max = law.alphabet.last().map_or(0, |range| range.1);
        let is_wide = unit_max > 0xff;
        let (own, begun) = self.text_in_making(name);
        let length = match begun {
            Some(length) => length,
            None => {
                let domain = InputDomain::Integer { width: Width::Int, low: 0, high: i64::from(law.length_max) };
                let length_name = format!("{own}.length");
                let symbol = self.values().input(&length_name, 1, &domain);
                let symbol = symbol.map_err(|message| Trap::Fault(classify(message)))?;
                let high = i128::from(law.length_max);
                let length = self.decide_value(symbol, 0, high, "the length of a symbolic String")?.unwrap_or(0);
                let (number, decided) = (self.number_of_name(&length_name), self.values().constant(length));
                self.path.inputs.push((number, decided));
                length
            }
        } as usize;
        let high = if is_wide { i64::from(u16::MAX) } else { 255 };
        let domain = InputDomain::Integer { width: Width::Char, low: 0, high };
        let mut units = Vec::with_capacity(length);
        for index in 0..length {
            let symbol = self.values().input(&format!("{own}[{index}]"), 1, &domain);
            units.push(symbol.map_err(|message| Trap::Fault(classify(message)))?);
        }
        let condition = self.condition_of_law(law, &units, high as u32)?;
        self.assume(condition)?;
        let (number, done) = (self.number_of_name(&format!("{own}{MADE}")), self.values().constant(1));
        self.path.inputs.push((number, done));
        self.string_of_inputs(&own, length, is_wide, None)
    }

    /// How the next string of a name is called, and its length if that is decided already.
    fn text_in_making(&mut self, name: &str) -> (String, Option<i64>) {
        let mut occurrence = 1;
        loop {
            let own = numbered(name, occurrence);
            let [length, made] = [".length", MADE].map(|part| self.number_of_name(&format!("{own}{part}")));
            let length = self.path.inputs.iter().find(|(known, _)| *known == length).map(|(_, symbol)| *symbol);
            let is_made = self.path.inputs.iter().any(|(known, _)| *known == made);
            if !is_made {
                return (own, length.and_then(|symbol| self.values().as_constant(symbol)));
            }
            occurrence += 1;
        }
    }

    /// A string whose characters are inputs, and perhaps a rest.
    fn string_of_inputs(&mut self, name: &str, length: usize, is_wide: bool, rest: Option<Symbol>) -> Outcome<Ref> {
        let high = if self.config.strings_whole || is_wide { i64::from(u16::MAX) } else { 255 };
        let domain = InputDomain::Integer { width: Width::Char, low: 0, high };
        let mut units = vec![0u16; length];
        let mut symbols = Vec::new();
        for (index, unit) in units.iter_mut().enumerate() {
            let slot = self.input_value(&format!("{name}[{index}]"), &domain)?;
            *unit = slot as u16;
            let symbol = crate::domain::narrow_symbol(slot);
            if symbol != 0 {
                symbols.push((index, symbol));
            }
        }
        if self.symbolic.is_none() {
            return self.string_from_units(&units);
        }
        units.extend(rest.map(|_| 0));
        let string = if is_wide { self.string_of_wide_units(&units)? } else { self.string_from_units(&units)? };
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let byte = |vm: &mut Vm, symbol, shift: i64| {
            let count = vm.values().constant(shift);
            let shifted = if shift == 0 { symbol } else { vm.values().binary(Binary::Ushr, Width::Int, symbol, count) };
            vm.values().convert(shifted, Width::Byte)
        };
        for (index, symbol) in symbols {
            let low = byte(self, symbol, 0);
            let at = crate::heap::ELEMENTS + if is_wide { 2 * index } else { index };
            self.heap.set_symbol(array, at, low);
            if is_wide {
                let high = byte(self, symbol, 8);
                self.heap.set_symbol(array, at + 1, high);
            }
        }
        if let Some(rest) = rest {
            self.mark_rest(string, length, rest);
        }
        Ok(string)
    }

    /// How the next string of a name is called: its parts bear the same number.
    fn name_of_text(&mut self, name: &str) -> String {
        let mut occurrence = 1;
        loop {
            let own = numbered(name, occurrence);
            let number = self.number_of_name(&format!("{own}.length"));
            if !self.path.inputs.iter().any(|(known, _)| *known == number) {
                return own;
            }
            occurrence += 1;
        }
    }

    /// Decides how long a string is (none: longer than the bound) and whether it has characters beyond Latin-1.
    fn decide_text(&mut self, name: &str, length: Symbol, high: i128) -> Outcome<(Option<i64>, bool)> {
        let what = "the length of a symbolic String";
        if !self.config.strings_whole {
            return Ok((Some(self.decide_value(length, 0, high, what)?.unwrap_or(0)), false));
        }
        // One decision, as the call runs again after it: first those within Latin-1, then the others.
        let beyond = self.beyond_latin1(name, high as usize)?;
        let mut conditions = Vec::new();
        let mut meanings = Vec::new();
        for count in 0..=high + 1 {
            let bound = self.values().constant(count as i64);
            let op = if count > high { Comparison::GreaterOrEqual } else { Comparison::Equal };
            let here = self.values().compare(op, length, bound);
            let elsewhere = self.values().not(here);
            let beyond = &beyond[..count.min(high) as usize];
            let known = (count <= high).then_some(count as i64);
            let not_narrow = self.values().or(&[&[elsewhere], beyond].concat());
            conditions.push(self.values().not(not_narrow));
            meanings.push((known, false));
            if !beyond.is_empty() {
                let some = self.values().or(beyond);
                let none = self.values().not(some);
                let not_wide = self.values().or(&[elsewhere, none]);
                conditions.push(self.values().not(not_wide));
                meanings.push((known, true));
            }
        }
        let pick = self.choose(Pending::branch(conditions.into(), what))?;
        Ok(meanings[pick as usize])
    }

    /// For each of the first characters of a string, that it lies beyond Latin-1.
    fn beyond_latin1(&mut self, name: &str, count: usize) -> Outcome<Vec<Symbol>> {
        let domain = InputDomain::Integer { width: Width::Char, low: 0, high: i64::from(u16::MAX) };
        let last = self.values().constant(255);
        let mut conditions = Vec::with_capacity(count);
        for index in 0..count {
            let input = format!("{name}[{index}]");
            let symbol = self.values().input(&input, 1, &domain);
            let symbol = symbol.map_err(|message| Trap::Fault(classify(message)))?;
            conditions.push(self.values().compare(Comparison::Greater, symbol, last));
        }
        Ok(conditions)
    }

    pub(super) fn number_of_name(&mut self, name: &str) -> u32 {
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

    /// The expression that the next input of this name is going to be.
    pub(super) fn next_input(&mut self, name: &str, domain: &InputDomain) -> Outcome<Symbol> {
        let number = self.number_of_name(name);
        let occurrence = self.path.inputs.iter().filter(|(known, _)| *known == number).count() as u32 + 1;
        self.values().input(name, occurrence, domain).map_err(|message| Trap::Fault(classify(message)))
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
            InputDomain::Options(options) => {
                let named = given.map_or(Some(0), |text| options.iter().position(|option| option == text));
                named.ok_or_else(bad)? as u64
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

pub(super) fn full_range(width: Width) -> (i64, i64) {
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
pub(super) fn classify(message: String) -> Fault {
    match message.strip_prefix("unsupported: ") {
        Some(what) => Fault::Unsupported { what: what.to_owned(), location: None },
        None => Fault::Input(message),
    }
}
