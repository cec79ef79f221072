//! Table content: what the site shows beside the catalogue.
//!
//! | who | reads or writes | how |
//! |---|---|---|
//! | public list, portal | one group, with its order | one Query by `pk`, consistent: its answers to the public are cached |
//! | portal | one of a group | GetItem, consistent |
//! | portal | a change, with its audit entry | one transaction |
//!
//! | item | pk | sk |
//! |---|---|---|
//! | hero banner | `HERO` | `<id>` |
//! | institute | `INSTITUTE` | `<id>` |
//! | brand | `BRAND` | `<id>` |
//! | display order of a group | that of the group | `#DISPLAY_ORDER`, which is no id |
//!
//! Identifiers begin with the moment of their making, so what has no place in the display order comes behind the rest as it
//! was put together.
//! `version` counts the writes of an item: each names the version it was decided on, and a later one is refused as
//! [`Write::Stale`].

use crate::{
    access::{KeyUse, Made, make},
    admin::Audit,
    display_order,
    dynamo::{Item, StoreError, key, n, query_all, read, s, text, write},
    transaction::{self, Write, incomplete},
};
use aws_sdk_dynamodb::{
    Client,
    types::{Delete, Put, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::{
    BannerId,
    content::{Banner, Group},
    display_order::DisplayOrder,
};
use serde::Serialize;

const TABLE: &str = "content";
const ORDER: &str = "#DISPLAY_ORDER";

/// The table content.
#[derive(Debug, Clone)]
pub struct Content {
    client: Client,
    table: String,
}

/// A group as it is shown.
#[derive(Debug, Default)]
pub struct ShownGroup {
    /// Everything of it, in its order.
    pub banners: Vec<Banner>,
    /// The order that was set.
    pub order: DisplayOrder,
}

#[derive(Serialize)]
struct Keyed<'a> {
    pk: &'static str,
    sk: &'a str,
    #[serde(flatten)]
    banner: &'a Banner,
}

fn partition(group: Group) -> &'static str {
    match group {
        Group::Hero => "HERO",
        Group::Institute => "INSTITUTE",
        Group::Brand => "BRAND",
    }
}

fn item(group: Group, banner: &Banner) -> Result<Item, StoreError> {
    let keyed = Keyed {
        pk: partition(group),
        sk: banner.id.as_str(),
        banner,
    };
    write(TABLE, &keyed)
}

impl Content {
    /// The table that `TABLE_CONTENT` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_CONTENT")?,
        })
    }

    /// Everything of a group, as it is shown.
    pub async fn list(&self, group: Group) -> Result<Vec<Banner>, StoreError> {
        Ok(self.shown(group).await?.banners)
    }

    /// Everything of a group with its order: one Query, more only past a megabyte.
    pub async fn shown(&self, group: Group) -> Result<ShownGroup, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :group")
                .expression_attribute_values(":group", s(partition(group)))
                .consistent_read(true),
        )
        .await?;
        let mut shown = ShownGroup::default();
        for item in items {
            if text(&item, "sk") == ORDER {
                shown.order = read(TABLE, item)?;
            } else {
                shown.banners.push(read(TABLE, item)?);
            }
        }
        let ShownGroup { banners, order } = &mut shown;
        order.sort(banners, |banner| banner.id.as_str());
        Ok(shown)
    }

    /// One of a group, as of this moment.
    pub async fn banner(&self, group: Group, id: &BannerId) -> Result<Option<Banner>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(partition(group), id.as_str())))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

    /// Writes a new one, which its form makes once.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been written.
    pub async fn create(
        &self,
        group: Group,
        banner: &Banner,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Made, StoreError> {
        let put = transaction::put_new(&self.table, item(group, banner)?)?;
        make(&self.client, put, audit, key).await
    }

    /// Writes one over the version before its own.
    ///
    /// # Errors
    /// When the table does not answer. It may then have been written.
    pub async fn update(&self, group: Group, banner: &Banner, audit: Audit<'_>) -> Result<Write, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(group, banner)?))
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":decided_on", n(banner.version.saturating_sub(1)))
            .build()
            .map_err(incomplete)?;
        self.audited(TransactWriteItem::builder().put(put).build(), audit)
            .await
    }

    /// Deletes one, if it is still at this version.
    ///
    /// # Errors
    /// When the table does not answer. It may then have been deleted.
    pub async fn delete(&self, group: Group, banner: &Banner, audit: Audit<'_>) -> Result<Write, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key(partition(group), banner.id.as_str())))
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":decided_on", n(banner.version))
            .build()
            .map_err(incomplete)?;
        self.audited(TransactWriteItem::builder().delete(delete).build(), audit)
            .await
    }

    /// Writes the order of a group over the version before its own.
    ///
    /// # Errors
    /// When the table does not answer. It may then have been written.
    pub async fn arrange(
        &self,
        group: Group,
        order: &DisplayOrder,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let put = display_order::put((TABLE, &self.table), key(partition(group), ORDER), order)?;
        self.audited(put, audit).await
    }

    /// Writes one as it is, whatever is there.
    pub async fn put(&self, group: Group, banner: &Banner) -> Result<(), StoreError> {
        self.client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(group, banner)?))
            .send()
            .await?;
        Ok(())
    }

    async fn audited(&self, action: TransactWriteItem, audit: Audit<'_>) -> Result<Write, StoreError> {
        let actions = vec![action, audit.put()?];
        Ok(transaction::transact(&self.client, actions).await?.written())
    }
}
