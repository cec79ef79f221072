//! Lists of schools: the [job](crate::jobs) that registers the people of one, which is their group from then on, and the lines
//! that are not registered yet.
//!
//! | item | table | pk | sk |
//! |---|---|---|---|
//! | a list, as a job and a group | registrations | `IMPORT#JOBS` | `<moment>-<random>` |
//! | a line of a list | registrations | `IMPORT#<list>` | `LINE#<place>`; dies by `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep the lines of a list, before its job begins | transactions of Puts |
//! | the next lines | Query, strongly consistent |
//! | take out what is done | DeleteItem of each |
//! | take out what nobody will do | Query of the keys; DeleteItem of each |
//! | the people of a group | BatchGetItem of their orders ([`Registrations::orders`](crate::Registrations::orders)) |
//!
//! A line is personal data a second time, so it goes as soon as its person is registered, and those that are left go when the
//! list fails. Who a person is follows from the list and the place alone: a place that is worked on again is the same candidate,
//! whose item is there already, and nobody is registered twice.

use crate::{
    dynamo::{Item, StoreError, key, query_all, read, s, write},
    jobs::{JobKind, JobPlace},
    tables::Table,
    transaction::{Transaction, put, transact},
};
use aws_sdk_dynamodb::{Client, operation::query::builders::QueryFluentBuilder};
use config::{ConfigError, Env};
use domain::{
    Contended, CustomerId, Entropy, OrderId, Paise, Person, Stored,
    job::{JobId, JobWork},
    registration::{Choice, ExamPreference, PaymentMode, Selection},
};
use futures::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

/// How many lines one transaction writes.
const TOGETHER: usize = 50;
/// How many lines are deleted side by side.
const AT_ONCE: usize = 16;

/// What is remembered of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// What the group is called: a school.
    pub group: String,
    /// What everybody on it is registered for.
    pub selection: Selection,
    /// What that costs each of them.
    pub price: Paise,
    /// Whether the money was taken with the list, or is still to be paid.
    pub paid: bool,
    /// By what.
    pub mode: Stored<PaymentMode>,
    /// What the payment is known by elsewhere, as the number of a cheque; empty where nothing was given.
    pub reference: String,
    /// From which the candidates and their orders are named. As secret as an order's identifier, which opens the pass.
    pub seed: String,
    /// The lines that were not registered.
    #[serde(default)]
    pub refused: Vec<RefusedLine>,
}

/// A line whose person could not be registered any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedLine {
    /// The line of the file.
    pub line: u32,
    /// Why, for programs.
    pub code: String,
}

/// A line that is not registered yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListLine {
    /// Its place among the lines of the list, from 0.
    pub place: u32,
    /// The line of the file, from 1.
    pub line: u32,
    /// Who.
    pub person: Person,
    /// Where the exam is taken.
    pub exam_preference: ExamPreference,
}

/// A line with the moment at which it dies if nobody works on it.
#[derive(Serialize)]
struct DyingLine<'a> {
    #[serde(flatten)]
    line: &'a ListLine,
    expires: i64,
}

impl JobWork for Import {}

impl JobKind for Import {
    const PLACE: JobPlace = JobPlace {
        table: Table::Registrations,
        partition: "IMPORT#JOBS",
        only: None,
    };
}

impl Import {
    /// Who is registered for a place, and with which order: the same whenever it is asked.
    #[must_use]
    pub fn candidate_at(&self, place: u32) -> (CustomerId, OrderId) {
        let named = |what: &'static str| {
            let digest = Sha256::digest(format!("{what} {place} of {}", self.seed));
            Entropy::from_fn(move |bytes| {
                for (byte, of_digest) in bytes.iter_mut().zip(digest.iter()) {
                    *byte = *of_digest;
                }
            })
        };
        let customer_id = CustomerId::generate(&named("candidate"));
        let order_id = OrderId::generate(&customer_id, &named("order"));
        (customer_id, order_id)
    }

    /// What everybody on it chooses.
    #[must_use]
    pub fn choice(&self) -> Choice {
        match self.selection.clone() {
            Selection::AllColleges { package_id, .. } => Choice::AllColleges { package: package_id },
            Selection::SpecificCollege {
                package_id,
                college_id,
                course_id,
                ..
            } => Choice::SpecificCollege {
                package: package_id,
                college: college_id,
                course: course_id,
            },
        }
    }
}

