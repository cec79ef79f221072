//! A new registration through the site: the row that exists before the provider hears of the order.

use super::{Candidate, Keyed, Registrations, TABLE, candidate_item, intake::idempotency_key, order_item};
use crate::{
    dynamo::{StoreError, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::{
    OrderId,
    payment::{Ask, Channel, Order},
    registration::{Choice, Registration},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What an idempotency key was used for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idempotency {
    /// The key, a UUID of the client's making.
    pub key: String,
    /// A digest of the fields it came with: the same key with other fields is refused.
    pub fingerprint: String,
    /// The newest order of the registration it made.
    pub order_id: OrderId,
    /// When the key is forgotten, in epoch seconds.
    pub expires: i64,
}

/// A digest of everything that a form says, so that its key cannot be used for another registration, nor for the
/// same one by another way.
#[must_use]
pub fn fingerprint(registration: &Registration, channel: Channel) -> String {
    let Registration {
        person,
        choice,
        exam_preference,
        payment_mode,
        amount,
    } = registration;
    let phone2 = person.phone2.as_ref().map(|phone| phone.as_str());
    let (college, course) = match choice {
        Choice::AllColleges { .. } => (None, None),
        Choice::SpecificCollege { college, course, .. } => (Some(college), Some(course)),
    };
    let fields = serde_json::json!([
        channel,
        person.name.as_str(),
        person.email.as_str(),
        person.phone.as_str(),
        phone2,
        choice.kind(),
        choice.package(),
        college,
        course,
        exam_preference,
        payment_mode,
        amount,
    ]);
    let hash = Sha256::digest(fields.to_string());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How the creation of an order ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Created {
    /// Written.
    Done,
    /// The idempotency key was used at the same moment; nothing was written.
    KeyTaken,
}

impl Registrations {
    /// Writes a candidate with its first order, CREATED, and the idempotency key that must be new.
    ///
    /// # Errors
    /// When the table does not answer. The order may then exist; it is found by its due time.
    pub async fn create(
        &self,
        candidate: &Candidate,
        order: &Order,
        due: Ask,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, StoreError> {
        telemetry::about(&candidate.customer_id);
        let mut actions = vec![
            self.put_new(candidate_item(candidate)?)?,
            self.put_new(order_item(order, Some(due))?)?,
        ];
        if let Some(idempotency) = idempotency {
            actions.push(self.put_new(idempotency_item(idempotency)?)?);
        }
        self.create_all(actions).await
    }

    /// Writes a further order of a candidate whose earlier one has closed, and points the key at it.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn create_further(
        &self,
        order: &Order,
        due: Ask,
        idempotency: &Idempotency,
        earlier: &OrderId,
    ) -> Result<Created, StoreError> {
        let repoint = Update::builder()
            .table_name(&self.table)
            .set_key(Some(idempotency_key(&idempotency.key)))
            .update_expression("SET order_id = :order, expires = :expires")
            .condition_expression("order_id = :earlier")
            .expression_attribute_values(":order", s(order.order_id.as_str()))
            .expression_attribute_values(":expires", crate::dynamo::n(idempotency.expires))
            .expression_attribute_values(":earlier", s(earlier.as_str()))
            .build()
            .map_err(incomplete)?;
        let actions = vec![
            self.put_new(order_item(order, Some(due))?)?,
            TransactWriteItem::builder().update(repoint).build(),
        ];
        self.create_all(actions).await
    }

    async fn create_all(&self, actions: Vec<TransactWriteItem>) -> Result<Created, StoreError> {
        // A conflict can only be about the key: the other items have random identifiers.
        match self.transact(actions).await? {
            Transaction::Done => Ok(Created::Done),
            Transaction::Refused(_) | Transaction::Conflict => Ok(Created::KeyTaken),
        }
    }

    /// What an idempotency key was used for.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn idempotency(&self, text: &str) -> Result<Option<Idempotency>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(idempotency_key(text)))
            .consistent_read(true)
            .send()
            .await?;
        found
            .item
            .map(|item| crate::dynamo::read(TABLE, item))
            .transpose()
    }
}

pub(super) fn idempotency_item(idempotency: &Idempotency) -> Result<crate::dynamo::Item, StoreError> {
    let keyed = Keyed {
        pk: format!("IDEM#{}", idempotency.key),
        sk: "IDEM".to_owned(),
        kind: "IDEM",
        due_shard: None,
        due_at: None,
        value: idempotency,
    };
    crate::dynamo::write(TABLE, &keyed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        CollegeId, CourseId, Email, IndianPhone, PackageId, Paise, Person, PersonName,
        registration::{ExamPreference, PaymentMode},
    };
    use std::collections::BTreeSet;

    fn registration() -> Registration {
        Registration {
            person: Person {
                name: PersonName::parse("Asha Rao").unwrap(),
                email: Email::parse("asha@example.com").unwrap(),
                phone: IndianPhone::parse("9876543210").unwrap(),
                phone2: None,
            },
            choice: choice("single-exam", "backwater", "backwater-bca"),
            exam_preference: ExamPreference::Offline,
            payment_mode: PaymentMode::Online,
            amount: Paise::new(100_000),
        }
    }

    fn choice(package: &str, college: &str, course: &str) -> Choice {
        Choice::SpecificCollege {
            package: PackageId::parse(package).unwrap(),
            college: CollegeId::parse(college).unwrap(),
            course: CourseId::parse(course).unwrap(),
        }
    }

    fn all_colleges(package: &str) -> Choice {
        Choice::AllColleges {
            package: PackageId::parse(package).unwrap(),
        }
    }

    #[test]
    fn an_idempotency_fingerprint_differs_in_each_member_of_a_registration() {
        let changes: [fn(&mut Registration); 14] = [
            |_| {},
            |form| form.person.name = PersonName::parse("Asha R").unwrap(),
            |form| form.person.email = Email::parse("binu@example.com").unwrap(),
            |form| form.person.phone = IndianPhone::parse("9876543211").unwrap(),
            |form| form.person.phone2 = Some(IndianPhone::parse("9876543211").unwrap()),
            |form| form.choice = choice("early-bird", "backwater", "backwater-bca"),
            |form| form.choice = choice("single-exam", "spice-coast", "backwater-bca"),
            |form| form.choice = choice("single-exam", "backwater", "backwater-bsc"),
            |form| form.choice = all_colleges("single-exam"),
            |form| form.choice = all_colleges("early-bird"),
            |form| form.exam_preference = ExamPreference::Online,
            |form| form.payment_mode = PaymentMode::Upi,
            |form| form.amount = Paise::new(100_001),
            |form| form.person.phone = IndianPhone::parse("9876543212").unwrap(),
        ];
        let of = |change: &fn(&mut Registration), channel| {
            let mut form = registration();
            change(&mut form);
            fingerprint(&form, channel)
        };
        let online = changes.iter().map(|change| of(change, Channel::Online));
        let counter = changes.iter().map(|change| of(change, Channel::Counter));
        let all: BTreeSet<String> = online.chain(counter).collect();
        assert_eq!(all.len(), 2 * changes.len());
        assert_eq!(of(&changes[0], Channel::Online), of(&changes[0], Channel::Online));
    }
}
