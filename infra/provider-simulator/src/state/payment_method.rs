//! How an attempt pays.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How an attempt pays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// By a request to a UPI address.
    Upi {
        /// The payer's address, such as `testsuccess@gocash`.
        upi_id: String,
    },
    /// By a credit card, of which no more than this is ever kept.
    Card {
        /// The last four digits of its number.
        last4: String,
        /// The bank that issued it.
        #[serde(default = "test_bank")]
        bank: String,
    },
    /// At the payer's bank.
    Netbanking {
        /// The provider's number of the bank, such as 3044.
        bank_code: u32,
    },
}

/// The bank of the test cards.
fn test_bank() -> String {
    "TEST Bank".to_owned()
}

impl Default for PaymentMethod {
    fn default() -> Self {
        Self::Upi {
            upi_id: "testsuccess@gocash".to_owned(),
        }
    }
}

/// What is wrong with a payment method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvalidMethod {
    UpiId,
    CardNumber,
    BankCode,
    Unknown,
}

impl PaymentMethod {
    /// Reads how to pay. Of a card's number only the last four digits go any further.
    pub(crate) fn parse(method: &Value) -> Result<Self, InvalidMethod> {
        if let Some(upi) = method.get("upi") {
            let upi_id = upi["upi_id"].as_str().unwrap_or_default();
            let well_formed = upi_id
                .split_once('@')
                .is_some_and(|(name, bank)| !name.is_empty() && !bank.is_empty());
            if !well_formed {
                return Err(InvalidMethod::UpiId);
            }
            return Ok(Self::Upi {
                upi_id: upi_id.to_owned(),
            });
        }
        if let Some(card) = method.get("card") {
            let digits: String = card["card_number"]
                .as_str()
                .unwrap_or_default()
                .chars()
                .filter(|symbol| !symbol.is_whitespace())
                .collect();
            let well_formed =
                (12..=19).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !well_formed {
                return Err(InvalidMethod::CardNumber);
            }
            let named = card["card_bank_name"]
                .as_str()
                .map(str::trim)
                .filter(|bank| !bank.is_empty());
            return Ok(Self::Card {
                last4: digits[digits.len() - 4..].to_owned(),
                bank: named.map_or_else(test_bank, |bank| bank.chars().take(60).collect()),
            });
        }
        if let Some(netbanking) = method.get("netbanking") {
            let code = netbanking["netbanking_bank_code"]
                .as_u64()
                .and_then(|code| u32::try_from(code).ok());
            return code
                .map(|bank_code| Self::Netbanking { bank_code })
                .ok_or(InvalidMethod::BankCode);
        }
        Err(InvalidMethod::Unknown)
    }
}
