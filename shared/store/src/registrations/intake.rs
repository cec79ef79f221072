//! Everything create-order must know before it decides, in one read over two tables.

use super::{Registrations, TABLE, claims, create::Idempotency};
use crate::{
    Catalog,
    catalog::{college_key, exam_key, package_key},
    dynamo::{Item, StoreError, batch_get, key, read},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{ClaimKey, Email, catalogue::Chosen, registration::Choice};

/// What stood in the tables when a registration was asked for.
#[derive(Debug)]
pub struct Intake {
    /// The things chosen, as the catalogue has them.
    pub chosen: Chosen,
    /// Earlier registrations of the address.
    pub claims: claims::Claims,
    /// What the idempotency key was used for before.
    pub idempotency: Option<Idempotency>,
}

pub(crate) fn idempotency_key(text: &str) -> Item {
    key(format!("IDEM#{text}"), "IDEM")
}

impl Registrations {
    /// Reads what a registration depends on: one BatchGetItem over the tables catalog and registrations.
    ///
    /// # Errors
    /// When the tables do not answer.
    pub async fn intake(
        &self,
        catalog: &Catalog,
        email: &Email,
        choice: &Choice,
        idempotency: Option<&str>,
    ) -> Result<Intake, StoreError> {
        let mut things = vec![package_key(choice.package())];
        if let Choice::SpecificCollege { college, course, .. } = choice {
            things.extend([college_key(college), exam_key(course)]);
        }
        let mut earlier = claims::keys(&ClaimKey::of_choice(email, choice));
        earlier.extend(idempotency.map(idempotency_key));
        let wanted = [
            (catalog.table.clone(), keys(things)?),
            (self.table.clone(), keys(earlier)?),
        ];
        let mut found = batch_get(&self.client, wanted.into()).await?;

        let mut chosen = Chosen::default();
        for item in found.remove(&catalog.table).unwrap_or_default() {
            match sort_key(&item).split('#').next() {
                Some("PACKAGE") => chosen.package = Some(read("catalog", item)?),
                Some("COLLEGE") => chosen.college = Some(read("catalog", item)?),
                Some("EXAM") => chosen.exam = Some(read("catalog", item)?),
                _ => {}
            }
        }
        let (used, claims): (Vec<Item>, Vec<Item>) = found
            .remove(&self.table)
            .unwrap_or_default()
            .into_iter()
            .partition(|item| sort_key(item) == "IDEM");
        Ok(Intake {
            chosen,
            claims: claims::collect(claims)?,
            idempotency: used
                .into_iter()
                .next()
                .map(|item| read(TABLE, item))
                .transpose()?,
        })
    }
}

fn sort_key(item: &Item) -> &str {
    item.get("sk")
        .and_then(|sk| sk.as_s().ok())
        .map_or("", String::as_str)
}

fn keys(keys: Vec<Item>) -> Result<KeysAndAttributes, StoreError> {
    KeysAndAttributes::builder()
        .set_keys(Some(keys))
        .consistent_read(true)
        .build()
        .map_err(incomplete)
}
