//! Idempotency keys: a form that is sent again with its key is the registration that it was the first time.

use super::table::{Keyed, Registrations, TABLE};
use crate::dynamo::{Item, StoreError, key, read};
use domain::{
    IndianPhone, OrderId, Person,
    payment::Channel,
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
        // A page that was loaded before the terms changed sends the same registration again with those it showed.
        terms: _,
    } = registration;
    let Person {
        name,
        email,
        phone,
        phone2,
    } = person;
    let phone2 = phone2.as_ref().map(IndianPhone::as_str);
    let (college, course) = match choice {
        Choice::AllColleges { .. } => (None, None),
        Choice::SpecificCollege { college, course, .. } => (Some(college), Some(course)),
    };
    let fields = serde_json::json!([
        channel,
        name.as_str(),
        email.as_str(),
        phone.as_str(),
        phone2,
        choice.kind(),
        choice.package(),
        college,
        course,
        exam_preference,
        payment_mode,
        amount,
    ]);
    hex::encode(Sha256::digest(fields.to_string()))
}

pub(super) fn idempotency_key(text: &str) -> Item {
    key(format!("IDEM#{text}"), "IDEM")
}

pub(super) fn idempotency_item(idempotency: &Idempotency) -> Result<Item, StoreError> {
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

impl Registrations {
    /// What an idempotency key was used for.
    pub async fn idempotency(&self, text: &str) -> Result<Option<Idempotency>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(idempotency_key(text)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        CollegeId, CourseId, Email, PackageId, Paise, PersonName,
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
            terms: None,
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

    #[test]
    fn an_idempotency_fingerprint_is_the_same_in_each_release() {
        // A retry may reach the next release. A member that it adds counts only where it is filled in.
        assert_eq!(
            fingerprint(&registration(), Channel::Online),
            "b5b8a6c7f4ac1f23709d63be664112bdb793c4b0e5361ff171ad94283c85a969"
        );
    }
}
