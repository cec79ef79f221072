//! What an exploration has reached, and where each state of it ends.

use super::{Bound, Reached, invariants, state::Orders, state::Snapshot, step::Step};
use std::collections::HashMap;

/// Everything that was reached so far.
pub(super) struct Reach {
    orders: Orders,
    bound: Bound,
    /// Each state, and one way to it, by its key.
    states: HashMap<String, Reached>,
    /// Where a state's own reconciling takes it, by the keys of both.
    reconciled: HashMap<String, String>,
}

impl Reach {
    /// The beginning alone.
    pub(super) fn of(orders: &Orders, begin: &Snapshot, bound: Bound) -> Self {
        Self {
            orders: orders.clone(),
            bound,
            states: HashMap::from([(begin.key(orders), (begin.clone(), Vec::new()))]),
            reconciled: HashMap::new(),
        }
    }

    /// How many states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Takes what a state led to. Returns what of it is new: also a state that was reached before, but only with more of the
    /// interruptions that a sequence may have.
    pub(super) fn take(&mut self, from: &Snapshot, found: Vec<Reached>) -> Vec<Reached> {
        let mut new = Vec::new();
        for (state, path) in found {
            let key = state.key(&self.orders);
            if path.last() == Some(&Step::RECONCILE) {
                self.reconciled.insert(from.key(&self.orders), key.clone());
            }
            let spent = self.bound.spent(&path);
            let is_new = self
                .states
                .get(&key)
                .is_none_or(|(_, known)| spent < self.bound.spent(known));
            if is_new {
                self.states.insert(key, (state.clone(), path.clone()));
                new.push((state, path));
            }
        }
        new
    }

    /// What is wrong with where the states end when nothing more goes wrong.
    pub(super) fn check_ends(&self) -> Vec<String> {
        let check = |(key, (state, path)): (&String, &Reached)| {
            let wrong = match self.end_of(key) {
                Some(end) => invariants::of_end(&self.orders, state, end).err()?,
                None => "the due items come to an end".to_owned(),
            };
            Some(format!("{wrong}, in the end, after {path:?}"))
        };
        self.states.iter().filter_map(check).collect()
    }

    fn end_of<'a>(&'a self, mut key: &'a str) -> Option<&'a Snapshot> {
        for _ in 0..invariants::RUNS {
            let (state, _) = &self.states[key];
            if state.next_due(&self.orders).is_none() {
                return Some(state);
            }
            key = self.reconciled.get(key)?;
        }
        None
    }
}
