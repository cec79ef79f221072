//! Everything create-order must know before it decides, in one read over two tables.

use super::{
    claims,
    idempotency::{Idempotency, idempotency_key},
    table::{Registrations, TABLE},
};
use crate::{
    catalogue::{Catalogue, college_key, exam_key, package_key},
    dynamo::{Item, StoreError, batch_get, read, text},
    sale,
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{ClaimKey, Email, Sale, catalogue::ResolvedSelection, registration::Choice};

/// What was in the tables when a registration was requested.
#[derive(Debug)]
pub struct CheckoutContext {
    /// The things chosen, as the catalogue has them.
    pub chosen: ResolvedSelection,
    /// Earlier registrations of the address.
    pub claims: claims::Claims,
    /// What the idempotency key was used for before.
    pub idempotency: Option<Idempotency>,
    /// Who may register when.
    pub sale: Sale,
}

impl Registrations {
    /// Reads what a registration depends on: one BatchGetItem over the tables catalogue and registrations.
    pub async fn checkout_context(
        &self,
        catalogue: &Catalogue,
        email: &Email,
        choice: &Choice,
        idempotency: Option<&str>,
    ) -> Result<CheckoutContext, StoreError> {
        let mut things = vec![package_key(choice.package())];
        if let Choice::SpecificCollege { college, course, .. } = choice {
            things.extend([college_key(college), exam_key(course)]);
        }
        let mut earlier = claims::keys(&ClaimKey::of_choice(email, choice));
        earlier.extend(idempotency.map(idempotency_key));
        earlier.extend(sale::keys());
        let wanted = [
            (catalogue.table.clone(), keys(things)?),
            (self.table.clone(), keys(earlier)?),
        ];
        let mut found = batch_get(&self.client, wanted.into()).await?;

        let mut chosen = ResolvedSelection::default();
        for item in found.remove(&catalogue.table).unwrap_or_default() {
            match text(&item, "sk").split('#').next() {
                Some("PACKAGE") => chosen.package = Some(read("catalogue", item)?),
                Some("COLLEGE") => chosen.college = Some(read("catalogue", item)?),
                Some("EXAM") => chosen.exam = Some(read("catalogue", item)?),
                _ => {}
            }
        }
        let found = found.remove(&self.table).unwrap_or_default();
        let (event, found): (Vec<Item>, Vec<Item>) = found.into_iter().partition(sale::is_of_the_event);
        let (used, claims): (Vec<Item>, Vec<Item>) =
            found.into_iter().partition(|item| text(item, "sk") == "IDEM");
        Ok(CheckoutContext {
            chosen,
            claims: claims::collect(claims)?,
            idempotency: used
                .into_iter()
                .next()
                .map(|item| read(TABLE, item))
                .transpose()?,
            sale: sale::sale_in(&event),
        })
    }
}

fn keys(keys: Vec<Item>) -> Result<KeysAndAttributes, StoreError> {
    KeysAndAttributes::builder()
        .set_keys(Some(keys))
        .consistent_read(true)
        .build()
        .map_err(incomplete)
}