/// The lines of lists.
#[derive(Debug, Clone)]
pub struct ImportLines {
    client: Client,
    table: String,
}

impl ImportLines {
    /// The table that `TABLE_REGISTRATIONS` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required(Table::Registrations.variable())?,
        })
    }

    /// Keeps the lines of a list until a moment.
    ///
    /// # Errors
    /// When the table does not answer. Some may be kept then, which die.
    pub async fn keep(
        &self,
        list: &JobId,
        lines: &[ListLine],
        until: OffsetDateTime,
    ) -> Result<(), StoreError> {
        for together in lines.chunks(TOGETHER) {
            let puts = together.iter().map(|line| {
                let dying = DyingLine {
                    line,
                    expires: until.unix_timestamp(),
                };
                let mut item = write(Table::Registrations.name(), &dying)?;
                item.extend(line_key(list, line.place));
                put(&self.table, item)
            });
            match transact(&self.client, puts.collect::<Result<_, _>>()?).await? {
                Transaction::Done => {}
                // Nobody else has anything to do with these.
                Transaction::Refused(_) | Transaction::Conflict => {
                    return Err(Contended("the lines of a list").into());
                }
            }
        }
        Ok(())
    }

    /// The first lines that are left.
    pub async fn next(&self, list: &JobId, limit: u16) -> Result<Vec<ListLine>, StoreError> {
        let found = self.of(list).limit(i32::from(limit)).send().await?;
        let items = found.items.unwrap_or_default().into_iter();
        items
            .map(|item| read(Table::Registrations.name(), item))
            .collect()
    }

    /// Takes out lines that are dealt with; to do so again changes nothing.
    ///
    /// # Errors
    /// When the table does not answer. Some may be gone then.
    pub async fn remove(&self, list: &JobId, places: &[u32]) -> Result<(), StoreError> {
        self.delete(places.iter().map(|place| line_key(list, *place)).collect())
            .await
    }

    /// Takes out every line that is left, also one that cannot be read.
    ///
    /// # Errors
    /// When the table does not answer. Some may be gone then, and the others die.
    pub async fn remove_all(&self, list: &JobId) -> Result<(), StoreError> {
        let keys = query_all(self.of(list).projection_expression("pk, sk")).await?;
        self.delete(keys).await
    }

    fn of(&self, list: &JobId) -> QueryFluentBuilder {
        let query = self.client.query().table_name(&self.table);
        query
            .key_condition_expression("pk = :list AND begins_with(sk, :line)")
            .expression_attribute_values(":list", s(partition(list)))
            .expression_attribute_values(":line", s("LINE#"))
            .consistent_read(true)
    }

    async fn delete(&self, lines: Vec<Item>) -> Result<(), StoreError> {
        let deletions = lines.into_iter().map(async |line| {
            let delete = self.client.delete_item().table_name(&self.table);
            delete.set_key(Some(line)).send().await?;
            Ok(())
        });
        futures::stream::iter(deletions)
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await
    }
}

fn partition(list: &JobId) -> String {
    format!("IMPORT#{list}")
}

/// In the order of their places.
fn line_key(list: &JobId, place: u32) -> Item {
    key(partition(list), format!("LINE#{place:06}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::PackageId;
    use std::collections::BTreeSet;

    fn import(seed: &str) -> Import {
        Import {
            group: "St. Mary's".to_owned(),
            selection: Selection::AllColleges {
                package_id: PackageId::parse("all-inclusive").unwrap(),
                package_name: "All".to_owned(),
            },
            price: Paise::new(185_000),
            paid: true,
            mode: PaymentMode::Cash.into(),
            reference: String::new(),
            seed: seed.to_owned(),
            refused: Vec::new(),
        }
    }

    #[test]
    fn a_place_is_always_the_same_candidate_and_no_two_places_are() {
        let (one, other) = (
            import("0123456789ABCDEFGHJKMNPQRS"),
            import("S123456789ABCDEFGHJKMNPQRS"),
        );
        let mut known = BTreeSet::new();
        for list in [&one, &other] {
            for place in 0..2_000 {
                let (customer, order) = list.candidate_at(place);
                assert_eq!(list.candidate_at(place), (customer.clone(), order.clone()));
                assert_eq!(order.customer_part(), customer.as_str());
                assert_eq!((customer.as_str().len(), order.as_str().len()), (12, 33));
                assert!(!order.as_str()[13..].contains(&customer.as_str()[1..]));
                assert!(known.insert(customer));
            }
        }
    }
}
