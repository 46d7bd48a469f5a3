//! Helpful messages of `NullPointerException`s (JEP 358): which action failed, and which expression was null. The
//! wording, and what is explained and what is not, is HotSpot's.
//!
//! A simulation of the operand stack tells for every slot which instruction pushed it, where that is the same on the
//! ways there; from the instruction that failed one goes back to the one that pushed the null, and so on.

use classfile::{Code, Constant, ConstantPool};

use crate::analysis::instructions::{Instructions, u16_at};
use crate::analysis::opcodes;
use crate::class::{Kind, MethodId, parameter_descriptors, parameter_kinds, return_descriptor};
use crate::heap::Ref;
use crate::link::java_type;
use crate::vm::{Outcome, Vm};

/// How many steps back an explanation goes.
const DETAIL_MAX: u32 = 5;
/// Methods with more code than this are not analysed for a message.
const CODE_MAX: usize = 65_535;

const GETSTATIC: u8 = 178;
const GETFIELD: u8 = 180;
const PUTFIELD: u8 = 181;
const INVOKEVIRTUAL: u8 = 182;
const INVOKESPECIAL: u8 = 183;
const INVOKESTATIC: u8 = 184;
const INVOKEINTERFACE: u8 = 185;
const INVOKEDYNAMIC: u8 = 186;
const ARRAYLENGTH: u8 = 190;
const ATHROW: u8 = 191;
const CHECKCAST: u8 = 192;
const MONITORENTER: u8 = 194;
const MONITOREXIT: u8 = 195;
const MULTIANEWARRAY: u8 = 197;

/// `NullPointerException.getExtendedNPEMessage`
pub fn extended_message(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    match vm.null_pointer_message(Ref::from_slot(args[0])) {
        Some(message) => vm.new_string(&message).map(Ref::slot),
        None => Ok(0),
    }
}

impl Vm {
    fn null_pointer_message(&self, exception: Ref) -> Option<String> {
        if self.has_hidden_origin(exception) {
            return None;
        }
        let (method, pc) = self.backtrace(exception).first().copied()?;
        self.explain_null(method, pc)
    }

    fn explain_null(&self, id: MethodId, pc: u32) -> Option<String> {
        let method = self.method(id);
        let file = self.class(method.class).file.as_ref()?;
        let code = file.methods.get(method.index as usize)?.code.as_ref()?;
        let at = usize::from(*method.code.pcs.get(pc as usize)?);
        if code.bytes.len() > CODE_MAX {
            return None;
        }
        let explanation = Explanation {
            code,
            pool: &file.pool,
            descriptor: &method.descriptor,
            is_static: method.is_static(),
            instructions: Instructions::find(&code.bytes).ok()?,
            stacks: Vec::new(),
        };
        explanation.explain(at)
    }
}

/// The instruction that pushed a value; none where ways differ.
type Source = Option<u16>;

#[derive(Clone, Debug, PartialEq)]
struct Stack {
    slots: Vec<Source>,
    /// Locals that were assigned on the way.
    written: Vec<bool>,
}

struct Explanation<'a> {
    code: &'a Code,
    pool: &'a ConstantPool,
    descriptor: &'a str,
    is_static: bool,
    instructions: Instructions<'a>,
    /// Before each instruction, by ordinal.
    stacks: Vec<Option<Stack>>,
}

