//! The flag of a candidate who sits published exams and has no seat in them, with a note that names these.

use crate::{BY_ITSELF, SeatingPlans};
use domain::{
    AttentionKind, CustomerId,
    payment::{Order, PassValidity},
};
use futures::StreamExt;
use serde_json::{Value, json};
use store::{
    StoreError, Tries, Write,
    registrations::{CandidateFile, attention::Flag},
};

/// How many flags are looked through at most.
const MOST: i32 = 1_000;

/// How many candidates are looked at side by side.
const AT_ONCE: usize = 8;

impl SeatingPlans {
    /// Flags those for whom there is no seat in an exam. Whom it does not reach now, the reconciler finds.
    pub(crate) async fn flag_unseated(&self, exam_name: &str, unseated: Vec<CustomerId>) {
        let lacking = [exam_name.to_owned()];
        let flags = unseated.into_iter().map(|id| {
            let lacking = &lacking;
            async move { self.flag_lacking(&id, lacking).await }
        });
        let mut flags = futures::stream::iter(flags).buffer_unordered(AT_ONCE);
        while let Some(flagged) = flags.next().await {
            if let Err(error) = flagged {
                tracing::warn!(%error, "a candidate without a seat is not flagged yet");
            }
        }
    }

    /// Flags a candidate of whom it is known that they lack a seat in these exams, and nothing of others.
    async fn flag_lacking(&self, id: &CustomerId, lacking: &[String]) -> Result<(), StoreError> {
        let Some(file) = self.registrations.candidate(id).await? else {
            return Ok(());
        };
        let Some(order) = entitling(&file) else {
            return Ok(());
        };
        let flag = self.no_seat(order, lacking);
        match self.registrations.flag_of(&order.order_id, flag.flag).await? {
            None => self.registrations.flag(&flag).await,
            Some(raised) if raised.note == flag.note => Ok(()),
            // They lack one in another exam, too, or did.
            Some(_) => {
                let plans = self.published_plans(self.seating.published().await?).await?;
                self.look_after(id, &plans).await.map(drop)
            }
        }
    }

    /// Those who are flagged.
    pub(crate) async fn flagged(&self) -> Result<Vec<CustomerId>, StoreError> {
        let flags = self.registrations.attention(MOST).await?.into_iter().flatten();
        let lacking = flags.filter(|flag| flag.flag == AttentionKind::NoSeat);
        Ok(lacking.map(|flag| flag.customer_id).collect())
    }

    /// Raises the flag of a candidate who lacks a seat in these exams and in no other, and tells them where it said something else
    /// before, or takes it off where there are none.
    pub(crate) async fn flag(&self, file: &CandidateFile, lacking: &[String]) -> Result<(), StoreError> {
        if let Some(order) = entitling(file).filter(|_| !lacking.is_empty()) {
            return self.raise(&self.no_seat(order, lacking)).await;
        }
        for order in &file.orders {
            let raised = self
                .registrations
                .flag_of(&order.order_id, AttentionKind::NoSeat)
                .await?;
            let Some(flag) = raised else { continue };
            let entry = self.entry(
                BY_ITSELF,
                "attention.resolved",
                order.order_id.as_str(),
                json!({ "flag": flag.flag, "note": flag.note }),
                Value::Null,
            );
            let cleared = self
                .registrations
                .clear(&flag, self.admin_table.audit(&entry))
                .await?;
            let (Write::Done | Write::Stale) = cleared;
        }
        Ok(())
    }

    /// Raises a flag, or one that names other exams again: to take the old one off would take off what it says now.
    async fn raise(&self, flag: &Flag) -> Result<(), StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let raised = self.registrations.flag_of(&flag.order_id, flag.flag).await?;
            if raised.as_ref().is_some_and(|raised| raised.note == flag.note) {
                return Ok(());
            }
            // A mail goes only to a candidate who has had one about a seat, such as one whose pass was withdrawn and is valid
            // again. It goes first: once the flag is there, nothing sends it.
            self.tell(&flag.customer_id).await?;
            let Some(raised) = raised else {
                return self.registrations.flag(flag).await;
            };
            match self.registrations.renew_flag(&raised, flag).await? {
                Write::Done => return Ok(()),
                Write::Stale => {}
            }
        }
        Err(StoreError::Unavailable(
            "the flag of a candidate without a seat was held".to_owned(),
        ))
    }

    fn no_seat(&self, order: &Order, lacking: &[String]) -> Flag {
        let note = format!("Without a seat in {}.", lacking.join(", "));
        Flag::new(order, AttentionKind::NoSeat, self.clock.now()).with_note(note)
    }
}

/// The order by which a candidate sits exams.
fn entitling(file: &CandidateFile) -> Option<&Order> {
    let mut orders = file.orders.iter();
    orders.find(|order| order.validity() == Some(PassValidity::Valid))
}
