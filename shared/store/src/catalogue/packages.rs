//! The packages of the catalogue.

use super::table::Catalogue;
use crate::{
    access::{KeyUse, Made, make},
    admin::Audit,
    dynamo::StoreError,
    transaction::Write,
};
use domain::{PackageId, catalogue::Package};

impl Catalogue {
    /// Every package of this moment, in the order of the identifiers.
    pub async fn packages(&self) -> Result<Vec<Package>, StoreError> {
        self.all().await
    }

    /// One package, as of this moment.
    pub async fn package(&self, id: &PackageId) -> Result<Option<Package>, StoreError> {
        self.find(id.as_str()).await
    }

    /// Writes a new package, which its form makes once.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been written.
    pub async fn create_package(
        &self,
        package: &Package,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Made, StoreError> {
        make(&self.client, self.creation(package)?, audit, key).await
    }

    /// Writes a package over the version before its own.
    pub async fn update_package(&self, package: &Package, audit: Audit<'_>) -> Result<Write, StoreError> {
        self.audited(self.update(package)?, audit).await
    }

    /// Deletes a package, if it is still at this version.
    pub async fn delete_package(&self, package: &Package, audit: Audit<'_>) -> Result<Write, StoreError> {
        self.audited(self.deletion(package)?, audit).await
    }

    /// Writes a package as it is, whatever is there.
    pub async fn put_package(&self, package: &Package) -> Result<(), StoreError> {
        self.put(package).await
    }
}
