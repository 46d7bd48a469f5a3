//! Machine code for hot methods, made by Cranelift: what it works on, how it is made and how it is run. What an instruction means
//! is said by the machine (`jvm::compiled`), through Cranelift's builder, which is safe; here is what is not.
//!
//! Compiled code works on the same memory as the interpreter: the arena of objects, and the locals and operands of the thread's
//! stack. It has no exceptions, collections or resolution of its own. At whatever it does not do itself it *leaves*: it writes
//! the locals and operands that live in registers back to the stack, tells by a [`Record`] per frame where each method stands, and
//! returns; the interpreter goes on from there as if it had never been away.

mod code;

pub use code::{Code, Compiler};
pub use cranelift_codegen::ir;
pub use cranelift_frontend as frontend;

/// Where a method stands that compiled code has left.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Record {
    pub method: u32,
    pub pc: u32,
    pub base: u32,
    pub sp: u32,
}

/// What compiled code needs to know of a class, in a place that it finds by the class's number.
#[repr(C)]
#[derive(Debug)]
pub struct Row {
    vtable: *const u32,
    display: *const u32,
    interfaces: *const u32,
    pub display_length: u32,
    pub interfaces_length: u32,
    /// Of arrays: the class of their elements. Else the class itself.
    pub component: u32,
    pub kind: u32,
    /// Of arrays: log2 of the bytes of an element.
    pub element_shift: u32,
    pub unused: u32,
}

// SAFETY: a row only carries addresses; whoever keeps it keeps the tables they point to, which nobody writes to.
unsafe impl Send for Row {}

/// Kinds of rows.
pub const INSTANCE: u32 = 0;
pub const INTERFACE: u32 = 1;
pub const ARRAY: u32 = 2;

impl Row {
    /// Where a row has the address of its table of methods.
    pub const VTABLE: i32 = std::mem::offset_of!(Row, vtable) as i32;

    /// The numbers of methods by place, of superclasses and of interfaces are kept by the caller, as long as the row.
    pub fn new([vtable, display, interfaces]: [&[u32]; 3], kind: u32, component: u32, element_shift: u32) -> Row {
        Row {
            display_length: display.len() as u32,
            interfaces_length: interfaces.len() as u32,
            vtable: vtable.as_ptr(),
            display: display.as_ptr(),
            interfaces: interfaces.as_ptr(),
            component,
            kind,
            element_shift,
            unused: 0,
        }
    }
}

/// What a call through an interface found last, by class and method.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub class: u32,
    pub method: u32,
    pub target: u32,
    pub unused: u32,
}

/// How many results of look-ups through interfaces are kept: a power of two.
pub const FOUND: usize = 4096;

/// The place for the result of a look-up.
pub fn found_at(class: u32, method: u32) -> usize {
    class.wrapping_add(method.wrapping_mul(31)) as usize & (FOUND - 1)
}

/// What compiled code works on. Pointers are good while it runs, since nothing else does.
#[repr(C)]
#[derive(Debug)]
pub struct Context {
    pub words: *mut u64,
    pub stack: *mut u64,
    /// No frame may begin here or beyond.
    pub fence: *mut u64,
    pub records: *mut Record,
    /// Where the record of the last frame is that may be entered.
    pub records_end: *mut Record,
    /// The record of the innermost frame, once the code has left.
    pub top: *mut Record,
    pub count: u64,
    pub budget: u64,
    pub heap_top: u64,
    pub heap_limit: u64,
    pub collect_at: u64,
    pub allocations: u64,
    pub entries: *const usize,
    pub rows: *const Row,
    pub found: *const Found,
    /// Objects at lower words are permanent.
    pub overlay: u64,
}

/// Functions that compiled code calls.
pub mod helpers {
    use super::{ARRAY, Context, INTERFACE, Row};

    pub extern "C" fn float_remainder(a: f32, b: f32) -> f32 {
        a % b
    }

    pub extern "C" fn double_remainder(a: f64, b: f64) -> f64 {
        a % b
    }

    /// Whether objects of one class are of another: 1 if they are, 0 if not, 2 if it takes more to know.
    ///
    /// # Safety
    /// Both are numbers of rows.
    pub unsafe extern "C" fn fits(rows: *const Row, sub: u64, sup: u64) -> u64 {
        // SAFETY: promised by the caller; rows are never changed once they are made.
        let (sub_row, sup_row) = unsafe { (&*rows.add(sub as usize), &*rows.add(sup as usize)) };
        let slice = |start: *const u32, length: u32| {
            // SAFETY: of this length, and kept as long as the row.
            unsafe { std::slice::from_raw_parts(start, length as usize) }
        };
        if sub == sup {
            return 1;
        }
        match sup_row.kind {
            ARRAY => 2,
            INTERFACE => {
                u64::from(slice(sub_row.interfaces, sub_row.interfaces_length).binary_search(&(sup as u32)).is_ok())
            }
            _ => {
                let place = sup_row.display_length as usize - 1;
                let display = slice(sub_row.display, sub_row.display_length);
                u64::from(display.get(place) == Some(&(sup as u32)))
            }
        }
    }

    /// `System.arraycopy` between arrays of one class, of which the second is not permanent; 0 if it takes more than that.
    ///
    /// # Safety
    /// The context is that of the code that calls, and the references are null or those of objects.
    pub unsafe extern "C" fn copy(
        context: *const Context,
        source: u32,
        from: u32,
        target: u32,
        to: u32,
        length: u32,
    ) -> u64 {
        // SAFETY: promised by the caller.
        let context = unsafe { &*context };
        if source == 0 || u64::from(target) < context.overlay {
            return 0;
        }
        let word = |object: u32, word: usize| {
            // SAFETY: objects and arrays have two words.
            unsafe { *context.words.add(object as usize + word) }
        };
        const CLASS: u64 = (1 << 18) - 1;
        let class = word(source, 0) & CLASS;
        // SAFETY: the header of an object has the number of a row.
        let row = unsafe { &*context.rows.add(class as usize) };
        if row.kind != ARRAY || class != word(target, 0) & CLASS {
            return 0;
        }
        let is_inside = |array: u32, at: u32| {
            let end = i64::from(at as i32) + i64::from(length as i32);
            at as i32 >= 0 && length as i32 >= 0 && end <= i64::from(word(array, 1) as u32)
        };
        if !is_inside(source, from) || !is_inside(target, to) {
            return 0;
        }
        let shift = row.element_shift;
        // SAFETY: both stretches lie within their arrays, whose elements begin at the third word.
        unsafe {
            let first =
                |array: u32, at: u32| context.words.add(array as usize + 2).cast::<u8>().add((at as usize) << shift);
            std::ptr::copy(first(source, from), first(target, to), (length as usize) << shift);
        }
        1
    }

    /// Sets words to zero.
    ///
    /// # Safety
    /// They belong to the arena, and to no object yet.
    pub unsafe extern "C" fn clear(start: *mut u64, words: u64) {
        // SAFETY: promised by the caller.
        unsafe { std::ptr::write_bytes(start, 0, words as usize) }
    }
}
