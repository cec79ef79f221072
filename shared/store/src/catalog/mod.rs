//! Table catalog: what can be bought.
//!
//! | who | reads or writes | how |
//! |---|---|---|
//! | public list | everything | one Query of `CATALOG` |
//! | order, registration | one package, college and exam | BatchGetItem by key |
//! | portal | all of one kind | Query of `CATALOG` by the beginning of `sk`, consistent |
//! | portal | one of any kind | GetItem, consistent |
//! | portal | a change, with its audit entry | one transaction |
//!
//! | item | pk | sk |
//! |---|---|---|
//! | package | `CATALOG` | `PACKAGE#<id>` |
//! | college | `CATALOG` | `COLLEGE#<id>` |
//! | exam | `CATALOG` | `EXAM#<id>` |
//! | stream | `CATALOG` | `STREAM#<id>` |
//!
//! A season's catalogue is a few hundred small items and its public reads are cached, so one partition
//! carries it. `version` counts the writes of an item: each names the version it was decided on, and a later one
//! is refused as [`Write::Stale`].

mod colleges;
mod exams;
mod packages;
mod streams;

pub use exams::Placed;

use crate::{
    AuditEntry, audit,
    dynamo::{Item, StoreError, key, n, read, s, write},
    transaction::{self, Transaction, Write, incomplete},
};
use aws_sdk_dynamodb::{
    Client,
    types::{Delete, Put, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::{
    CollegeId, CourseId, PackageId,
    catalogue::{College, Exam, Package, Stream},
};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::HashMap;

const TABLE: &str = "catalog";
const PARTITION: &str = "CATALOG";

/// The table catalog.
#[derive(Debug, Clone)]
pub struct Catalog {
    client: Client,
    pub(crate) table: String,
}

/// An administrator's act, and the table `admin` that it is kept in.
pub type Audit<'a> = (&'a str, &'a AuditEntry);

/// Everything that can be bought, in the order of the identifiers.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Everything {
    /// The packages.
    pub packages: Vec<Package>,
    /// The colleges.
    pub colleges: HashMap<CollegeId, College>,
    /// The exams.
    pub exams: HashMap<CourseId, Exam>,
}

#[derive(Serialize)]
struct Keyed<'a, T> {
    pk: &'static str,
    sk: String,
    #[serde(flatten)]
    value: &'a T,
}

/// A kind of thing in the catalogue.
trait Kind: Serialize + DeserializeOwned {
    /// What its sort keys begin with.
    const PREFIX: &'static str;
    fn id(&self) -> &str;
    fn version(&self) -> u64;
}

macro_rules! kind {
    ($($name:ident: $prefix:literal),*) => {
        $(impl Kind for $name {
            const PREFIX: &'static str = $prefix;
            fn id(&self) -> &str {
                self.id.as_str()
            }
            fn version(&self) -> u64 {
                self.version
            }
        })*
    };
}

kind!(Package: "PACKAGE#", College: "COLLEGE#", Exam: "EXAM#", Stream: "STREAM#");

fn key_of<K: Kind>(id: &str) -> Item {
    key(PARTITION, format!("{}{id}", K::PREFIX))
}

pub(crate) fn package_key(id: &PackageId) -> Item {
    key_of::<Package>(id.as_str())
}

pub(crate) fn college_key(id: &CollegeId) -> Item {
    key_of::<College>(id.as_str())
}

pub(crate) fn exam_key(id: &CourseId) -> Item {
    key_of::<Exam>(id.as_str())
}

fn item<K: Kind>(value: &K) -> Result<Item, StoreError> {
    let sk = format!("{}{}", K::PREFIX, value.id());
    let keyed = Keyed {
        pk: PARTITION,
        sk,
        value,
    };
    write(TABLE, &keyed)
}

impl Catalog {
    /// The table that `TABLE_CATALOG` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self::new(
            Client::new(&env.aws_for("DYNAMODB")?),
            env.required("TABLE_CATALOG")?,
        ))
    }

    /// The table of this name.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    /// Everything that can be bought: one Query, more only past a megabyte.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn everything(&self) -> Result<Everything, StoreError> {
        let mut everything = Everything::default();
        for item in self.query("", false).await? {
            everything.add(item)?;
        }
        Ok(everything)
    }

    /// What has a sort key that begins with `prefix`, in the order of the keys.
    async fn query(&self, prefix: &str, consistent: bool) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        let mut from = None;
        loop {
            let mut query = self
                .client
                .query()
                .table_name(&self.table)
                .expression_attribute_values(":catalog", s(PARTITION))
                .consistent_read(consistent)
                .set_exclusive_start_key(from);
            query = if prefix.is_empty() {
                query.key_condition_expression("pk = :catalog")
            } else {
                query
                    .key_condition_expression("pk = :catalog AND begins_with(sk, :prefix)")
                    .expression_attribute_values(":prefix", s(prefix))
            };
            let page = query.send().await?;
            items.extend(page.items.unwrap_or_default());
            from = page.last_evaluated_key;
            if from.is_none() {
                return Ok(items);
            }
        }
    }

    async fn all<K: Kind>(&self) -> Result<Vec<K>, StoreError> {
        let items = self.query(K::PREFIX, true).await?;
        items.into_iter().map(|item| read(TABLE, item)).collect()
    }

    async fn find<K: Kind>(&self, id: &str) -> Result<Option<K>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<K>(id)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

    async fn put<K: Kind>(&self, value: &K) -> Result<(), StoreError> {
        self.client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(value)?))
            .send()
            .await?;
        Ok(())
    }

    /// The action that writes something new.
    fn creation<K: Kind>(&self, value: &K) -> Result<TransactWriteItem, StoreError> {
        transaction::put_new(&self.table, item(value)?)
    }

    /// The action that writes the next version of something.
    fn update<K: Kind>(&self, value: &K) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(value)?))
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":decided_on", n(value.version().saturating_sub(1)))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// The action that deletes something, decided on `value`.
    fn deletion<K: Kind>(&self, value: &K) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key_of::<K>(value.id())))
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":decided_on", n(value.version()))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// Does an action together with its audit entry, or neither.
    async fn audited(
        &self,
        action: TransactWriteItem,
        (admin, entry): Audit<'_>,
    ) -> Result<Write, StoreError> {
        let actions = vec![action, audit::put(entry, admin)?];
        Ok(match transaction::transact(&self.client, actions).await? {
            Transaction::Done => Write::Done,
            Transaction::Refused(_) | Transaction::Conflict => Write::Stale,
        })
    }
}

impl Everything {
    fn add(&mut self, item: Item) -> Result<(), StoreError> {
        let sk = item
            .get("sk")
            .and_then(|sk| sk.as_s().ok())
            .cloned()
            .unwrap_or_default();
        if sk.starts_with(Package::PREFIX) {
            self.packages.push(read(TABLE, item)?);
        } else if sk.starts_with(College::PREFIX) {
            let college: College = read(TABLE, item)?;
            self.colleges.insert(college.id.clone(), college);
        } else if sk.starts_with(Exam::PREFIX) {
            let exam: Exam = read(TABLE, item)?;
            self.exams.insert(exam.id.clone(), exam);
        }
        Ok(())
    }
}
