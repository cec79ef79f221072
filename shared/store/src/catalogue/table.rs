//! The table, and what is written and read in the same way of every kind of thing.

use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, key, n, query_all, read, s, write},
    transaction::{self, Write, incomplete},
};
use aws_sdk_dynamodb::{
    Client,
    types::{Delete, Put, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::{
    CollegeId, CourseId, PackageId,
    catalogue::{College, Exam, Package, Stream},
    seating::Hall,
};
use serde::{Serialize, de::DeserializeOwned};

pub(super) const TABLE: &str = "catalogue";
pub(super) const PARTITION: &str = "CATALOGUE";

/// The table catalogue.
#[derive(Debug, Clone)]
pub struct Catalogue {
    pub(super) client: Client,
    pub(crate) table: String,
}

#[derive(Serialize)]
struct Keyed<'a, T> {
    pk: &'static str,
    sk: String,
    #[serde(flatten)]
    value: &'a T,
}

/// A kind of thing in the catalogue.
pub(super) trait Kind: Serialize + DeserializeOwned {
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

kind!(Package: "PACKAGE#", College: "COLLEGE#", Exam: "EXAM#", Stream: "STREAM#", Hall: "HALL#");

pub(super) fn key_of<K: Kind>(id: &str) -> Item {
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

pub(super) fn item<K: Kind>(value: &K) -> Result<Item, StoreError> {
    let sk = format!("{}{}", K::PREFIX, value.id());
    let keyed = Keyed {
        pk: PARTITION,
        sk,
        value,
    };
    write(TABLE, &keyed)
}

impl Catalogue {
    /// The table that `TABLE_CATALOGUE` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self::new(
            Client::new(&env.aws_for("DYNAMODB")?),
            env.required("TABLE_CATALOGUE")?,
        ))
    }

    /// The table of this name.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    /// What has a sort key that begins with `prefix`, in the order of the keys.
    pub(super) async fn query(&self, prefix: &str, consistent: bool) -> Result<Vec<Item>, StoreError> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .expression_attribute_values(":catalogue", s(PARTITION))
            .consistent_read(consistent);
        query_all(if prefix.is_empty() {
            query.key_condition_expression("pk = :catalogue")
        } else {
            query
                .key_condition_expression("pk = :catalogue AND begins_with(sk, :prefix)")
                .expression_attribute_values(":prefix", s(prefix))
        })
        .await
    }

    pub(super) async fn all<K: Kind>(&self) -> Result<Vec<K>, StoreError> {
        let items = self.query(K::PREFIX, true).await?;
        items.into_iter().map(|item| read(TABLE, item)).collect()
    }

    pub(super) async fn find<K: Kind>(&self, id: &str) -> Result<Option<K>, StoreError> {
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

    pub(super) async fn put<K: Kind>(&self, value: &K) -> Result<(), StoreError> {
        self.client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(value)?))
            .send()
            .await?;
        Ok(())
    }

    /// The action that writes something new.
    pub(super) fn creation<K: Kind>(&self, value: &K) -> Result<TransactWriteItem, StoreError> {
        transaction::put_new(&self.table, item(value)?)
    }

    /// The action that writes the next version of something.
    pub(super) fn update<K: Kind>(&self, value: &K) -> Result<TransactWriteItem, StoreError> {
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
    pub(super) fn deletion<K: Kind>(&self, value: &K) -> Result<TransactWriteItem, StoreError> {
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
    pub(super) async fn audited(
        &self,
        action: TransactWriteItem,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let actions = vec![action, audit.put()?];
        Ok(transaction::transact(&self.client, actions).await?.written())
    }
}
