//! The `StackMapTable` attribute (JVMS 4.7.4): the frames that a compiler promises at jump targets.

use classfile::{Code, ConstantPool};

use super::types::{Type, Types};
use crate::analysis::instructions::Instructions;
use crate::analysis::opcodes;

/// A promised frame. Locals beyond the given ones are unusable.
#[derive(Clone, Debug)]
pub struct MapFrame {
    pub pc: u16,
    pub locals: Vec<Type>,
    pub stack: Vec<Type>,
    pub this_uninitialized: bool,
}

/// All frames together may have this many slots: real methods have some thousands at most.
const SLOTS_MAX: usize = 1 << 24;

pub struct Decoder<'a, 'b> {
    pub code: &'a Code,
    pub pool: &'a ConstantPool,
    pub instructions: &'a Instructions<'a>,
    pub types: &'a mut Types<'b>,
    /// `uninitializedThis` may occur in constructors only.
    pub is_constructor: bool,
}

impl Decoder<'_, '_> {
    /// The frames in order of position, or what is wrong with the table. Whether instructions begin there is not
    /// checked yet: HotSpot calls that a failed verification, the rest a wrong format.
    pub fn decode(&mut self, initial_locals: &[Type]) -> Result<Vec<MapFrame>, String> {
        let Some(table) = self.code.stack_map.as_deref() else { return Ok(Vec::new()) };
        let mut input = Input { rest: table };
        let count = input.u16()?;
        let mut frames: Vec<MapFrame> = Vec::with_capacity(usize::from(count).min(table.len()));
        let mut locals = initial_locals.to_vec();
        let mut position: Option<u32> = None;
        let mut slots = 0;
        for _ in 0..count {
            let (delta, stack) = self.frame(&mut input, &mut locals)?;
            let pc = position.map_or(u32::from(delta), |previous| previous + u32::from(delta) + 1);
            let Ok(start) = u16::try_from(pc) else {
                return Err(format!("the stack map has a frame at {pc}, beyond any code"));
            };
            position = Some(pc);
            if locals.len() > usize::from(self.code.max_locals) || stack.len() > usize::from(self.code.max_stack) {
                return Err(format!("the stack map's frame at {pc} is larger than the method's frame"));
            }
            slots += locals.len() + stack.len();
            if slots > SLOTS_MAX {
                return Err("the stack map is too large".into());
            }
            let this_uninitialized = locals.contains(&Type::UninitializedThis);
            frames.push(MapFrame { pc: start, locals: locals.clone(), stack, this_uninitialized });
        }
        if !input.rest.is_empty() {
            return Err("the stack map is longer than its frames".into());
        }
        Ok(frames)
    }

    /// Reads one frame: its distance from the one before, the stack; `locals` are changed in place.
    fn frame(&mut self, input: &mut Input, locals: &mut Vec<Type>) -> Result<(u16, Vec<Type>), String> {
        let kind = input.u8()?;
        Ok(match kind {
            0..=63 => (kind.into(), Vec::new()),
            64..=127 => (u16::from(kind - 64), self.types(input, 1)?),
            128..=246 => return Err(format!("the stack map has a frame of the unknown kind {kind}")),
            247 => (input.u16()?, self.types(input, 1)?),
            248..=250 => {
                let delta = input.u16()?;
                for _ in kind..251 {
                    if locals.pop().ok_or("the stack map takes away more locals than there are")? == Type::Half {
                        locals.pop();
                    }
                }
                (delta, Vec::new())
            }
            251 => (input.u16()?, Vec::new()),
            252..=254 => {
                let delta = input.u16()?;
                locals.extend(self.types(input, u16::from(kind - 251))?);
                (delta, Vec::new())
            }
            255 => {
                let delta = input.u16()?;
                let count = input.u16()?;
                *locals = self.types(input, count)?;
                let count = input.u16()?;
                (delta, self.types(input, count)?)
            }
        })
    }

    fn types(&mut self, input: &mut Input, count: u16) -> Result<Vec<Type>, String> {
        let mut found = Vec::with_capacity(usize::from(count).min(input.rest.len() + 1));
        for _ in 0..count {
            let value = self.value(input)?;
            found.push(value);
            if value.is_wide() {
                found.push(Type::Half);
            }
        }
        Ok(found)
    }

    fn value(&mut self, input: &mut Input) -> Result<Type, String> {
        Ok(match input.u8()? {
            0 => Type::Top,
            1 => Type::Int,
            2 => Type::Float,
            3 => Type::Double,
            4 => Type::Long,
            5 => Type::Null,
            6 if self.is_constructor => Type::UninitializedThis,
            6 => return Err("the stack map has an uninitialised this outside a constructor".into()),
            7 => {
                let name = self.pool.class_name(input.u16()?).map_err(|error| error.to_string())?;
                self.types.object(name)
            }
            8 => {
                let pc = input.u16()?;
                let is_new = self.instructions.is_start(pc.into()) && self.code.bytes[usize::from(pc)] == opcodes::NEW;
                if !is_new {
                    return Err(format!("the stack map has an uninitialised object from {pc}, where there is no new"));
                }
                Type::Uninitialized(pc)
            }
            other => return Err(format!("the stack map has a value of the unknown kind {other}")),
        })
    }
}

struct Input<'a> {
    rest: &'a [u8],
}

impl Input<'_> {
    fn u8(&mut self) -> Result<u8, String> {
        let (&byte, rest) = self.rest.split_first().ok_or("the stack map is truncated")?;
        self.rest = rest;
        Ok(byte)
    }

    fn u16(&mut self) -> Result<u16, String> {
        Ok(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }
}
