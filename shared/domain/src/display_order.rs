//! The display order of a list: in which order the site and the portal show the things of it, where staff have set one.

use crate::Invalid;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

const FIELD: &str = "ids";
const TWICE: Invalid = Invalid::new(FIELD, "Something is in the order twice");
const UNKNOWN: Invalid = Invalid::new(
    FIELD,
    "Something in the order is not there any more. Reload the list",
);
const MISSING: Invalid = Invalid::new(
    FIELD,
    "Something of the list is missing in the order. Reload the list",
);

/// The identifiers of a list as they were put in order. It may name what was deleted since, which shows nowhere, and lack
/// what was added since, which comes last.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DisplayOrder {
    ids: Vec<String>,
    version: u64,
}

/// What comes of an order that is asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Rearrangement {
    /// The list is in that order already.
    AsItIs,
    /// What is to be written.
    Next(DisplayOrder),
    /// It was decided on another version.
    Stale,
}

impl DisplayOrder {
    /// Counts the writes; 0 before the first.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Puts things in this order. What it does not name stays in the order of `things`, behind the rest.
    pub fn sort<T>(&self, things: &mut [T], id: impl Fn(&T) -> &str) {
        let places: HashMap<&str, usize> = self.ids.iter().map(String::as_str).zip(0..).collect();
        things.sort_by_key(|thing| places.get(id(thing)).copied().unwrap_or(usize::MAX));
    }

    /// Decides about an order that somebody asks for. `shown` are the identifiers of the list as it is shown now, and
    /// `version` is what they decided on; without one the last change wins.
    ///
    /// What is so already is done, whatever the version: a client that lost the answer may send it again.
    ///
    /// # Errors
    /// On `ids`, which are not those of the list, each once.
    pub fn rearrange(
        &self,
        shown: &[&str],
        ids: Vec<String>,
        version: Option<u64>,
    ) -> Result<Rearrangement, Invalid> {
        if ids == shown {
            return Ok(Rearrangement::AsItIs);
        }
        if version.is_some_and(|version| version != self.version) {
            return Ok(Rearrangement::Stale);
        }
        let asked: HashSet<&str> = ids.iter().map(String::as_str).collect();
        let there: HashSet<&str> = shown.iter().copied().collect();
        if asked.len() < ids.len() {
            return Err(TWICE);
        }
        if !asked.is_subset(&there) {
            return Err(UNKNOWN);
        }
        if asked.len() < there.len() {
            return Err(MISSING);
        }
        Ok(Rearrangement::Next(Self {
            ids,
            version: self.version + 1,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ids: &[&str], version: u64) -> DisplayOrder {
        DisplayOrder {
            ids: owned(ids),
            version,
        }
    }

    fn owned(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|&id| id.to_owned()).collect()
    }

    fn sorted(order: &DisplayOrder, things: &[&'static str]) -> Vec<&'static str> {
        let mut things = things.to_vec();
        order.sort(&mut things, |thing| thing);
        things
    }

    #[test]
    fn what_is_not_in_the_order_comes_last_as_it_was_and_what_is_gone_leaves_no_gap() {
        let order = order(&["c", "gone", "a"], 3);
        assert_eq!(sorted(&order, &["a", "b", "c", "d"]), ["c", "a", "b", "d"]);
        assert_eq!(sorted(&DisplayOrder::default(), &["b", "a"]), ["b", "a"]);
        assert!(sorted(&order, &[]).is_empty());
    }

    #[test]
    fn an_order_of_the_whole_list_is_the_next_version() {
        let next = order(&["b", "gone"], 4).rearrange(&["b", "a"], owned(&["a", "b"]), Some(4));
        assert_eq!(next, Ok(Rearrangement::Next(order(&["a", "b"], 5))));
        let last_wins = order(&[], 0).rearrange(&["b", "a"], owned(&["a", "b"]), None);
        assert_eq!(last_wins, Ok(Rearrangement::Next(order(&["a", "b"], 1))));
    }

    #[test]
    fn what_is_so_already_is_done_and_what_was_decided_on_another_version_is_stale() {
        let current = order(&["a", "b"], 2);
        for version in [None, Some(1), Some(2)] {
            let same = current.rearrange(&["a", "b"], owned(&["a", "b"]), version);
            assert_eq!(same, Ok(Rearrangement::AsItIs));
        }
        // Before anything is said of ids, which may be those of the list then.
        for ids in [&["b", "a"][..], &["b"]] {
            let late = current.rearrange(&["a", "b"], owned(ids), Some(1));
            assert_eq!(late, Ok(Rearrangement::Stale));
        }
    }

    #[test]
    fn an_order_names_all_of_the_list_once_and_nothing_else() {
        for (ids, why) in [
            (&["a", "b", "a"][..], TWICE),
            (&["a", "c"], UNKNOWN),
            (&["a", "b", "c"], UNKNOWN),
            (&["b"], MISSING),
            (&[], MISSING),
        ] {
            let refused = order(&[], 0).rearrange(&["a", "b"], owned(ids), Some(0));
            assert_eq!(refused, Err(why), "{ids:?}");
        }
    }
}
