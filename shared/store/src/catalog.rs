//! Table catalog: what can be bought.
//!
//! | who | reads or writes | how |
//! |---|---|---|
//! | public list | everything | one Query of `CATALOG` |
//! | order, registration | one package, college and exam | BatchGetItem by key |
//! | portal | one of each kind | PutItem by key |
//!
//! | item | pk | sk |
//! |---|---|---|
//! | package | `CATALOG` | `PACKAGE#<id>` |
//! | college | `CATALOG` | `COLLEGE#<id>` |
//! | exam | `CATALOG` | `EXAM#<id>` |
//!
//! A season's catalogue is a few hundred small items and its public reads are cached, so one partition
//! carries it.

use crate::dynamo::{Item, StoreError, key, read, s, write};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use domain::{
    CollegeId, CourseId, PackageId,
    catalogue::{College, Exam, Package},
};
use serde::Serialize;
use std::collections::HashMap;

const TABLE: &str = "catalog";
const PARTITION: &str = "CATALOG";

/// The table catalog.
#[derive(Debug, Clone)]
pub struct Catalog {
    client: Client,
    pub(crate) table: String,
}

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

pub(crate) fn package_key(id: &PackageId) -> Item {
    key(PARTITION, format!("PACKAGE#{id}"))
}

pub(crate) fn college_key(id: &CollegeId) -> Item {
    key(PARTITION, format!("COLLEGE#{id}"))
}

pub(crate) fn exam_key(id: &CourseId) -> Item {
    key(PARTITION, format!("EXAM#{id}"))
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
        let mut from = None;
        loop {
            let page = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :catalog")
                .expression_attribute_values(":catalog", s(PARTITION))
                .set_exclusive_start_key(from)
                .send()
                .await?;
            for item in page.items.unwrap_or_default() {
                everything.add(item)?;
            }
            from = page.last_evaluated_key;
            if from.is_none() {
                return Ok(everything);
            }
        }
    }

    /// Writes a package as it is.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn put_package(&self, package: &Package) -> Result<(), StoreError> {
        self.put(format!("PACKAGE#{}", package.id), package).await
    }

    /// Writes a college as it is.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn put_college(&self, college: &College) -> Result<(), StoreError> {
        self.put(format!("COLLEGE#{}", college.id), college).await
    }

    /// Writes an exam as it is.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn put_exam(&self, exam: &Exam) -> Result<(), StoreError> {
        self.put(format!("EXAM#{}", exam.id), exam).await
    }

    async fn put<T: Serialize>(&self, sk: String, value: &T) -> Result<(), StoreError> {
        let item = write(
            TABLE,
            &Keyed {
                pk: PARTITION,
                sk,
                value,
            },
        )?;
        self.client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .send()
            .await?;
        Ok(())
    }
}

impl Everything {
    fn add(&mut self, item: Item) -> Result<(), StoreError> {
        let sk = item
            .get("sk")
            .and_then(|sk| sk.as_s().ok())
            .cloned()
            .unwrap_or_default();
        if sk.starts_with("PACKAGE#") {
            self.packages.push(read(TABLE, item)?);
        } else if sk.starts_with("COLLEGE#") {
            let college: College = read(TABLE, item)?;
            self.colleges.insert(college.id.clone(), college);
        } else if sk.starts_with("EXAM#") {
            let exam: Exam = read(TABLE, item)?;
            self.exams.insert(exam.id.clone(), exam);
        }
        Ok(())
    }
}
