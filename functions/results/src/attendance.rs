//! Who was at an exam, as the door knows it.

use crate::{State, exam::ResultsExam};
use domain::CustomerId;
use std::collections::HashSet;
use store::StoreError;

/// Who of some candidates was let in; None where nobody was, because then the door was not used.
pub(crate) async fn admitted_of(
    state: &State,
    exam: &ResultsExam,
    candidates: &[CustomerId],
) -> Result<Option<HashSet<CustomerId>>, StoreError> {
    let list = exam.list();
    let counts = state.check_ins.counts(Some(&list)).await?;
    let is_real = |hour: &store::check_in::Count| {
        hour.admitted > 0 && exam.begins_at.is_none_or(|begins| !hour.is_before(begins))
    };
    if !counts.iter().any(is_real) {
        return Ok(None);
    }
    let admitted = state
        .check_ins
        .admitted_of(&list, exam.begins_at, candidates)
        .await?;
    Ok(Some(admitted))
}
