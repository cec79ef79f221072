//! A part of an exam's candidates, in one item.

use super::{RecordedResult, item, partition};
use crate::dynamo::{Item, StoreError, key};
use domain::{CourseId, CustomerId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// How many an exam has: a transaction takes them all with what else a file writes, 4 MB at most.
pub(super) const SHEETS: u8 = 64;
/// What the key of each begins with.
pub(super) const PREFIX: &str = "SHEET#";

/// Some of an exam's candidates.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ResultSheet {
    /// The file that they are of.
    pub(super) upload: String,
    /// Their results.
    pub(super) results: BTreeMap<CustomerId, RecordedResult>,
}

/// In which one a candidate is.
fn number_of(candidate: &CustomerId) -> u8 {
    Sha256::digest(candidate.as_str())[0] % SHEETS
}

fn place(number: u8) -> String {
    format!("{PREFIX}{number:02}")
}

/// The key of the one that a candidate is in.
pub(super) fn key_of(exam: &CourseId, candidate: &CustomerId) -> Item {
    key(partition(exam), place(number_of(candidate)))
}

/// Every sheet of a file, those too in which nobody is: what was there before goes.
pub(super) fn items_of(
    exam: &CourseId,
    upload: &str,
    results: BTreeMap<CustomerId, RecordedResult>,
) -> Result<Vec<Item>, StoreError> {
    let mut sheets = BTreeMap::new();
    for number in 0..SHEETS {
        let upload = upload.to_owned();
        sheets.insert(
            number,
            ResultSheet {
                upload,
                ..ResultSheet::default()
            },
        );
    }
    for (candidate, result) in results {
        if let Some(sheet) = sheets.get_mut(&number_of(&candidate)) {
            sheet.results.insert(candidate, result);
        }
    }
    let sheets = sheets.into_iter();
    sheets
        .map(|(number, sheet)| item(partition(exam), place(number), "RESULT_SHEET", &sheet))
        .collect()
}
