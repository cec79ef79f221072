//! The display order of the packages.

use super::table::{Catalogue, PARTITION, TABLE};
use crate::{
    admin::Audit,
    display_order,
    dynamo::{StoreError, key},
    transaction::Write,
};
use domain::display_order::DisplayOrder;

pub(super) const PACKAGE_ORDER: &str = "DISPLAY_ORDER#PACKAGE";

impl Catalogue {
    /// Writes the order of the packages over the version before its own.
    ///
    /// # Errors
    /// When the table does not answer. It may then have been written.
    pub async fn arrange_packages(
        &self,
        order: &DisplayOrder,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let put = display_order::put((TABLE, &self.table), key(PARTITION, PACKAGE_ORDER), order)?;
        self.audited(put, audit).await
    }
}
