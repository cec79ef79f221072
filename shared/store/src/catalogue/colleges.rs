//! The colleges of the catalogue.

use super::table::Catalogue;
use crate::{
    access::{KeyUse, Made, make},
    admin::Audit,
    dynamo::StoreError,
    transaction::Write,
};
use domain::{CollegeId, catalogue::College};

impl Catalogue {
    /// Every college of this moment, in the order of the identifiers.
    pub async fn colleges(&self) -> Result<Vec<College>, StoreError> {
        self.all().await
    }

    /// One college, as of this moment.
    pub async fn college(&self, id: &CollegeId) -> Result<Option<College>, StoreError> {
        self.find(id.as_str()).await
    }

    /// Writes a new college, which its form makes once.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been written.
    pub async fn create_college(
        &self,
        college: &College,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Made, StoreError> {
        make(&self.client, self.creation(college)?, audit, key).await
    }

    /// Writes a college over the version before its own.
    pub async fn update_college(&self, college: &College, audit: Audit<'_>) -> Result<Write, StoreError> {
        self.audited(self.update(college)?, audit).await
    }

    /// Deletes a college, if it is still at this version.
    pub async fn delete_college(&self, college: &College, audit: Audit<'_>) -> Result<Write, StoreError> {
        self.audited(self.deletion(college)?, audit).await
    }

    /// Writes a college as it is, whatever is there.
    pub async fn put_college(&self, college: &College) -> Result<(), StoreError> {
        self.put(college).await
    }
}
