//! The display order of a list, as it is asked for and answered.

use domain::{Invalid, display_order::DisplayOrder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The order that is to be.
#[derive(Deserialize, ToSchema)]
pub struct DisplayOrderIn {
    /// Everything of the list by its identifiers, the first one first.
    #[schema(required = true, value_type = Vec<String>)]
    ids: Option<Vec<String>>,
    /// The version that it was decided on. Without it the last change wins.
    #[serde(default, deserialize_with = "crate::whole_number")]
    version: Option<u64>,
}

impl DisplayOrderIn {
    /// The identifiers, and the version that they were decided on.
    ///
    /// # Errors
    /// On `ids`, when they are missing.
    pub fn parse(self) -> Result<(Vec<String>, Option<u64>), Invalid> {
        let ids = self.ids.ok_or(Invalid::new("ids", "The order is missing"))?;
        Ok((ids, self.version))
    }
}

/// The order that is.
#[derive(Serialize, ToSchema)]
#[schema(as = DisplayOrder)]
pub struct DisplayOrderOut {
    /// Everything of the list by its identifiers, the first one first.
    ids: Vec<String>,
    /// Counts the changes of the order; 0 before the first.
    version: u64,
}

impl DisplayOrderOut {
    /// The list as it is shown, in an order of this version.
    #[must_use]
    pub const fn new(ids: Vec<String>, order: &DisplayOrder) -> Self {
        let version = order.version();
        Self { ids, version }
    }
}

/// The order that was saved.
#[derive(Serialize, ToSchema)]
pub struct DisplayOrderSaved {
    message: &'static str,
    order: DisplayOrderOut,
}

impl DisplayOrderSaved {
    /// That the list is shown so.
    #[must_use]
    pub const fn new(ids: Vec<String>, order: &DisplayOrder) -> Self {
        Self {
            message: "Order saved successfully",
            order: DisplayOrderOut::new(ids, order),
        }
    }
}
