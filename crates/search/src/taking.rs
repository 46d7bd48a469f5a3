//! A step, as all searches take it: on one worker, ahead of one, and in another process.

use space::{Encoding, Fault, Pick, Standing, System};

/// Takes a step of `world` and encodes where it leads; false if that is nowhere, because an assumption failed.
#[inline]
pub fn take_step<S: System>(
    system: &S,
    world: &mut S::World,
    pick: Pick,
    encoding: &mut Encoding,
) -> Result<bool, Fault> {
    system.step(world, pick)?;
    if system.standing(world) == Standing::Ignored {
        return Ok(false);
    }
    encoding.clear();
    system.encode(world, encoding);
    Ok(true)
}
