//! The flag of a candidate who sits a published exam and has no seat in it.

use crate::{BY_ITSELF, SeatingPlans};
use domain::{AttentionKind, CustomerId, payment::PassValidity};
use futures::StreamExt;
use serde_json::{Value, json};
use store::{
    StoreError, Write,
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
            async move {
                match self.registrations.candidate(&id).await? {
                    Some(file) => self.flag(&file, lacking).await,
                    None => Ok(()),
                }
            }
        });
        let mut flags = futures::stream::iter(flags).buffer_unordered(AT_ONCE);
        while let Some(flagged) = flags.next().await {
            if let Err(error) = flagged {
                tracing::warn!(%error, "a candidate without a seat is not flagged yet");
            }
        }
    }

    /// Those who are flagged.
    pub(crate) async fn flagged(&self) -> Result<Vec<CustomerId>, StoreError> {
        let flags = self.registrations.attention(MOST).await?.into_iter().flatten();
        let lacking = flags.filter(|flag| flag.flag == AttentionKind::NoSeat);
        Ok(lacking.map(|flag| flag.customer_id).collect())
    }

    /// Raises the flag of a candidate who lacks a seat in these exams, or takes it off where there are none.
    pub(crate) async fn flag(&self, file: &CandidateFile, lacking: &[String]) -> Result<(), StoreError> {
        let valid = |validity| validity == Some(PassValidity::Valid);
        let order = file.orders.iter().find(|order| valid(order.validity()));
        if let Some(order) = order.filter(|_| !lacking.is_empty()) {
            let note = format!("Without a seat in {}.", lacking.join(", "));
            let flag = Flag::new(order, AttentionKind::NoSeat, self.clock.now()).with_note(note);
            return self.registrations.flag(&flag).await;
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
}
