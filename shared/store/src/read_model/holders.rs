//! Who sits an exam, from the candidate list.

use super::{
    filter::RowFilter,
    row::{Course, Row},
};
use crate::{dynamo::StoreError, registrations::Registrations};
use domain::{CourseId, payment::PassValidity};
use futures::future::try_join;
use std::collections::BTreeSet;

/// Rows read at once: half a megabyte, ten requests.
const ROWS: u16 = 1_000;

/// Who has a valid pass that may have to do with an exam.
#[derive(Debug, Default)]
pub struct ExamHolders {
    /// Whose pass is for the exam alone, and who has chosen it of all.
    pub sitting: Vec<Row>,
    /// Who has bought every exam and has not chosen this one.
    pub others: Vec<Row>,
}

impl Registrations {
    /// Everybody with a valid pass for an exam, or for every exam. Follows the registrations within seconds.
    pub async fn holders(&self, exam: &CourseId) -> Result<ExamHolders, StoreError> {
        let of_it = self.registered_for(Course::One(exam.clone()));
        let (of_it, of_all) = try_join(of_it, self.registered_for(Course::All)).await?;
        let mut holders = ExamHolders::default();
        let valid = |row: &Row| row.validity() == Some(PassValidity::Valid);
        for row in of_it.into_iter().chain(of_all).filter(valid) {
            if row.is_for(exam) {
                holders.sitting.push(row);
            } else {
                holders.others.push(row);
            }
        }
        Ok(holders)
    }

    /// Everybody with a valid pass for every exam who has chosen none of those on offer, in the order of payment.
    pub async fn undecided(&self, on_offer: &BTreeSet<CourseId>) -> Result<Vec<Row>, StoreError> {
        let mut rows = self.registered_for(Course::All).await?;
        rows.retain(|row| row.has_chosen(on_offer) == Some(false));
        rows.sort_by(|one, other| {
            let paid = |row: &Row| row.paid.first().map(|part| part.at);
            (paid(one), &one.customer_id).cmp(&(paid(other), &other.customer_id))
        });
        Ok(rows)
    }

    async fn registered_for(&self, course: Course) -> Result<Vec<Row>, StoreError> {
        let filter = RowFilter {
            course: Some(course),
            ..RowFilter::default()
        };
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let page = self.every_row(&filter, ROWS, after.as_ref()).await?;
            rows.extend(page.rows);
            after = page.next;
            if after.is_none() {
                return Ok(rows);
            }
        }
    }
}
