//! Candidates whose address was corrected while a message waits for them.

use super::{Recipient, Recipients, recipient_id};
use crate::{
    dynamo::{Item, StoreError, millis, n, s},
    mail_queue::key_of,
    transaction::{Write, refused_is_stale},
};
use aws_sdk_dynamodb::{
    operation::update_item::UpdateItemError,
    types::{AttributeValue, ReturnValuesOnConditionCheckFailure},
};
use domain::CustomerId;
use time::OffsetDateTime;

/// How a candidate has a message at an address that is theirs by now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Redirected {
    /// By a mail that was written down for them.
    Added,
    /// By none: mail does not reach the address. That is written down.
    Skipped,
    /// By one that was there, and names them.
    There,
    /// Not yet: somebody is sending the mail of the address at this moment, which does not name them.
    Busy,
}

/// What is there for an address already.
enum AddressMail {
    /// It names the candidate.
    Names,
    /// It does not, and is being sent.
    Leased,
    /// It does not, and will not.
    Over,
}

impl Recipients {
    /// Sees to it that a candidate, the only one of `moved`, has a message at an address: in the mail that waits there for others,
    /// or in one of their own where that one is out. The same once more changes nothing.
    pub async fn redirect(
        &self,
        moved: Recipient,
        candidate: &CustomerId,
        now: OffsetDateTime,
    ) -> Result<Redirected, StoreError> {
        let (moved, done) = match self.unreachable_at(&moved.email).await? {
            Some(cause) => (moved.skipped(cause, now), Redirected::Skipped),
            None => (moved, Redirected::Added),
        };
        if self.add(&moved, now).await? == Write::Done {
            return Ok(done);
        }
        Ok(match self.join(&moved, candidate, now).await? {
            AddressMail::Names => Redirected::There,
            AddressMail::Leased => Redirected::Busy,
            AddressMail::Over => match self.add(&moved.apart(candidate), now).await? {
                Write::Done => done,
                Write::Stale => Redirected::There,
            },
        })
    }

    /// Leaves in a leased mail the names of those who have it nowhere else, before the mail service has it: what that reports,
    /// however late, is of theirs alone. Stale when its lease has run out.
    pub async fn name_alone(
        &self,
        id: &str,
        lease: &str,
        candidates: &[CustomerId],
    ) -> Result<Write, StoreError> {
        let named = candidates.iter().map(|one| s(one.as_str())).collect();
        let update = self
            .update_leased(id, lease)
            .update_expression("SET candidates = :named")
            .expression_attribute_values(":named", AttributeValue::L(named));
        refused_is_stale(update.send().await)
    }

    /// Names a candidate in the mail that waits at an address, unless somebody is sending it, which has read whom it names.
    async fn join(
        &self,
        moved: &Recipient,
        candidate: &CustomerId,
        now: OffsetDateTime,
    ) -> Result<AddressMail, StoreError> {
        let id = recipient_id(&moved.message, &moved.key());
        let one = s(candidate.as_str());
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<Recipient>(&id)))
            .update_expression("SET candidates = list_append(candidates, :added)")
            .condition_expression(
                "attribute_exists(pk) AND attribute_not_exists(outcome) AND NOT contains(candidates, :one) \
                 AND (attribute_not_exists(lease_until) OR lease_until < :now)",
            )
            .expression_attribute_values(":added", AttributeValue::L(vec![one.clone()]))
            .expression_attribute_values(":one", one.clone())
            .expression_attribute_values(":now", n(millis(now)))
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match sent {
            Ok(_) => Ok(AddressMail::Names),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(refused)) => {
                    Ok(as_it_is(refused.item(), &one))
                }
                _ => Err(error.into()),
            },
        }
    }
}

fn as_it_is(item: Option<&Item>, one: &AttributeValue) -> AddressMail {
    let member = |name: &str| item.and_then(|item| item.get(name));
    let candidates = member("candidates").and_then(|candidates| candidates.as_l().ok());
    if candidates.is_some_and(|candidates| candidates.contains(one)) {
        return AddressMail::Names;
    }
    match (member("outcome"), member("lease_until")) {
        (None, Some(_)) => AddressMail::Leased,
        (Some(_), _) | (None, None) => AddressMail::Over,
    }
}
