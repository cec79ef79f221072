//! Who registered at the counter by a name and a phone number: so that the same person, who comes back with another
//! address, is pointed out before a second registration is made.

use super::table::{Keyed, Registrations, TABLE};
use crate::dynamo::{Item, StoreError, key, read};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{CustomerId, Person, payment::Order};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The newest registration of a name and phone number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Similar {
    customer_id: CustomerId,
    /// When it is forgotten, in epoch seconds.
    expires: i64,
}

/// A digest: the key of an item is in logs of DynamoDB and in errors.
fn partition(person: &Person) -> String {
    let who = format!("{}\n{}", person.name.words().joined(), person.phone.as_str());
    let digest = Sha256::digest(who);
    format!("SIMILAR#{}", hex::encode(&digest[..16]))
}

impl Registrations {
    /// Notes who registers; with `only_first` not where somebody of that name and phone number has before.
    pub(super) fn similar(&self, order: &Order, only_first: bool) -> Result<TransactWriteItem, StoreError> {
        let similar = Similar {
            customer_id: order.customer_id.clone(),
            expires: order.expires_at.unix_timestamp(),
        };
        let item = crate::dynamo::write(
            TABLE,
            &Keyed {
                pk: partition(&order.person),
                sk: "SIMILAR".to_owned(),
                kind: "SIMILAR",
                due_shard: None,
                due_at: None,
                value: &similar,
            },
        )?;
        if only_first {
            self.put_new(item)
        } else {
            self.put(item)
        }
    }

    /// The candidate who registered last at the counter by this name and phone number.
    pub async fn similar_to(&self, person: &Person) -> Result<Option<CustomerId>, StoreError> {
        let wanted: Item = key(partition(person), "SIMILAR");
        let found = self.client.get_item().table_name(&self.table);
        let found = found.set_key(Some(wanted)).consistent_read(true).send().await?;
        let found: Option<Similar> = found.item.map(|item| read(TABLE, item)).transpose()?;
        Ok(found.map(|similar| similar.customer_id))
    }
}
