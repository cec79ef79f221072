//! The fields of a payment that the API and the webhooks write alike.

use crate::state::{Attempt, PaymentMethod, PaymentStatus};
use serde_json::{Value, json};

/// How an attempt pays: exactly one key.
pub(crate) fn method(method: &PaymentMethod) -> Value {
    match method {
        PaymentMethod::Upi { upi_id } => json!({"upi": {
            "channel": "collect",
            "upi_id": upi_id,
            "upi_payer_ifsc": "SBI0025434",
            "upi_payer_account_number": "XXXXX0231",
        }}),
        PaymentMethod::Card { last4, bank } => json!({"card": {
            "channel": "link",
            "card_number": format!("XXXXXXXXXXXX{last4}"),
            "card_network": "visa",
            "card_type": "credit_card",
            "card_sub_type": "R",
            "card_country": "IN",
            "card_bank_name": bank,
            "card_network_reference_id": null,
            "instrument_id": null,
        }}),
        PaymentMethod::Netbanking { bank_code } => json!({"netbanking": {
            "channel": "link",
            "netbanking_bank_code": bank_code,
            "netbanking_bank_name": "State Bank Of India",
            "netbanking_ifsc": null,
            "netbanking_account_number": null,
        }}),
    }
}

pub(crate) const fn group(method: &PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Upi { .. } => "upi",
        PaymentMethod::Card { .. } => "credit_card",
        PaymentMethod::Netbanking { .. } => "net_banking",
    }
}

pub(crate) const fn message(status: PaymentStatus) -> &'static str {
    match status {
        PaymentStatus::Success => "00::Transaction success",
        PaymentStatus::NotAttempted | PaymentStatus::Pending => "Transaction pending",
        PaymentStatus::Failed => "ZM::Transaction declined by the bank",
        PaymentStatus::UserDropped => "User dropped and did not complete the two factor authentication",
        PaymentStatus::Cancelled => "Payment was completed after its time and is reversed",
    }
}

pub(crate) fn bank_reference(attempt: &Attempt) -> String {
    match attempt.status {
        PaymentStatus::Success | PaymentStatus::Cancelled => format!("{:012}", attempt.cf_payment_id),
        PaymentStatus::NotAttempted
        | PaymentStatus::Pending
        | PaymentStatus::Failed
        | PaymentStatus::UserDropped => "NA".to_owned(),
    }
}

pub(crate) fn error_details(status: PaymentStatus) -> Value {
    if status == PaymentStatus::Failed {
        json!({
            "error_code": "TRANSACTION_DECLINED",
            "error_description": "The transaction was declined by the bank",
            "error_reason": "bank_rejected",
            "error_source": "bank",
            "error_subcode_raw": "U09",
        })
    } else {
        Value::Null
    }
}
