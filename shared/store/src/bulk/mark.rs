//! That a bulk action is over for a candidate, in the transaction of what was done.

use super::{BulkResult, item, left_key, prefix};
use crate::{
    dynamo::StoreError,
    transaction::{incomplete, put},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem};
use domain::{BulkOutcome, CustomerId, job::JobId};
use time::OffsetDateTime;

/// What becomes of a candidate of a bulk action. Nothing of its transaction is written where they are not left any more.
#[derive(Debug, Clone, Copy)]
pub struct BulkMark<'a> {
    /// Of which bulk action.
    pub job: &'a JobId,
    /// Who.
    pub customer: &'a CustomerId,
    /// What.
    pub outcome: BulkOutcome,
    /// Why it is not done, for programs.
    pub reason: Option<&'static str>,
    /// When.
    pub at: OffsetDateTime,
}

impl BulkMark<'_> {
    pub(crate) fn actions(&self, table: &str) -> Result<Vec<TransactWriteItem>, StoreError> {
        let Self {
            job,
            customer,
            outcome,
            reason,
            at,
        } = *self;
        let left = Delete::builder()
            .table_name(table)
            .set_key(Some(left_key(job, customer)))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(incomplete)?;
        let result = BulkResult {
            customer_id: customer.clone(),
            outcome: outcome.into(),
            reason: reason.map(str::to_owned),
            at,
        };
        let sk = format!("{}{customer}", prefix(outcome));
        Ok(vec![
            TransactWriteItem::builder().delete(left).build(),
            put(table, item(job, sk, "BULK_RESULT", at, &result)?)?,
        ])
    }
}
