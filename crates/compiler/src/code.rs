//! Making machine code, and running it.

use cranelift_codegen::ir::{AbiParam, Signature, UserFuncName, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};

use crate::{Context, Record};

/// A compiled method, or what remains of one from some instruction on. It takes the context, its locals and its record, and
/// returns whether it has left, and the method's result if it has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(usize);

impl Code {
    /// Where it is.
    pub fn address(self) -> usize {
        self.0
    }

    /// What `address` told.
    pub fn at(address: usize) -> Code {
        Code(address)
    }

    /// Runs the code on a frame whose locals begin at slot `base` of the stack. It always leaves: results of the first frame
    /// are handed over by the interpreter.
    ///
    /// Whoever calls this vouches for the context: memory that is large enough for what its numbers say, and frames whose
    /// methods were verified.
    pub fn run(self, context: &mut Context, base: usize) {
        type Function = unsafe extern "C" fn(*mut Context, *mut u64, *mut Record) -> Returned;
        /// What comes back in two registers.
        #[repr(C)]
        struct Returned {
            left: u64,
            value: u64,
        }
        let records = context.records;
        // SAFETY: the address is that of a function of this signature, whose memory is kept as long as the compiler that made it;
        // `base` lies in the stack.
        let returned = unsafe {
            let function = std::mem::transmute::<usize, Function>(self.0);
            function(context, context.stack.add(base), records)
        };
        assert!(returned.left == 1, "compiled code leaves, with {} left over", returned.value);
    }
}

/// Makes machine code.
pub struct Compiler {
    module: Option<JITModule>,
    context: cranelift_codegen::Context,
    builder: FunctionBuilderContext,
}

impl Compiler {
    /// None where there is no way to make machine code for this processor.
    pub fn new() -> Option<Compiler> {
        if !cfg!(unix) {
            return None; // Two results come back in two registers.
        }
        let mut flags = settings::builder();
        let set = [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("unwind_info", "false"),
        ];
        for (name, value) in set {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let context = module.make_context();
        Some(Compiler { module: Some(module), context, builder: FunctionBuilderContext::new() })
    }

    /// The signature of all compiled code.
    pub fn signature(&self) -> Signature {
        let module = self.module.as_ref().expect("there until the end");
        let mut signature = module.make_signature();
        signature.params.extend([AbiParam::new(types::I64); 3]);
        signature.returns.extend([AbiParam::new(types::I64); 2]);
        signature
    }

    /// Makes a function of what `build` puts into it; `None` if that did not work out, or `build` says so.
    pub fn define(&mut self, build: impl FnOnce(&mut FunctionBuilder<'_>) -> bool) -> Option<Code> {
        let signature = self.signature();
        let module = self.module.as_mut().expect("there until the end");
        module.clear_context(&mut self.context);
        let id = module.declare_anonymous_function(&signature).ok()?;
        self.context.func.signature = signature;
        self.context.func.name = UserFuncName::user(0, id.as_u32());
        let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.builder);
        if !build(&mut builder) {
            self.builder = FunctionBuilderContext::new();
            return None;
        }
        builder.seal_all_blocks();
        builder.finalize(module.target_config());
        if let Err(error) = module.define_function(id, &mut self.context) {
            debug_assert!(false, "{error:?}");
            return None;
        }
        module.finalize_definitions().ok()?;
        Some(Code(module.get_finalized_function(id) as usize))
    }

    /// The calling convention of helpers.
    pub fn helper_signature(&self) -> Signature {
        self.module.as_ref().expect("there until the end").make_signature()
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever owns the compiler owns all places that know its code.
            unsafe { module.free_memory() }
        }
    }
}
