//! Drafts: made, replaced and thrown away.

use super::{HallSeats, Seating, SeatingPlan, SeatingState, item, plan_item, plan_key, state_key};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, n},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use domain::CourseId;
use futures::{StreamExt, TryStreamExt};

/// How many items are written or deleted side by side.
pub(super) const AT_ONCE: usize = 16;

impl Seating {
    /// Keeps the plans of a draft and writes the state that names them over the version before its own.
    ///
    /// # Errors
    /// When a table does not answer. Plans may be left that nothing names.
    pub async fn keep_draft(
        &self,
        state: &SeatingState,
        plans: &[HallSeats],
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let items = plans.iter().map(plan_item).collect::<Result<Vec<_>, _>>()?;
        self.put_all(items).await?;
        self.write_state(state, audit).await
    }

    /// Writes a state over the version before its own.
    pub async fn write_state(&self, state: &SeatingState, audit: Audit<'_>) -> Result<Write, StoreError> {
        let actions = vec![self.next_state(state)?, audit.put()?];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Deletes the plans of a set that is named no more; what fails is left, and is nobody's.
    pub async fn forget_plans(&self, course: &CourseId, plan: &SeatingPlan) {
        let keys = plan
            .halls
            .iter()
            .map(|hall| plan_key(hall, course, &plan.generation));
        self.delete_all(keys.collect()).await;
    }

    pub(super) fn next_state(&self, state: &SeatingState) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item(
            "SEATING_STATE",
            state_key(&state.course),
            state,
        )?));
        let decided_on = state.version.saturating_sub(1);
        let put = if decided_on == 0 {
            put.condition_expression("attribute_not_exists(pk)")
        } else {
            put.condition_expression("version = :decided_on")
                .expression_attribute_values(":decided_on", n(decided_on))
        };
        let put = put.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    pub(super) async fn put_all(&self, items: Vec<Item>) -> Result<(), StoreError> {
        let puts = items.into_iter().map(|item| async move {
            let put = self.client.put_item().table_name(&self.table);
            put.set_item(Some(item))
                .send()
                .await
                .map(drop)
                .map_err(StoreError::from)
        });
        futures::stream::iter(puts)
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await
    }

    pub(super) async fn delete_all(&self, keys: Vec<Item>) {
        let deletions = keys.into_iter().map(|key| async move {
            let delete = self.client.delete_item().table_name(&self.table);
            if let Err(error) = delete.set_key(Some(key)).send().await {
                tracing::warn!(error = %StoreError::from(error), "a plan of seats that nothing names was left behind");
            }
        });
        futures::stream::iter(deletions)
            .buffer_unordered(AT_ONCE)
            .collect::<()>()
            .await;
    }
}
