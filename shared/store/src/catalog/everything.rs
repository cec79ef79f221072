//! Everything that can be bought, in one read.

use super::table::{Catalog, Kind, TABLE};
use crate::dynamo::{Item, StoreError, read, text};
use domain::{
    CollegeId, CourseId,
    catalogue::{College, Exam, Package},
};
use std::collections::HashMap;

/// Everything that can be bought, in the order of the identifiers.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Everything {
    /// The packages.
    pub packages: Vec<Package>,
    /// The colleges.
    pub colleges: HashMap<CollegeId, College>,
    /// The exams.
    pub exams: HashMap<CourseId, Exam>,
}

impl Catalog {
    /// Everything that can be bought: one Query, more only past a megabyte.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn everything(&self) -> Result<Everything, StoreError> {
        let mut everything = Everything::default();
        for item in self.query("", false).await? {
            everything.add(item)?;
        }
        Ok(everything)
    }
}

impl Everything {
    fn add(&mut self, item: Item) -> Result<(), StoreError> {
        let sk = text(&item, "sk").to_owned();
        if sk.starts_with(Package::PREFIX) {
            self.packages.push(read(TABLE, item)?);
        } else if sk.starts_with(College::PREFIX) {
            let college: College = read(TABLE, item)?;
            self.colleges.insert(college.id.clone(), college);
        } else if sk.starts_with(Exam::PREFIX) {
            let exam: Exam = read(TABLE, item)?;
            self.exams.insert(exam.id.clone(), exam);
        }
        Ok(())
    }
}
