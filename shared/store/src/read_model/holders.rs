//! Who may sit an exam, from the candidate list.

use super::row::{Course, Row, RowFilter};
use crate::{dynamo::StoreError, registrations::Registrations};
use domain::{CourseId, payment::PassValidity};
use futures::future::try_join;

/// Rows read at once: half a megabyte, ten requests.
const ROWS: u16 = 1_000;

impl Registrations {
    /// Everybody with a valid pass for an exam alone and, where `with_all` says so, for every exam. Follows the registrations
    /// within seconds.
    pub async fn holders(&self, exam: &CourseId, with_all: bool) -> Result<Vec<Row>, StoreError> {
        let of_it = self.registered_for(Course::One(exam.clone()));
        let of_all = async {
            match with_all {
                true => self.registered_for(Course::All).await,
                false => Ok(Vec::new()),
            }
        };
        let (mut holders, of_all) = try_join(of_it, of_all).await?;
        holders.extend(of_all);
        holders.retain(|row| row.validity() == Some(PassValidity::Valid));
        Ok(holders)
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
