//! Field access: resolution, and the accesses that need care (uninitialised classes, watched fields, publication).

use classfile::{Constant, access};

use crate::class::{Kind, Resolved};
use crate::heap::{ClassId, Ref, header};
use crate::instr::{Instr, Op, field_flags};
use crate::vm::{Outcome, Vm, throw};

impl Vm {
    /// The field that constant `index` of `class` names: declaring class and place in it.
    pub fn resolve_field_constant(&mut self, class: ClassId, index: u16) -> Outcome<(ClassId, u16)> {
        if let Some(Resolved::Field { class, index }) = self.class(class).pool.get(index as usize) {
            return Ok((*class, *index));
        }
        let file = self.class(class).file.clone().expect("constants come from a file");
        let Some(Constant::Field { class: owner, name_and_type }) = file.pool.0.get(index as usize) else {
            return throw("java/lang/ClassFormatError", format!("constant {index} is not a field"));
        };
        let (name, descriptor) = match file.pool.name_and_type(*name_and_type) {
            Ok(pair) => pair,
            Err(error) => return throw("java/lang/ClassFormatError", error.to_string()),
        };
        let owner = self.resolve_class(class, *owner)?;
        let Some((declaring, place)) = self.find_field(owner, name, descriptor) else {
            return throw("java/lang/NoSuchFieldError", name.to_string());
        };
        let flags = self.class(declaring).fields[place as usize].access;
        if !self.may_access(class, declaring, flags) {
            return throw(
                "java/lang/IllegalAccessError",
                format!(
                    "class {} tried to access {} field {}.{name}",
                    self.class(class).java_name(),
                    if flags & access::PRIVATE != 0 { "private" } else { "protected" },
                    self.class(declaring).java_name()
                ),
            );
        }
        self.class_mut(class).pool[index as usize] = Resolved::Field { class: declaring, index: place };
        Ok((declaring, place))
    }

    fn expect_kind(&self, declaring: ClassId, place: u16, wants_static: bool) -> Outcome<()> {
        let field = &self.class(declaring).fields[place as usize];
        if field.is_static() == wants_static {
            return Ok(());
        }
        throw(
            "java/lang/IncompatibleClassChangeError",
            format!(
                "Expected {} field {}.{}",
                if wants_static { "static" } else { "non-static" },
                self.class(declaring).java_name(),
                field.name
            ),
        )
    }

    /// A final field may be written only by its own class's initialisers (JVMS 6.5.putfield).
    fn check_final_write(&self, class: ClassId, declaring: ClassId, place: u16) -> Outcome<()> {
        let field = &self.class(declaring).fields[place as usize];
        if field.access & access::FINAL != 0 && class != declaring {
            return throw(
                "java/lang/IllegalAccessError",
                format!(
                    "Update to non-static final field {}.{} attempted from a different class ({})",
                    self.class(declaring).java_name(),
                    field.name,
                    self.class(class).java_name()
                ),
            );
        }
        Ok(())
    }

    /// A volatile field of the program is read in order to notice changes, whether or not there are any.
    fn may_be_spun_on(&self, declaring: ClassId, place: u16) -> bool {
        let class = self.class(declaring);
        !class.library && class.fields[place as usize].is_volatile()
    }

    /// Whether the field is one by which the library keeps its books of threads, and none that programs set.
    fn is_bookkeeping(&self, declaring: ClassId, field: &str) -> bool {
        const SET: [&str; 4] = ["contextClassLoader", "daemon", "maxPriority", "priority"];
        matches!(&*self.class(declaring).name, "java/lang/Thread" | "java/lang/ThreadGroup") && !SET.contains(&field)
    }

    pub(crate) fn resolve_field_instruction(&mut self, instr: Instr) -> Outcome<()> {
        let class = self.current_class();
        let (declaring, place) = self.resolve_field_constant(class, instr.c as u16)?;
        self.expect_kind(declaring, place, false)?;
        let put = instr.op == Op::Putfield;
        if put {
            self.check_final_write(class, declaring, place)?;
        }
        let field = &self.class(declaring).fields[place as usize];
        let (kind, offset) = (field.kind, field.offset);
        let mut flags = if field.is_volatile() { field_flags::VOLATILE } else { 0 };
        let race_free = self.is_race_free(class) && !field.is_volatile();
        let bookkeeping = self.is_bookkeeping(declaring, &field.name);
        // A final field is written once, before anybody else sees the object; unless a constructor lets it escape,
        // which is the program's mistake and not the library's.
        let settled = field.access & access::FINAL != 0 && self.class(declaring).library;
        if settled || ((bookkeeping || race_free && put) && !field.is_volatile()) {
            flags |= field_flags::QUIET;
        } else if race_free {
            // Unless threads synchronise by it, which may come out later.
            if !self.is_known_atomic(declaring, place) {
                flags |= field_flags::QUIET | field_flags::UNSEEN;
            }
        } else if !put && !self.is_field_visible(declaring, place) && !self.may_be_spun_on(declaring, place) {
            flags |= field_flags::QUIET | field_flags::UNSEEN;
        }
        let op = match (put, kind) {
            (false, Kind::Boolean | Kind::Byte) => Op::GetfieldB,
            (false, Kind::Char) => Op::GetfieldC,
            (false, Kind::Short) => Op::GetfieldS,
            (false, Kind::Long | Kind::Double) => Op::Getfield8,
            (false, _) => Op::Getfield4,
            (true, Kind::Boolean | Kind::Byte) => Op::Putfield1,
            (true, Kind::Char | Kind::Short) => Op::Putfield2,
            (true, Kind::Long | Kind::Double) => Op::Putfield8,
            (true, Kind::Reference) => Op::PutfieldRef,
            (true, _) => Op::Putfield4,
        };
        self.rewrite(Instr { op, x: flags, a: 0, c: offset });
        if op == Op::Getfield4 && !self.config.symbolic && !self.config.stepwise {
            self.fuse_load_getfield(offset);
        }
        Ok(())
    }

