//! Looking ahead: which branches lead to anything but false assumptions.

use super::{Execution, ExecutionFault, Node, Shallow};

impl Execution<'_> {
    /// Whether some end below the node is none of a false assumption.
    fn is_alive(&mut self, node: &Node) -> Result<bool, ExecutionFault> {
        let shallow = match node.ahead.take() {
            Some(known) => known,
            None => self.shallow(node)?,
        };
        let identity = match &shallow {
            Shallow::Choice(_, identity) | Shallow::Branch(_, identity) => *identity,
            Shallow::Dead | Shallow::Leaf(_) => None,
        };
        let known = identity.and_then(|identity| self.alive.get(&identity)).copied();
        if let (None, Some(identity)) = (known, identity) {
            self.alive.insert(identity, true);
        }
        let alive = match (known, &shallow) {
            (Some(alive), _) => alive,
            (None, Shallow::Dead) => false,
            (None, Shallow::Leaf(_)) => true,
            (None, Shallow::Choice(children, _)) => self.first_alive(children.iter().map(|(_, child)| child))?,
            (None, Shallow::Branch(children, _)) => self.first_alive(children.iter().map(|(_, _, child)| child))?,
        };
        if let Some(identity) = identity {
            self.alive.insert(identity, alive);
        }
        *node.ahead.borrow_mut() = Some(if alive { shallow } else { Shallow::Dead });
        Ok(alive)
    }

    fn first_alive<'n>(&mut self, children: impl Iterator<Item = &'n Node>) -> Result<bool, ExecutionFault> {
        for child in children {
            if self.is_alive(child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Without the children that only lead to false assumptions, once that matters.
    pub(super) fn keep_alive<C>(
        &mut self,
        children: Vec<C>,
        node: impl Fn(&C) -> &Node,
    ) -> Result<Vec<C>, ExecutionFault> {
        if !self.look_ahead {
            return Ok(children);
        }
        let mut alive = Vec::with_capacity(children.len());
        for child in children {
            if self.is_alive(node(&child))? {
                alive.push(child);
            }
        }
        Ok(alive)
    }
}
