//! Maps that know what a change did to them, so that it alone is written down or taken back.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::ops::Deref;

/// A map that remembers, from one [`Tracked::accept`] or [`Tracked::revert`] to the next, how its changed entries were.
#[derive(Debug, Clone)]
pub(crate) struct Tracked<K, V> {
    entries: BTreeMap<K, V>,
    /// What the touched entries were; None for one that was not there.
    before: BTreeMap<K, Option<V>>,
}

impl<K, V> Default for Tracked<K, V> {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
            before: BTreeMap::new(),
        }
    }
}

impl<K, V> Deref for Tracked<K, V> {
    type Target = BTreeMap<K, V>;

    fn deref(&self) -> &BTreeMap<K, V> {
        &self.entries
    }
}

impl<K: Ord + Clone, V: Clone + PartialEq> Tracked<K, V> {
    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let entry = self.entries.get_mut(key)?;
        self.before
            .entry(key.clone())
            .or_insert_with(|| Some(entry.clone()));
        Some(entry)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        let old = self.entries.insert(key.clone(), value);
        self.before.entry(key).or_insert(old);
    }

    pub(crate) fn remove(&mut self, key: &K) {
        if let Some(old) = self.entries.remove(key) {
            self.before.entry(key.clone()).or_insert(Some(old));
        }
    }

    /// Every entry that is another than before, with what it is now; None for one that is gone.
    pub(crate) fn changed(&self) -> BTreeMap<K, Option<V>> {
        self.before
            .iter()
            .filter(|(key, before)| self.entries.get(*key) != before.as_ref())
            .map(|(key, _)| (key.clone(), self.entries.get(key).cloned()))
            .collect()
    }

    /// Applies to the entries what [`Tracked::changed`] returned for another map.
    pub(crate) fn apply(&mut self, changed: BTreeMap<K, Option<V>>) {
        for (key, value) in changed {
            match value {
                Some(value) => self.insert(key, value),
                None => self.remove(&key),
            }
        }
    }

    /// Forgets how the entries were.
    pub(crate) fn accept(&mut self) {
        self.before.clear();
    }

    /// Makes every entry what it was.
    pub(crate) fn revert(&mut self) {
        for (key, before) in std::mem::take(&mut self.before) {
            match before {
                Some(value) => self.entries.insert(key, value),
                None => self.entries.remove(&key),
            };
        }
    }
}

impl<K: Ord + Clone, V: Clone + PartialEq> FromIterator<(K, V)> for Tracked<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self {
            entries: entries.into_iter().collect(),
            before: BTreeMap::new(),
        }
    }
}

impl<K: Serialize, V: Serialize> Serialize for Tracked<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(serializer)
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for Tracked<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self {
            entries: BTreeMap::deserialize(deserializer)?,
            before: BTreeMap::new(),
        })
    }
}