    /// `aload x; getfield` is the commonest pair of all: the load does both. The field instruction stays in place, for
    /// jumps to it and for runs with threads.
    fn fuse_load_getfield(&mut self, offset: u32) {
        let frame = *self.frame();
        let Some(before) = (frame.pc as usize).checked_sub(1) else { return };
        let cell = &self.method(frame.method).code.instrs[before];
        if cell.get().op == Op::Load {
            cell.set(Instr { op: Op::LoadGetfield4, x: 0, a: cell.get().a, c: offset });
        }
    }

    pub(crate) fn resolve_static_instruction(&mut self, instr: Instr) -> Outcome<()> {
        let class = self.current_class();
        let (declaring, place) = self.resolve_field_constant(class, instr.c as u16)?;
        self.expect_kind(declaring, place, true)?;
        let put = instr.op == Op::Putstatic;
        if put {
            self.check_final_write(class, declaring, place)?;
        }
        self.ensure_initialized(declaring)?;
        let owner = self.class(declaring);
        let (field, holder) = (&owner.fields[place as usize], owner.statics);
        let mut flags = if field.is_volatile() { field_flags::VOLATILE } else { 0 };
        // Those of the standard streams are declared final, and set by the program nevertheless.
        let is_stream = &*owner.name == "java/lang/System" && matches!(&*field.name, "in" | "out" | "err");
        let guarded = (self.is_bookkeeping(declaring, &field.name) || self.is_race_free(class)) && !field.is_volatile();
        if guarded || (field.access & access::FINAL != 0 && !is_stream) {
            flags |= field_flags::QUIET;
        } else if !put && !self.is_field_visible(declaring, place) && !self.may_be_spun_on(declaring, place) {
            flags |= field_flags::QUIET | field_flags::UNSEEN;
        }
        let op = match (put, field.kind) {
            _ if field.watched => {
                if put {
                    Op::PutstaticSlow
                } else {
                    Op::GetstaticSlow
                }
            }
            (false, Kind::Boolean | Kind::Byte) => Op::GetstaticB,
            (false, Kind::Char) => Op::GetstaticC,
            (false, Kind::Short) => Op::GetstaticS,
            (false, Kind::Long | Kind::Double) => Op::Getstatic8,
            (false, _) => Op::Getstatic4,
            (true, Kind::Boolean | Kind::Byte) => Op::Putstatic1,
            (true, Kind::Char | Kind::Short) => Op::Putstatic2,
            (true, Kind::Long | Kind::Double) => Op::Putstatic8,
            (true, Kind::Reference) => Op::PutstaticRef,
            (true, _) => Op::Putstatic4,
        };
        if field.watched {
            self.rewrite(Instr { op, x: flags, a: place, c: declaring.0 });
            return Ok(());
        }
        let word = field.offset / 8;
        assert!(word <= u32::from(u16::MAX), "a class has at most 65,535 fields");
        // While the class's own initialiser runs, its statics are used without the flag being set: stay general.
        if self.heap.header(holder) & header::INIT_DONE == 0 {
            return self.static_now(declaring, place, put);
        }
        self.rewrite(Instr { op, x: flags, a: word as u16, c: holder.0 });
        Ok(())
    }

    /// Initialises the class of a quickened static access and does the access, if its initialiser is running here.
    pub(crate) fn initialize_for_static(&mut self, class: ClassId, instr: Instr) -> Outcome<()> {
        self.ensure_initialized(class)?;
        if self.heap.header(Ref(instr.c)) & header::INIT_DONE != 0 {
            return Ok(());
        }
        let offset = u32::from(instr.a) * 8;
        let place = self
            .class(class)
            .fields
            .iter()
            .position(|field| field.is_static() && field.offset == offset)
            .expect("a quickened access names a field");
        let put =
            matches!(instr.op, Op::Putstatic1 | Op::Putstatic2 | Op::Putstatic4 | Op::Putstatic8 | Op::PutstaticRef);
        self.static_now(class, place as u16, put)
    }

