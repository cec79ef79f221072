//! The streams of the catalogue: what exams are sorted by. An exam that comes in counts `arrivals` up, so that a
//! stream is not deleted while one does.

use super::table::{Catalogue, item, key_of};
use crate::{
    access::{KeyUse, Made, make},
    admin::Audit,
    dynamo::{StoreError, n},
    transaction::{Write, incomplete},
};
use aws_sdk_dynamodb::types::{Delete, Put, TransactWriteItem, Update};
use domain::{StreamId, catalogue::Stream};

/// Nobody has edited the stream, or put an exam into it, since it was read.
const UNCHANGED: &str = "version = :decided_on AND arrivals = :arrivals";

impl Catalogue {
    /// Every stream of this moment, in the order of the identifiers.
    pub async fn streams(&self) -> Result<Vec<Stream>, StoreError> {
        self.all().await
    }

    /// One stream, as of this moment.
    pub async fn stream(&self, id: &StreamId) -> Result<Option<Stream>, StoreError> {
        self.find(id.as_str()).await
    }

    /// Writes a new stream, which its form makes once.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been written.
    pub async fn create_stream(
        &self,
        stream: &Stream,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
    ) -> Result<Made, StoreError> {
        make(&self.client, self.creation(stream)?, audit, key).await
    }

    /// Writes a stream over the version before its own, if no exam has come in since it was read.
    pub async fn update_stream(&self, stream: &Stream, audit: Audit<'_>) -> Result<Write, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(stream)?))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":decided_on", n(stream.version.saturating_sub(1)))
            .expression_attribute_values(":arrivals", n(stream.arrivals))
            .build()
            .map_err(incomplete)?;
        self.audited(TransactWriteItem::builder().put(put).build(), audit)
            .await
    }

    /// Deletes a stream, if it is still at this version and no exam has come in since it was read.
    pub async fn delete_stream(&self, stream: &Stream, audit: Audit<'_>) -> Result<Write, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key_of::<Stream>(stream.id.as_str())))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":decided_on", n(stream.version))
            .expression_attribute_values(":arrivals", n(stream.arrivals))
            .build()
            .map_err(incomplete)?;
        self.audited(TransactWriteItem::builder().delete(delete).build(), audit)
            .await
    }

    /// The action that notes that an exam comes in, refused when there is no such stream.
    pub(super) fn arrival(&self, id: &StreamId) -> Result<TransactWriteItem, StoreError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key_of::<Stream>(id.as_str())))
            .update_expression("ADD arrivals :one")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":one", n(1))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Writes a stream as it is, whatever is there.
    pub async fn put_stream(&self, stream: &Stream) -> Result<(), StoreError> {
        self.put(stream).await
    }
}
