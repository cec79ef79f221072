//! Whether people can register.

use super::{CLOSED, EventClosing, JOB, PARTITION, closed_key};
use crate::{
    admin::audit::{self, AuditEntry},
    dynamo::{StoreError, key, read, write},
    registrations::{Registrations, TABLE},
    transaction::{Write, incomplete, put_new, transact},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Delete, TransactWriteItem};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// That registration is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegistrationClosed {
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// The administrator who closed it.
    pub by: String,
}

impl EventClosing {
    /// Whether registration is closed, as of this moment.
    pub async fn registration_closed(&self) -> Result<Option<RegistrationClosed>, StoreError> {
        self.get(closed_key()).await
    }

    /// Closes registration. Stale when it is closed already.
    pub async fn close_registration(
        &self,
        closed: &RegistrationClosed,
        entry: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let mut item = write(TABLE, closed)?;
        item.extend(closed_key());
        let actions = vec![
            put_new(&self.registrations, item)?,
            audit::put(entry, &self.admin)?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Opens registration again. Stale when it is open, and when the deletion has begun: from then on it stays closed.
    pub async fn reopen_registration(&self, entry: &AuditEntry) -> Result<Write, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.registrations)
            .set_key(Some(closed_key()))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(incomplete)?;
        let no_job = ConditionCheck::builder()
            .table_name(&self.registrations)
            .set_key(Some(key(PARTITION, JOB)))
            .condition_expression("attribute_not_exists(pk)")
            .build()
            .map_err(incomplete)?;
        let actions = vec![
            TransactWriteItem::builder().delete(delete).build(),
            TransactWriteItem::builder().condition_check(no_job).build(),
            audit::put(entry, &self.admin)?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// In the transaction that begins the deletion: registration is closed.
    pub(super) fn is_closed(&self) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.registrations)
            .set_key(Some(key(PARTITION, CLOSED)))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    pub(super) async fn get<T: serde::de::DeserializeOwned>(
        &self,
        key: crate::dynamo::Item,
    ) -> Result<Option<T>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.registrations)
            .set_key(Some(key))
            .consistent_read(true)
            .send()
            .await?;
        answer.item.map(|item| read(TABLE, item)).transpose()
    }
}

impl Registrations {
    /// Whether everything about candidates is being deleted, or is. What moves money, or writes candidates elsewhere, asks
    /// before it does: the deletion waits for what has asked before it began.
    pub async fn deletion_has_begun(&self) -> Result<bool, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, JOB)))
            .projection_expression("pk")
            .consistent_read(true)
            .send()
            .await?;
        Ok(found.item.is_some())
    }
}