    /// Reads or writes a static field of a class that is being initialised by this thread.
    fn static_now(&mut self, class: ClassId, place: u16, put: bool) -> Outcome<()> {
        if self.looking.fields {
            self.show_access()?;
        }
        let owner = self.class(class);
        let (kind, offset, holder) =
            (owner.fields[place as usize].kind, owner.fields[place as usize].offset as usize, owner.statics);
        let slots = usize::from(kind.slots());
        let sp = self.frame().sp as usize;
        if put {
            let value = self.thread().stack[sp - slots];
            self.put_kind(holder, offset, kind, value);
            self.frame_mut().sp -= slots as u32;
        } else {
            let value = self.get_kind(holder, offset, kind);
            self.thread_mut().stack[sp] = value;
            self.frame_mut().sp += slots as u32;
        }
        self.frame_mut().pc += 1;
        Ok(())
    }

    pub fn get_kind(&self, object: Ref, offset: usize, kind: Kind) -> u64 {
        if !self.heap.symbols.is_empty()
            && let Some(symbol) = self.heap.symbols.get(&(object.0, offset as u32))
        {
            let wide = kind.slots() == 2;
            return if wide { crate::domain::wide_slot(*symbol) } else { crate::domain::narrow_slot(*symbol) };
        }
        match kind {
            Kind::Boolean | Kind::Byte => u64::from(self.heap.get1(object, offset) as i8 as u32),
            Kind::Char => u64::from(self.heap.get2(object, offset)),
            Kind::Short => u64::from(self.heap.get2(object, offset) as i16 as u32),
            Kind::Long | Kind::Double => self.heap.get8(object, offset),
            _ => u64::from(self.heap.get4(object, offset)),
        }
    }

    pub fn put_kind(&mut self, object: Ref, offset: usize, kind: Kind, value: u64) {
        if self.symbolic.is_some() || self.has_draws() {
            let symbol = self.heap.known_symbol(Self::slot_symbol(kind, value));
            self.heap.set_symbol(object, offset, symbol);
        }
        match kind {
            Kind::Boolean | Kind::Byte => self.heap.put1(object, offset, value as u8),
            Kind::Char | Kind::Short => self.heap.put2(object, offset, value as u16),
            Kind::Long | Kind::Double => self.heap.put8(object, offset, value),
            Kind::Reference => self.put_reference(object, offset, Ref::from_slot(value)),
            _ => self.heap.put4(object, offset, value as u32),
        }
    }

    /// Stores a reference; what becomes reachable for other threads by it is shared from now on.
    pub fn put_reference(&mut self, object: Ref, offset: usize, value: Ref) {
        if self.heap.has_unread {
            self.heap.set_symbol(object, offset, 0);
        }
        if self.threaded
            && !value.is_null()
            && (self.heap.header(object) & (header::SHARED | header::STATICS) != 0 || self.heap.is_permanent(object))
        {
            self.share(value);
        }
        self.heap.put_ref(object, offset, value);
    }

    /// A quick reference store that publishes an object to other threads.
    pub(crate) fn put_shared_reference(&mut self, instr: Instr) -> Outcome<()> {
        let is_static = instr.op == Op::PutstaticRef;
        if is_static {
            let class = self.heap.class_of(Ref(instr.c));
            if self.heap.header(Ref(instr.c)) & header::INIT_DONE == 0 {
                return self.initialize_for_static(class, instr);
            }
        }
        let sp = self.frame().sp as usize;
        let value = Ref::from_slot(self.thread().stack[sp - 1]);
        let (object, offset) = if is_static {
            (Ref(instr.c), 8 * instr.a as usize)
        } else {
            (Ref::from_slot(self.thread().stack[sp - 2]), instr.c as usize)
        };
        self.put_reference(object, offset, value);
        self.thread_mut().pass = false;
        let frame = self.frame_mut();
        frame.sp -= if is_static { 1 } else { 2 };
        frame.pc += 1;
        Ok(())
    }

    /// A static field that a label watches: `c` is the class, `a` the place of the field.
    pub(crate) fn careful_field(&mut self, instr: Instr) -> Outcome<()> {
        let (class, place) = (ClassId(instr.c), instr.a);
        self.ensure_initialized(class)?;
        if instr.op == Op::PutstaticSlow {
            let kind = self.class(class).fields[place as usize].kind;
            let at = self.frame().sp as usize - usize::from(kind.slots());
            self.settle_watched(at, kind)?;
        }
        if self.threaded && instr.x & field_flags::QUIET == 0 && !self.passes_point() {
            return Err(crate::vm::Trap::Yield);
        }
        let put = instr.op == Op::PutstaticSlow;
        let owner = self.class(class);
        let (kind, offset, holder) =
            (owner.fields[place as usize].kind, owner.fields[place as usize].offset as usize, owner.statics);
        let before = self.get_kind(holder, offset, kind);
        self.static_now(class, place, put)?;
        if put && self.get_kind(holder, offset, kind) != before {
            return self.watched_field_changed(class, place);
        }
        Ok(())
    }
}
