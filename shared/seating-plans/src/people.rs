//! Who sits an exam: whose valid pass is for it, or for every exam of the colleges, this one among them.

use crate::SeatingPlans;
use domain::{CourseId, payment::PassValidity, seating::Examinee};
use store::{
    StoreError,
    catalogue::Everything,
    read_model::{Course, Row, RowFilter},
    registrations::CandidateFile,
};

/// How many rows one reading brings.
const A_PAGE: u16 = 1_000;

/// Whether those with every exam sit this one: a college has it on its list.
pub(crate) fn is_for_all(everything: &Everything, course: &CourseId) -> bool {
    everything
        .colleges
        .values()
        .any(|college| college.courses.contains(course))
}

/// Whether a candidate sits an exam, as of what was read.
pub(crate) fn sits(file: &CandidateFile, course: &CourseId, with_all: bool) -> bool {
    let is_for = match Course::of(&file.candidate.selection) {
        Course::All => with_all,
        Course::One(chosen) => chosen == *course,
    };
    is_for
        && file
            .orders
            .iter()
            .any(|order| order.validity() == Some(PassValidity::Valid))
}

/// What decides about the seat of a candidate; None for one that has not paid.
pub(crate) fn examinee(row: &Row) -> Option<Examinee> {
    let person = &row.person;
    Some(Examinee {
        customer_id: row.customer_id.clone(),
        paid_at: row.paid.first()?.at,
        name: person.name.words(),
        email: person.email.clone(),
        phones: [Some(&person.phone), person.phone2.as_ref()]
            .into_iter()
            .flatten()
            .cloned()
            .collect(),
    })
}

impl SeatingPlans {
    /// The rows of those who sit an exam, as the lists have them.
    pub(crate) async fn sitting(&self, course: &CourseId, with_all: bool) -> Result<Vec<Row>, StoreError> {
        let mut rows = self.holders(Course::One(course.clone())).await?;
        if with_all {
            rows.extend(self.holders(Course::All).await?);
        }
        Ok(rows)
    }

    async fn holders(&self, course: Course) -> Result<Vec<Row>, StoreError> {
        let filter = RowFilter {
            course: Some(course),
            ..RowFilter::default()
        };
        let mut holders = Vec::new();
        let mut behind = None;
        loop {
            let page = self
                .registrations
                .every_row(&filter, A_PAGE, behind.as_ref())
                .await?;
            let valid = page
                .rows
                .into_iter()
                .filter(|row| row.validity() == Some(PassValidity::Valid));
            holders.extend(valid);
            behind = page.next;
            if behind.is_none() {
                return Ok(holders);
            }
        }
    }
}
