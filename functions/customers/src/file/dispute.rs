//! A dispute of a payment.

use domain::{Paise, payment::Dispute};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A payment that its payer's bank asks back.
#[derive(Serialize, ToSchema)]
pub(crate) struct DisputeOut {
    /// The payment provider's.
    dispute_id: String,
    #[schema(value_type = DisputeStands)]
    state: &'static str,
    /// The same in the payment provider's word, such as `CHARGEBACK_UNDER_REVIEW`.
    status: String,
    /// How much is asked back, in rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    amount: Paise,
    /// When it was first heard of.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    /// When it was decided.
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    ended_at: Option<OffsetDateTime>,
}

/// How a dispute stands.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "describes the domain's type for the document alone")]
enum DisputeStands {
    /// The bank has not decided it: who refunds the payment may pay twice.
    Open,
    /// The money stays here.
    Won,
    /// The money is gone.
    Lost,
}

impl From<Dispute> for DisputeOut {
    fn from(dispute: Dispute) -> Self {
        let Dispute {
            id,
            state,
            word,
            amount,
            at,
            ended_at,
            updated_at: _,
            decided_at: _,
        } = dispute;
        Self {
            dispute_id: id,
            state: state.as_str(),
            status: word,
            amount,
            at,
            ended_at,
        }
    }
}
