//! A heuristic of the program's own: a static method without arguments that returns an int (`--heuristic
//! user:pkg.C.m`), called in each state as if nobody else could move. Whatever it changes is undone.

use space::{Encoding, Fault, System};

use crate::class::{LoaderId, MethodId};
use crate::system::{Program, World};
use crate::vm::{Trap, Vm};

/// What a state counts if the method fails in it: last.
const FAILED: f64 = f64::MAX;

pub fn value(program: &Program, world: &mut World) -> f64 {
    let Some(name) = &program.config.user_heuristic else { return 0.0 };
    if program.choice(world).is_none() {
        return 0.0;
    }
    let mut state = Encoding::new();
    program.encode(world, &mut state);
    let counters = world.vm.counters();
    let vm = &mut world.vm;
    let value = vm.find_user_heuristic(name).ok().and_then(|method| {
        if !vm.thread().is_alive() {
            vm.current = vm.threads.iter().position(|thread| thread.is_alive())?;
        }
        vm.thread_mut().atomic += 1;
        vm.call_sync(method, &[])
            .map_err(|trap| {
                let how = match trap {
                    Trap::Throw(exception) => format!("throws {}", vm.describe_exception(exception)),
                    _ => "cannot be run to its end".to_owned(),
                };
                program.note_heuristic_failure(|| {
                    format!("the heuristic {name}() {how}; states where it fails come last")
                });
            })
            .ok()
    });
    vm.set_counters(counters);
    program.decode(&state, world);
    value.map_or(FAILED, |slot| f64::from(slot as i32))
}

impl Vm {
    /// The static method `int m()` that `pkg.C.m` names.
    pub fn find_user_heuristic(&mut self, name: &str) -> Result<MethodId, Fault> {
        let Some((class, method)) = name.rsplit_once('.') else {
            return Err(Fault::Input(format!("the heuristic '{name}' should read user:pkg.Class.method")));
        };
        let loaded = self.load_class(&class.replace('.', "/"), LoaderId::APP).map_err(|trap| match trap {
            Trap::Fault(fault) => fault,
            _ => Fault::Input(format!("the heuristic's class {class} is not on the class path")),
        })?;
        match self.declared_method(loaded, method, "()I") {
            Some(id) if self.method(id).is_static() => Ok(id),
            _ => Err(Fault::Input(format!("class {class} has no method `static int {method}()` to be a heuristic"))),
        }
    }
}
