//! Encoding by change: what a step left alone is not written again.
//!
//! While the layout holds, most of a state is what the last one was, in the same places. If every thread, dirty object and object
//! of the overlay also has the places among the components that it had, the last state is kept as it is but for the components that
//! differ, and the encoding tells which these are.

use space::{Encoding, GROUP};

use super::layout::{FIRST_THREAD, Layout, first_difference};
use crate::heap::{Heap, OVERLAY};
use crate::vm::Vm;

/// The last state in the making of the next one.
struct Patch<'a> {
    encoding: &'a mut Encoding,
    changed: &'a mut Vec<u32>,
}

impl Patch<'_> {
    fn put(&mut self, component: usize, bytes: &[u8]) {
        if self.encoding.component(component) != bytes {
            self.encoding.replace(component, bytes);
            self.changed.push(component as u32);
        }
    }
}

impl Vm {
    /// Encodes the state as a change of the last one, whose layout holds; false if that cannot be done, and nothing is.
    pub(super) fn encode_changes(&mut self, standing: u8, out: &mut Encoding) -> bool {
        if self.layout.encoding().stamp() == 0 || !self.has_plain_path() || !self.layout.has_plain_path() {
            return false;
        }
        let mut layout = std::mem::take(&mut self.layout);
        let mut changed = std::mem::take(&mut self.scratch.changed);
        let is_alike = self.scratch.memory_changes.are_the_same && self.threads_have_places(&layout);
        if is_alike {
            let base = layout.encoding().stamp();
            changed.clear();
            let (encoding, head) = (layout.encoding_mut(), self.plain_path_head(standing));
            let mut patch = Patch { encoding, changed: &mut changed };
            patch.put(0, &head);
            self.patch_threads(&mut layout, &mut changed);
            self.heap.patch_permanent(&mut layout, &self.scratch.memory_changes.objects, &mut changed);
            if self.scratch.mod_counts.is_empty() {
                self.heap.patch_objects(&mut layout, &self.scratch.memory_changes.overlay, &mut changed);
            } else {
                // Counts of modifications have been normalised since.
                self.heap.patch_overlay(&mut layout, &mut changed);
            }
            layout.encoding_mut().seal();
            out.copy_from(layout.encoding());
            out.note_changes(base, &changed);
            layout.note_base(base);
        }
        (self.layout, self.scratch.changed) = (layout, changed);
        is_alike
    }

    /// Whether the frames of all threads that have run fill as many groups as they did.
    fn threads_have_places(&self, layout: &Layout) -> bool {
        layout.threads().iter().zip(&self.threads).all(|(laid, thread)| {
            !laid.moved || (laid.frames.len() + 1).div_ceil(GROUP) == (thread.frames.len() + 1).div_ceil(GROUP)
        })
    }

    fn patch_threads(&self, layout: &mut Layout, changed: &mut Vec<u32>) {
        let (encoding, laid_threads, bytes) = layout.parts_mut();
        let mut patch = Patch { encoding, changed };
        let mut component = FIRST_THREAD;
        for (laid, thread) in laid_threads.iter_mut().zip(&self.threads) {
            let count = if laid.moved { thread.frames.len() } else { laid.frames.len() };
            let end = (component + 1 + count).next_multiple_of(GROUP);
            bytes.clear();
            Self::encode_thread_head(thread, bytes);
            patch.put(component, bytes);
            if laid.moved {
                for (frame, place) in thread.frames.iter().zip(component + 1..) {
                    bytes.clear();
                    self.with_frame_map(thread, frame, |map| self.encode_frame(thread, frame, map, bytes));
                    patch.put(place, bytes);
                }
                (component + 1 + count..end).for_each(|place| patch.put(place, &[]));
                laid.frames = component + 1..component + 1 + count;
                laid.on = super::encode::status_parts(thread.status).1;
                (laid.moved, laid.knows_roots) = (false, true);
            }
            component = end;
        }
    }
}

impl Heap {
    fn patch_permanent(&self, layout: &mut Layout, objects: &[(u32, u32)], changed: &mut Vec<u32>) {
        let (encoding, _, bytes) = layout.parts_mut();
        for &(index, component) in objects {
            bytes.clear();
            self.encode_dirty(index as usize, bytes);
            encoding.replace(component as usize, bytes);
            changed.push(component);
        }
    }

    /// No other objects of the overlay than these have changed.
    fn patch_objects(&self, layout: &mut Layout, objects: &[u32], changed: &mut Vec<u32>) {
        let first = layout.first_object();
        let (encoding, starts) = layout.encoding_and_starts_mut();
        let mut patch = Patch { encoding, changed };
        for &object in objects {
            let object = object as usize;
            let start = OVERLAY + starts[object] as usize;
            let end = starts.get(object + 1).map_or(self.top, |end| OVERLAY + *end as usize);
            patch.put(first + object, bytemuck::cast_slice(&self.words[start..end]));
        }
    }

    /// The objects of the overlay stand where they stood.
    fn patch_overlay(&self, layout: &mut Layout, changed: &mut Vec<u32>) {
        let (first, at) = (layout.first_object(), layout.overlay_start());
        let (encoding, starts) = layout.encoding_and_starts_mut();
        let now: &[u8] = bytemuck::cast_slice(&self.words[OVERLAY..self.top]);
        let mut from = 0;
        while let Some(offset) = first_difference(&now[8 * from..], &encoding.bytes()[at + 8 * from..]) {
            let object = starts.partition_point(|start| *start as usize <= from + offset) - 1;
            let start = starts[object] as usize;
            let end = starts.get(object + 1).map_or(now.len() / 8, |end| *end as usize);
            encoding.replace(first + object, &now[8 * start..8 * end]);
            changed.push((first + object) as u32);
            from = end;
        }
    }
}
