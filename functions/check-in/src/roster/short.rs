//! The short form of a part of the roster: a full day of twenty thousand people, who come in, go out and come back, fits in four
//! megabytes by it.

use super::latest;
use domain::check_in::ScanPlace;
use serde::Serialize;
use std::collections::HashMap;
use store::{
    check_in::{DoorEvent, DoorMovement},
    read_model::RosterChange,
};
use utoipa::ToSchema;

/// So much of a lookup tells twenty thousand passes apart: two are alike in one event of a million.
const LOOKUP: usize = 8;

/// So much of a nonce tells the scans of one pass apart.
const NONCE: usize = 8;

/// Seconds in five digits of base 36: two years.
const TIME: usize = 5;

/// The number of a device in two digits of base 36. Those beyond have no name.
const DEVICE: usize = 2;
const MOST_DEVICES: usize = 1295;

/// The entries and the events of a part in the short form.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct RosterShort {
    /// Passes to add or replace, each the first eight characters of its lookup with the sealed information.
    passes: Vec<String>,
    /// What the numbers of devices in `moves` stand for, from 1 on; 0 stands for none of these.
    devices: Vec<String>,
    /// From when the times of `moves` count, in epoch seconds.
    moves_from: i64,
    /// What `events` are otherwise, one behind the other: `i` for `in`, `o` for `out`, `l` for `left` or `b` for `back`, the first
    /// eight characters of the lookup, and when, as five digits of base 36. Behind `i` and `o`, and behind the capitals `L` and `B`
    /// of a scan that was taken back, follow the first eight characters of the nonce and the number of the device, two digits of
    /// base 36.
    moves: String,
}

impl RosterShort {
    /// The short form, and the passes to forget.
    pub(super) fn of(entries: Vec<Vec<RosterChange>>, events: &[DoorEvent]) -> (Self, Vec<String>) {
        let (entries, removed) = latest(entries);
        let passes = entries
            .into_iter()
            .map(|(lookup, sealed)| beginning(&lookup, LOOKUP) + &sealed);
        let moves_from = events.iter().map(|event| event.place.at.unix_timestamp()).min();
        let mut short = Self {
            passes: passes.collect(),
            moves_from: moves_from.unwrap_or_default(),
            ..Self::default()
        };
        let mut numbers = HashMap::new();
        for event in events {
            short.add(event, &mut numbers);
        }
        (short, removed)
    }

    fn add(&mut self, event: &DoorEvent, numbers: &mut HashMap<String, usize>) {
        let DoorEvent {
            movement,
            lookups,
            place,
            nonce,
            ..
        } = event;
        let is_taken_back = !nonce.is_empty();
        let (letter, names_scan) = match movement.known() {
            None => return,
            Some(DoorMovement::In) => ('i', true),
            Some(DoorMovement::Out) => ('o', true),
            Some(DoorMovement::Left) if is_taken_back => ('L', true),
            Some(DoorMovement::Left) => ('l', false),
            Some(DoorMovement::Back) if is_taken_back => ('B', true),
            Some(DoorMovement::Back) => ('b', false),
        };
        let at = digits(place.at.unix_timestamp() - self.moves_from, TIME);
        for lookup in lookups {
            self.moves.push(letter);
            self.moves += &beginning(lookup, LOOKUP);
            self.moves += &at;
            if names_scan {
                self.moves += &beginning(nonce, NONCE);
                let number = self.number(place, numbers);
                self.moves += &number;
            }
        }
    }

    fn number(&mut self, place: &ScanPlace, numbers: &mut HashMap<String, usize>) -> String {
        if !numbers.contains_key(&place.device) && self.devices.len() < MOST_DEVICES {
            self.devices.push(place.device.clone());
            numbers.insert(place.device.clone(), self.devices.len());
        }
        let number = numbers.get(&place.device).copied().unwrap_or_default();
        digits(i64::try_from(number).unwrap_or_default(), DEVICE)
    }
}

/// The beginning of a text, which is never shorter in what is parted by its length.
fn beginning(text: &str, length: usize) -> String {
    let mut beginning: String = text.chars().take(length).collect();
    beginning.extend(std::iter::repeat_n('.', length - beginning.chars().count()));
    beginning
}

/// A number as so many digits of base 36.
fn digits(number: i64, length: usize) -> String {
    let mut rest = number.max(0);
    let mut digits: Vec<char> = Vec::with_capacity(length);
    for _ in 0..length {
        let digit = u32::try_from(rest % 36).unwrap_or_default();
        digits.push(char::from_digit(digit, 36).unwrap_or('0'));
        rest /= 36;
    }
    digits.iter().rev().collect()
}
