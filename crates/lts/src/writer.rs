//! Writes Aldebaran files as mCRL2 does: every label quoted, transitions in state order.

use std::io::{self, Write};

use crate::Lts;

pub fn write(lts: &Lts, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "des ({},{},{})", lts.initial, lts.edges.len(), lts.state_count())?;
    for source in 0..lts.row_starts.len() as u32 - 1 {
        for &(label, target) in lts.row(source) {
            writeln!(out, "({source},\"{}\",{target})", lts.labels[label as usize])?;
        }
    }
    Ok(())
}
