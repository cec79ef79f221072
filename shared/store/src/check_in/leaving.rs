//! Taking scans back: what they let in is out, or in by another scan.

use super::{
    CheckIns, PassageTurn, TakenBack, WithoutRight, candidate,
    nonces::{FREE, Used, nonce_item, nonce_key},
    without_right,
};
use crate::{
    admin::Audit,
    dynamo::{StoreError, n},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem, Update};
use domain::check_in::{Direction, Passage, ScanPlace};
use time::OffsetDateTime;

/// What is taken back.
#[derive(Debug)]
pub enum Taken<'a> {
    /// A scan that is kept.
    Passage(&'a Passage),
    /// A scan that is on record as let in without a right.
    WithoutRight(&'a WithoutRight),
    /// A scan that let nobody in, or that has not come yet and will let nobody in.
    Outside {
        /// Its nonce.
        nonce: &'a str,
        /// What it was used for.
        used: Option<&'a Used>,
    },
}

/// A scan that is taken back.
#[derive(Debug)]
pub struct Leaving<'a> {
    /// What becomes of what was kept.
    pub turn: PassageTurn<'a>,
    /// Which.
    pub taken: Taken<'a>,
    /// What is answered; None for somebody who has no name for it.
    pub used: Option<&'a Used>,
    /// Who did it, and why.
    pub audit: Audit<'a>,
}

impl CheckIns {
    /// Takes a scan back. Stale when the nonce is used, or it is not as it was found.
    pub async fn leave(&self, leaving: &Leaving<'_>) -> Result<Write, StoreError> {
        let Leaving { turn, taken, .. } = leaving;
        let now = turn.now;
        let mut actions = vec![leaving.audit.put()?];
        if let Some(used) = leaving.used {
            actions.push(self.put_nonce(used, false, now)?);
        }
        let history = |direction, nonce: &str, scanned: &ScanPlace, reason| TakenBack {
            customer_id: turn.after.customer_id().clone(),
            list: turn.list.to_string(),
            direction,
            nonce: nonce.to_owned(),
            scanned: scanned.clone(),
            reason,
            place: turn.place.clone(),
        };
        match taken {
            Taken::Passage(passage) => {
                let Passage {
                    direction,
                    place,
                    nonce,
                    is_through: _,
                } = passage;
                actions.push(self.mark_undone(nonce, now)?);
                // Who was only said to be in already was let in by another scan.
                let let_in = turn.before.entrances().any(|one| one.nonce == *nonce);
                if let_in || *direction == Direction::Out {
                    let history = history(*direction, nonce, place, None);
                    actions.push(candidate::put_taken_back(&self.table, &history)?);
                }
                actions.extend(self.turn(turn)?);
            }
            Taken::WithoutRight(record) => {
                actions.extend(without_right::delete_records(&self.table, record)?);
                actions.push(self.mark_undone(&record.nonce, now)?);
                let reason = Some(record.reason.clone());
                let history = history(Direction::In, &record.nonce, &record.place, reason);
                actions.push(candidate::put_taken_back(&self.table, &history)?);
            }
            Taken::Outside { nonce, used } => {
                actions.push(self.bar(nonce, *used, now)?);
                let known = turn.seen.admission.as_ref();
                actions.push(self.still(turn.list, turn.after.customer_id(), known)?);
            }
        }
        Ok(transact(&self.client, actions).await?.written())
    }

    /// A scan is taken back. Where what it was used for is forgotten by now, that is all that is known of it.
    fn mark_undone(&self, nonce: &str, now: OffsetDateTime) -> Result<TransactWriteItem, StoreError> {
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(nonce_key(nonce)));
        let mut sets = Vec::new();
        for (name, value) in nonce_item(&Used::undone(nonce), now)? {
            sets.push(match name.as_str() {
                "pk" | "sk" => continue,
                "undone" | "expires" => format!("#{name} = :{name}"),
                _ => format!("#{name} = if_not_exists(#{name}, :{name})"),
            });
            update = update
                .expression_attribute_values(format!(":{name}"), value)
                .expression_attribute_names(format!("#{name}"), name);
        }
        let update = update
            .update_expression(format!("SET {}", sets.join(", ")))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// A scan that let nobody in never will.
    fn bar(
        &self,
        nonce: &str,
        used: Option<&Used>,
        now: OffsetDateTime,
    ) -> Result<TransactWriteItem, StoreError> {
        let barred = used
            .cloned()
            .map_or_else(|| Used::undone(nonce), |used| Used { undone: true, ..used });
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(nonce_item(&barred, now)?));
        let put = match used {
            Some(used) => put
                .condition_expression("let_in = :let_in AND undone = :no")
                .expression_attribute_values(":let_in", AttributeValue::Bool(used.let_in))
                .expression_attribute_values(":no", AttributeValue::Bool(false)),
            None => put
                .condition_expression(FREE)
                .expression_attribute_values(":now", n(now.unix_timestamp())),
        };
        let put = put.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }
}