impl Explanation<'_> {
    fn explain(mut self, at: usize) -> Option<String> {
        let action = self.failed_action(at)?;
        let slot = self.null_slot(at)?;
        self.simulate(at);
        let mut cause = String::new();
        if self.cause(at, slot, DETAIL_MAX, false, Some(" because \""), &mut cause) {
            cause.push_str("\" is null");
            return Some(action + &cause);
        }
        Some(action)
    }

    /// The class, name and descriptor that the operand of an instruction names.
    fn member(&self, at: usize) -> Option<(&str, &str, &str)> {
        let index = u16_at(self.instructions.code, at + 1);
        let (class, name_and_type) = match self.pool.0.get(usize::from(index))? {
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type }
            | Constant::InterfaceMethod { class, name_and_type } => (Some(*class), *name_and_type),
            Constant::InvokeDynamic { name_and_type, .. } => (None, *name_and_type),
            _ => return None,
        };
        let class = match class {
            Some(class) => self.pool.class_name(class).ok()?,
            None => "",
        };
        let (name, descriptor) = self.pool.name_and_type(name_and_type).ok()?;
        Some((class, name, descriptor))
    }

    fn failed_action(&self, at: usize) -> Option<String> {
        let number = self.instructions.number(at);
        let array = |number: u8| match number {
            0 => "int",
            1 => "long",
            2 => "float",
            3 => "double",
            4 => "object",
            5 => "byte/boolean",
            6 => "char",
            _ => "short",
        };
        Some(match number {
            opcodes::IALOAD..=opcodes::SALOAD => {
                format!("Cannot load from {} array", array(number - opcodes::IALOAD))
            }
            opcodes::IASTORE..=opcodes::SASTORE => {
                format!("Cannot store to {} array", array(number - opcodes::IASTORE))
            }
            ARRAYLENGTH => "Cannot read the array length".into(),
            ATHROW => "Cannot throw exception".into(),
            MONITORENTER => "Cannot enter synchronized block".into(),
            MONITOREXIT => "Cannot exit synchronized block".into(),
            GETFIELD => format!("Cannot read field \"{}\"", self.member(at)?.1),
            PUTFIELD => format!("Cannot assign field \"{}\"", self.member(at)?.1),
            INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE => {
                format!("Cannot invoke \"{}\"", self.method_name(at)?)
            }
            _ => return None,
        })
    }

    /// How far below the top of the stack the null is; none if the exception was made by `new`.
    fn null_slot(&self, at: usize) -> Option<usize> {
        Some(match self.instructions.number(at) {
            opcodes::IALOAD..=opcodes::SALOAD => 1,
            opcodes::LASTORE | opcodes::DASTORE => 3,
            opcodes::IASTORE..=opcodes::SASTORE => 2,
            PUTFIELD => Kind::of_descriptor(self.member(at)?.2).slots().into(),
            INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE => {
                let (_, name, descriptor) = self.member(at)?;
                if name == "<init>" {
                    return None;
                }
                slots_of(descriptor)
            }
            _ => 0,
        })
    }

    fn method_name(&self, at: usize) -> Option<String> {
        let (class, name, descriptor) = self.member(at)?;
        let parameters: Vec<String> =
            parameter_descriptors(descriptor).into_iter().map(|it| short(&java_type(it))).collect();
        let class = if class.starts_with('[') { java_type(class) } else { class.replace('/', ".") };
        Some(format!("{}.{name}({})", short(&class), parameters.join(", ")))
    }

    /// Appends what was null; false if that cannot be told.
    fn cause(&self, at: usize, slot: usize, detail: u32, inner: bool, prefix: Option<&str>, out: &mut String) -> bool {
        if detail == 0 {
            return false;
        }
        let ordinal = usize::from(self.instructions.ordinals[at]);
        let Some(Some(stack)) = self.stacks.get(ordinal) else { return false };
        let Some(place) = stack.slots.len().checked_sub(slot + 1) else { return false };
        let Some(source) = stack.slots[place] else { return false };
        let source = usize::from(source);
        let number = self.instructions.number(source);
        let is_call = matches!(number, INVOKEVIRTUAL..=INVOKEINTERFACE);
        if detail == DETAIL_MAX
            && let Some(prefix) = prefix
            && !is_call
        {
            out.push_str(prefix);
        }
        if let Some(access) = self.instructions.local_access(source) {
            // HotSpot names locals of type int and reference only: others are never null, nor an index.
            if !matches!(access.kind, b'I' | b'A') {
                return false;
            }
            let written = stack.written.get(usize::from(access.index)).copied().unwrap_or(true);
            out.push_str(&self.local_name(source, access.index, !written));
            return true;
        }
        let bytes = self.instructions.code;
        match number {
            1 => out.push_str("null"),
            2..=8 => out.push_str(&(i32::from(number) - 3).to_string()),
            16 => out.push_str(&(bytes[source + 1] as i8).to_string()),
            17 => out.push_str(&(u16_at(bytes, source + 1) as i16).to_string()),
            GETSTATIC => {
                let Some((class, name, _)) = self.member(source) else { return false };
                out.push_str(&format!("{}.{name}", short(&class.replace('/', "."))));
            }
            GETFIELD => {
                let Some((_, name, _)) = self.member(source) else { return false };
                if self.cause(source, 0, detail - 1, inner, None, out) {
                    out.push('.');
                }
                out.push_str(name);
            }
            opcodes::IALOAD | opcodes::AALOAD => {
                if !self.cause(source, 1, detail - 1, inner, None, out) {
                    out.push_str("<array>");
                }
                out.push('[');
                if !self.cause(source, 0, detail, true, None, out) {
                    out.push_str("...");
                }
                out.push(']');
            }
            INVOKEVIRTUAL..=INVOKEINTERFACE => {
                let Some(name) = self.method_name(source) else { return false };
                if detail == DETAIL_MAX && !inner {
                    out.push_str(" because the return value of \"");
                }
                out.push_str(&name);
            }
            _ => return false,
        }
        true
    }

    fn local_name(&self, at: usize, local: u16, is_parameter: bool) -> String {
        let known = self.code.variables.iter().find(|variable| {
            let start = usize::from(variable.start);
            variable.slot == local && (start..start + usize::from(variable.length)).contains(&at)
        });
        if let Some(variable) = known {
            return variable.name.to_string();
        }
        if !self.is_static && local == 0 && is_parameter {
            return "this".into();
        }
        let mut next = u16::from(!self.is_static);
        for (index, kind) in parameter_kinds(self.descriptor).into_iter().enumerate() {
            if next == local && is_parameter {
                return format!("<parameter{}>", index + 1);
            }
            next += kind.slots();
        }
        format!("<local{local}>")
    }

    // The simulation.

    /// Goes over the code in its order, again while that reaches more, until the failed instruction is reached: what comes back to it
    /// from further down counts no more than what HotSpot has seen by then. Handlers are reached from the start, with nothing assigned.
    fn simulate(&mut self, failed: usize) {
        let count = self.instructions.starts.len();
        self.stacks = vec![None; count];
        let written = vec![false; usize::from(self.code.max_locals)];
        self.flow(0, &Stack { slots: Vec::new(), written: written.clone() });
        for handler in &self.code.handlers {
            let target = usize::from(self.instructions.ordinals[usize::from(handler.target)]);
            if let Some(stack @ None) = self.stacks.get_mut(target) {
                *stack = Some(Stack { slots: vec![None], written: written.clone() });
            }
        }
        let failed = usize::from(self.instructions.ordinals[failed]);
        let mut has_reached_more = true;
        while has_reached_more {
            has_reached_more = false;
            for ordinal in 0..count {
                if ordinal == failed && ordinal > 0 && self.stacks[ordinal].is_some() {
                    return;
                }
                let Some(before) = self.stacks[ordinal].clone() else { continue };
                let at = usize::from(self.instructions.starts[ordinal]);
                let Some(after) = self.step(at, before) else { continue };
                let mut targets = Vec::new();
                self.instructions.each_target(at, |target| targets.push(target as usize));
                // What follows the call of a subroutine is reached by a return that nobody can tell: HotSpot explains nothing there.
                if self.instructions.falls_through(at) {
                    targets.push(self.instructions.next(ordinal));
                }
                for target in targets {
                    if self.instructions.is_start(target) {
                        has_reached_more |= self.flow(usize::from(self.instructions.ordinals[target]), &after);
                    }
                }
            }
        }
    }

    /// Joins a way to an instruction with those before it; whether it is the first.
    fn flow(&mut self, target: usize, stack: &Stack) -> bool {
        let Some(known) = &mut self.stacks[target] else {
            self.stacks[target] = Some(stack.clone());
            return true;
        };
        for (mine, theirs) in known.slots.iter_mut().zip(&stack.slots) {
            if *mine != *theirs {
                *mine = None;
            }
        }
        for (mine, theirs) in known.written.iter_mut().zip(&stack.written) {
            *mine |= *theirs;
        }
        false
    }

    /// The stack after the instruction; none if it cannot be told.
    fn step(&self, at: usize, mut stack: Stack) -> Option<Stack> {
        let number = self.instructions.number(at);
        let source = Some(at as u16);
        if let Some(access) = self.instructions.local_access(at) {
            let size = if matches!(access.kind, b'J' | b'D') { 2 } else { 1 };
            if access.stores {
                stack.pop(size)?;
                for slot in access.index..access.index + size as u16 {
                    if let Some(written) = stack.written.get_mut(usize::from(slot)) {
                        *written = true;
                    }
                }
            } else {
                stack.push(size, source);
            }
            return Some(stack);
        }
        if let Some(local) = self.instructions.increment(at) {
            if let Some(written) = stack.written.get_mut(usize::from(local)) {
                *written = true;
            }
            return Some(stack);
        }
        match number {
            CHECKCAST => {}
            opcodes::LDC | opcodes::LDC_W => stack.push(1, source),
            opcodes::LDC2_W => stack.push(2, source),
            opcodes::POP..=opcodes::SWAP => stack.shuffle(number)?,
            GETSTATIC..=PUTFIELD => {
                let size = usize::from(Kind::of_descriptor(self.member(at)?.2).slots());
                let receiver = usize::from(number >= GETFIELD);
                if matches!(number, GETSTATIC | GETFIELD) {
                    stack.pop(receiver)?;
                    stack.push(size, source);
                } else {
                    stack.pop(size + receiver)?;
                }
            }
            INVOKEVIRTUAL..=INVOKEDYNAMIC => {
                let (_, _, descriptor) = self.member(at)?;
                let receiver = usize::from(!matches!(number, INVOKESTATIC | INVOKEDYNAMIC));
                stack.pop(slots_of(descriptor) + receiver)?;
                stack.push(Kind::of_descriptor(return_descriptor(descriptor)).slots().into(), source);
            }
            MULTIANEWARRAY => {
                stack.pop(usize::from(self.instructions.code[at + 3]))?;
                stack.push(1, source);
            }
            _ => {
                let shape = opcodes::opcode(number)?.shape;
                let Some((pops, pushes)) = shape.split_once('>') else {
                    // Only allocation and subroutines are left: `new`, `anewarray`, `jsr`, `ret`.
                    match opcodes::name(number) {
                        "new" | "jsr" | "jsr_w" => stack.push(1, source),
                        "anewarray" | "newarray" | "instanceof" => {
                            stack.pop(1)?;
                            stack.push(1, source);
                        }
                        _ => return None,
                    }
                    return Some(stack);
                };
                stack.pop(shape_slots(pops))?;
                stack.push(shape_slots(pushes), source);
            }
        }
        Some(stack)
    }
}

