//! The halls of the catalogue. An exam that is put into one while that is deleted keeps an identifier that leads nowhere; plans are
//! made without it.

use super::table::Catalogue;
use crate::{
    access::{KeyUse, Made, make},
    admin::Audit,
    dynamo::StoreError,
    transaction::Write,
};
use domain::{HallId, seating::Hall};

impl Catalogue {
    /// Every hall of this moment, in the order of the identifiers.
    pub async fn halls(&self) -> Result<Vec<Hall>, StoreError> {
        self.all().await
    }

    /// One hall, as of this moment.
    pub async fn hall(&self, id: &HallId) -> Result<Option<Hall>, StoreError> {
        self.find(id.as_str()).await
    }

    /// Writes a new hall, which its form makes once.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been written.
    pub async fn create_hall(
        &self,
        hall: &Hall,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Made, StoreError> {
        make(&self.client, self.creation(hall)?, audit, key).await
    }

    /// Writes a hall over the version before its own.
    pub async fn update_hall(&self, hall: &Hall, audit: Audit<'_>) -> Result<Write, StoreError> {
        self.audited(self.update(hall)?, audit).await
    }

    /// Deletes a hall, if it is still at this version.
    pub async fn delete_hall(&self, hall: &Hall, audit: Audit<'_>) -> Result<Write, StoreError> {
        self.audited(self.deletion(hall)?, audit).await
    }

    /// Writes a hall as it is, whatever is there.
    pub async fn put_hall(&self, hall: &Hall) -> Result<(), StoreError> {
        self.put(hall).await
    }
}
