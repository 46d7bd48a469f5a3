//! The text of an integer that is not known: its sign and the number of its digits are decided, the digits stay unknown. They are
//! numbers of their own between 0 and 9, of which the integer is the sum; there is exactly one such row for each integer.

use crate::choice::Pending;
use crate::class::Kind;
use crate::domain::{AUXILIARY, Binary, Comparison, InputDomain, Symbol, Width};
use crate::exec::symbolic::is_opaque;
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm};
use space::Fault;

/// Characters of Latin-1: each an expression, or known where that is zero.
pub(crate) type Spelled = Vec<(Symbol, u8)>;

/// Integers with so few values are spelled one by one.
const VALUES_FEW: i128 = 16;

/// Ways to spell several integers that are told apart at once.
const WAYS_MAX: usize = 512;

impl Vm {
    /// Whether the text of a value is made of unknown digits. Where probabilities are asked for it is not: digits are no inputs.
    pub(super) fn is_spelled(&mut self, kind: Kind, symbol: Symbol) -> bool {
        let is_integer = matches!(kind, Kind::Int | Kind::Long | Kind::Short | Kind::Byte);
        if !self.config.texts_by_value || !is_integer || is_opaque(symbol) || self.values().is_real(symbol) {
            return false;
        }
        let (low, high) = self.values().range(symbol);
        high - low >= VALUES_FEW && self.values().bounded("")
    }

    /// The texts of some integers, all decided at once, since the call runs again after each decision.
    pub(super) fn spelled(&mut self, symbols: &[Symbol]) -> Outcome<Option<Vec<Spelled>>> {
        let mut ways: Vec<(Vec<Symbol>, Vec<Spelled>)> = vec![(Vec::new(), Vec::new())];
        for symbol in symbols {
            let own = self.spellings(*symbol)?;
            if ways.len() * own.len() > WAYS_MAX {
                return Ok(None);
            }
            let extended = |(conditions, texts): &(Vec<Symbol>, Vec<Spelled>),
                            (condition, text): &(Symbol, Spelled)| {
                let conditions = conditions.iter().copied().chain([*condition]).collect();
                (conditions, texts.iter().cloned().chain([text.clone()]).collect())
            };
            ways = ways.iter().flat_map(|way| own.iter().map(move |more| extended(way, more))).collect();
        }
        let mut conditions: Vec<Symbol> = Vec::with_capacity(ways.len() + 1);
        for (parts, _) in &ways {
            let negated: Vec<Symbol> = parts.iter().map(|part| self.values().not(*part)).collect();
            let some_fails = self.values().or(&negated);
            conditions.push(self.values().not(some_fails));
        }
        // A single way says something of its digits, too, so that it is no choice to be passed over.
        conditions.push(self.values().constant(0));
        let pick = self.choose(Pending::branch(conditions.into(), "the digits of a symbolic value"))?;
        Ok(ways.into_iter().nth(pick as usize).map(|(_, texts)| texts))
    }

    /// Each sign and number of digits that an integer can have: its condition, and the text.
    fn spellings(&mut self, symbol: Symbol) -> Outcome<Vec<(Symbol, Spelled)>> {
        let (low, high) = self.values().range(symbol);
        let mut ways = Vec::new();
        for count in 1..=19u32 {
            let (least, most) = (if count == 1 { 0 } else { 10i128.pow(count - 1) }, 10i128.pow(count) - 1);
            for is_negative in [false, true] {
                let within = if is_negative { (-most, -least.max(1)) } else { (least, most) };
                let within = (within.0.max(low), within.1.min(high));
                if within.0 <= within.1 {
                    ways.push(self.spelling(symbol, count, is_negative, within)?);
                }
            }
        }
        Ok(ways)
    }

    fn spelling(
        &mut self,
        symbol: Symbol,
        count: u32,
        is_negative: bool,
        within: (i128, i128),
    ) -> Outcome<(Symbol, Spelled)> {
        let mut text: Spelled = if is_negative { vec![(0, b'-')] } else { Vec::new() };
        let mut sum = self.values().constant(0);
        let sign = if is_negative { "-" } else { "" };
        for place in (0..count).rev() {
            let name = format!("{AUXILIARY}{symbol}:{sign}{count}:{place}");
            let domain = InputDomain::Integer { width: Width::Int, low: 0, high: 9 };
            let digit = self.values().input(&name, 1, &domain);
            let digit = digit.map_err(|message| Trap::Fault(Fault::Input(message)))?;
            let (weight, zero) = (10i64.pow(place), self.values().constant(i64::from(b'0')));
            let weight = self.values().constant(if is_negative { -weight } else { weight });
            let part = self.values().binary(Binary::Mul, Width::Long, digit, weight);
            sum = self.values().binary(Binary::Add, Width::Long, sum, part);
            let character = self.values().binary(Binary::Add, Width::Int, digit, zero);
            text.push((self.values().convert(character, Width::Byte), 0));
        }
        let inside = self.between(symbol, within);
        let equal = self.values().compare(Comparison::Equal, symbol, sum);
        let (outside, unequal) = (self.values().not(inside), self.values().not(equal));
        let fails = self.values().or(&[outside, unequal]);
        Ok((self.values().not(fails), text))
    }

    /// The text of one integer as a string; none if it can only be shown.
    pub(super) fn spelled_text(&mut self, symbol: Symbol) -> Outcome<Ref> {
        let Some(texts) = self.spelled(&[symbol])? else { return self.opaque_text(symbol) };
        let shown: String =
            texts[0].iter().map(|(_, known)| if *known == 0 { '0' } else { char::from(*known) }).collect();
        let string = self.new_string(&shown)?;
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        for (index, (symbol, _)) in texts[0].iter().enumerate().filter(|(_, (symbol, _))| *symbol != 0) {
            self.heap.set_symbol(array, ELEMENTS + index, *symbol);
        }
        Ok(string)
    }
}