impl Stack {
    fn push(&mut self, size: usize, source: Source) {
        self.slots.extend(std::iter::repeat_n(source, size));
    }

    fn pop(&mut self, size: usize) -> Option<()> {
        let rest = self.slots.len().checked_sub(size)?;
        self.slots.truncate(rest);
        Some(())
    }

    fn shuffle(&mut self, number: u8) -> Option<()> {
        // How many slots on top are copied, and below how many others the copy goes.
        let (copied, below) = match number {
            opcodes::POP => return self.pop(1),
            opcodes::POP2 => return self.pop(2),
            opcodes::DUP => (1, 0),
            opcodes::DUP_X1 => (1, 1),
            opcodes::DUP_X2 => (1, 2),
            opcodes::DUP2 => (2, 0),
            opcodes::DUP2_X1 => (2, 1),
            opcodes::DUP2_X2 => (2, 2),
            _ => {
                let top = self.slots.len().checked_sub(2)?;
                self.slots.swap(top, top + 1);
                return Some(());
            }
        };
        let at = self.slots.len().checked_sub(copied + below)?;
        let top = self.slots[self.slots.len() - copied..].to_vec();
        self.slots.splice(at..at, top);
        Some(())
    }
}

fn slots_of(descriptor: &str) -> usize {
    parameter_kinds(descriptor).iter().map(|kind| usize::from(kind.slots())).sum()
}

fn shape_slots(shape: &str) -> usize {
    shape.bytes().map(|kind| if matches!(kind, b'J' | b'D') { 2 } else { 1 }).sum()
}

/// The two classes everyone knows go without their package.
fn short(name: &str) -> String {
    let (base, dims) = name.split_at(name.find('[').unwrap_or(name.len()));
    match base {
        "java.lang.Object" => format!("Object{dims}"),
        "java.lang.String" => format!("String{dims}"),
        _ => name.to_owned(),
    }
}
