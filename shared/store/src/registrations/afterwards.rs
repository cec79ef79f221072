//! The one way a paid order changes: its refunds and disputes, how it was paid, and whether its pass is accepted.

use super::{
    attention::{self, Flag},
    due::Task,
    order::order_key,
    paid::ClaimPolicy,
    places::PlaceAction,
    table::{Registrations, TABLE},
};
use crate::{
    admin::{Audit, TillWrite},
    bulk::BulkMark,
    dynamo::{StoreError, attribute, n, s},
    order_mails::{self, Company},
    transaction::{Write, incomplete},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::{
    Balance,
    payment::{FollowUp, Order, Status},
};
use time::OffsetDateTime;

/// A change of a paid order, decided on it as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Afterwards<'a> {
    /// The order, as it was read.
    pub before: &'a Order,
    /// As [`Order::after`] made it.
    pub after: &'a Order,
    /// When.
    pub at: OffsetDateTime,
    /// What the provider is asked about next; nothing, when None.
    pub due: Option<FollowUp>,
    /// What a person must see.
    pub flag: Option<&'a Flag>,
    /// What an order that entitles again takes of its address; None where it holds it still.
    pub claim: Option<&'a ClaimPolicy>,
    /// What it does about a place of its exam.
    pub place: PlaceAction,
    /// What else is written about an administrator's change.
    pub act: Option<Act<'a>>,
}

/// An administrator's change, as the table `admin` keeps it.
#[derive(Debug, Clone, Copy)]
pub struct Act<'a> {
    /// What was changed.
    pub audit: Audit<'a>,
    /// The entry in the administrator's till, for money that was handed back at the counter.
    pub till: Option<TillWrite<'a>>,
    /// That a bulk action has done it.
    pub bulk: Option<BulkMark<'a>>,
}

impl Registrations {
    /// Writes the refunds, the disputes, the method and the validity of a paid order, with the mails about it, the flag and the
    /// audit entry, or nothing. An order that entitles to nothing any more gives up its claim, to the next that has paid for the
    /// same.
    ///
    /// # Errors
    /// When the table does not answer. The transaction may then have happened: read again.
    pub async fn record_afterwards(&self, change: &Afterwards<'_>) -> Result<Write, StoreError> {
        let Afterwards { before, after, .. } = change;
        let mut actions = vec![self.afterwards_update(change)?];
        let company = match change.act {
            Some(Act { bulk: Some(_), .. }) => Company::Crowd,
            Some(Act { bulk: None, .. }) | None => Company::Alone,
        };
        for (what, news) in order_mails::refund_news(before, after) {
            let mail = order_mails::item(&after.order_id, &what, news, change.at, company)?;
            actions.push(self.put(mail)?);
        }
        if let Some(news) = order_mails::validity_news(before, after) {
            let mail = order_mails::about_validity(&self.table, &after.order_id, news, change.at, company)?;
            actions.push(mail.within());
        }
        if before.entitles() && !after.entitles() {
            // What was paid back can be bought again, unless the address has paid for it twice.
            let address = self.address(&before.person.email).await?;
            actions.extend(self.give_up(&address, &before.claim_key(), &[&before.order_id])?);
            actions.extend(self.give_choice_up(before).await?);
        }
        if let Some(claim) = change.claim {
            actions.extend(self.claim_actions(before, claim)?);
            // A pass that is given back for nothing is no payment.
            if after.net() > Balance::default() {
                actions.extend(self.second_payment(before, claim, change.at)?);
            }
        }
        actions.extend(self.place_action(before, change.place)?);
        actions.extend(self.oversold(before, change.place, change.at)?);
        if let Some(flag) = change.flag {
            actions.push(self.put(attention::item(flag)?)?);
        }
        if let Some(Act { audit, till, bulk }) = change.act {
            actions.push(audit.put()?);
            actions.push(self.act(change.before.order_id.customer_part(), audit.entry())?);
            if let Some(till) = till {
                actions.extend(till.put()?);
            }
            if let Some(mark) = bulk {
                actions.extend(mark.actions(&self.table)?);
            }
        }
        Ok(self.transact(actions).await?.written())
    }

    fn afterwards_update(&self, change: &Afterwards<'_>) -> Result<TransactWriteItem, StoreError> {
        let Afterwards {
            before, after, due, ..
        } = change;
        let mut set = "SET version = :next".to_owned();
        let mut remove = Vec::new();
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(order_key(&before.order_id)))
            .condition_expression("version = :decided_on AND #status = :paid")
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":paid", s(Status::Paid.as_str()))
            .expression_attribute_values(":decided_on", n(before.version))
            .expression_attribute_values(":next", n(before.version + 1));
        if !after.refunds.is_empty() {
            set.push_str(", refunds = :refunds");
            update = update.expression_attribute_values(":refunds", attribute(TABLE, &after.refunds)?);
        }
        if !after.disputes.is_empty() {
            set.push_str(", disputes = :disputes");
            update = update.expression_attribute_values(":disputes", attribute(TABLE, &after.disputes)?);
        }
        if let Some(method) = after.method.as_ref().filter(|_| after.method != before.method) {
            set.push_str(", #method = :method");
            update = update
                .expression_attribute_names("#method", "method")
                .expression_attribute_values(":method", attribute(TABLE, method)?);
        }
        if let Some(withdrawal) = &after.withdrawn {
            set.push_str(", withdrawn = :withdrawn");
            update = update.expression_attribute_values(":withdrawn", attribute(TABLE, withdrawal)?);
        } else {
            remove.push("withdrawn");
        }
        if let Some(place) = change.place.set(before)? {
            set.push_str(", place = :place");
            update = update.expression_attribute_values(":place", place);
        }
        if change.place.removes(before) {
            remove.push("place");
        }
        if let Some(FollowUp { what, at }) = due {
            set.push_str(", due_shard = :shard, due_at = :due");
            update = update
                .expression_attribute_values(":shard", s(Task::from(*what).shard_of(&before.order_id)))
                .expression_attribute_values(":due", n(at.unix_timestamp()));
        } else {
            remove.extend(["due_shard", "due_at"]);
        }
        if !remove.is_empty() {
            set.push_str(" REMOVE ");
            set.push_str(&remove.join(", "));
        }
        let update = update.update_expression(set).build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }
}
