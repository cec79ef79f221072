//! The addresses of an audience, each with its candidates.

use audience::{AudienceScope, AudienceSources, Gathering};
use domain::{CustomerId, Email};
use std::collections::BTreeMap;
use store::{StoreError, read_model::Row};
use time::OffsetDateTime;

/// The addresses of an audience, each with its candidates.
#[derive(Debug, Default)]
pub(crate) struct Addresses(pub(crate) BTreeMap<Email, Vec<CustomerId>>);

impl Addresses {
    pub(crate) fn add(&mut self, rows: Vec<Row>) {
        for row in rows {
            self.0.entry(row.person.email).or_default().push(row.customer_id);
        }
    }

    /// Those of an audience as of a moment.
    pub(crate) async fn of(
        sources: &AudienceSources,
        scope: &AudienceScope,
        until: OffsetDateTime,
    ) -> Result<Self, StoreError> {
        let (mut gathering, mut addresses) = (Gathering::until(until), Self::default());
        while !gathering.is_done {
            addresses.add(sources.more(scope, &mut gathering).await?);
        }
        Ok(addresses)
    }
}
