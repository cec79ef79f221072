//! Everything the provider remembers, and the file it is kept in.

use crate::webhook::queue::Delivery;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use time::OffsetDateTime;

/// The provider's database.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) orders: BTreeMap<String, Order>,
    pub(crate) simulations: BTreeMap<String, Simulation>,
    pub(crate) deliveries: Vec<Delivery>,
    /// The newest of the provider's own ids, which count on.
    pub(crate) last_id: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) order_id: String,
    pub(crate) cf_order_id: u64,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) currency: String,
    /// The status as of the last event. Whether it has expired is a question to the clock: [`Order::status`].
    pub(crate) status: OrderStatus,
    pub(crate) session: String,
    pub(crate) customer: Customer,
    pub(crate) return_url: Option<String>,
    pub(crate) notify_url: Option<String>,
    pub(crate) payment_methods: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) tags: Option<BTreeMap<String, String>>,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) expires_at: OffsetDateTime,
    /// Oldest first.
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) refunds: Vec<Refund>,
    pub(crate) shown: Shown,
}

/// What a test makes the API say instead of the truth.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shown {
    /// The amount of the order, in paise.
    pub amount: Option<u64>,
    /// The currency of the order.
    pub currency: Option<String>,
    /// The status of the order, in any word.
    pub order_status: Option<String>,
    /// The status of its attempts, in any word.
    pub payment_status: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) phone: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum OrderStatus {
    Active,
    Paid,
    Expired,
    Terminated,
    TerminationRequested,
}

impl OrderStatus {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "ACTIVE",
            Self::Paid => "PAID",
            Self::Expired => "EXPIRED",
            Self::Terminated => "TERMINATED",
            Self::TerminationRequested => "TERMINATION_REQUESTED",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Attempt {
    pub(crate) cf_payment_id: u64,
    pub(crate) status: PaymentStatus,
    pub(crate) method: PaymentMethod,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) began_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub(crate) ended_at: Option<OffsetDateTime>,
}

/// How an attempt stands, in the provider's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentStatus {
    /// The money is there.
    Success,
    /// Begun; the bank has not acknowledged it.
    NotAttempted,
    /// With the bank.
    Pending,
    /// Refused.
    Failed,
    /// Left by the person.
    UserDropped,
    /// Paid too late and sent back.
    Cancelled,
}

impl PaymentStatus {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::NotAttempted => "NOT_ATTEMPTED",
            Self::Pending => "PENDING",
            Self::Failed => "FAILED",
            Self::UserDropped => "USER_DROPPED",
            Self::Cancelled => "CANCELLED",
        }
    }

    pub(crate) const fn is_open(self) -> bool {
        match self {
            Self::NotAttempted | Self::Pending => true,
            Self::Success | Self::Failed | Self::UserDropped | Self::Cancelled => false,
        }
    }
}

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
pub(crate) fn test_bank() -> String {
    "TEST Bank".to_owned()
}

impl Default for PaymentMethod {
    fn default() -> Self {
        Self::Upi {
            upi_id: "testsuccess@gocash".to_owned(),
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) cf_refund_id: u64,
    pub(crate) refund_id: String,
    pub(crate) cf_payment_id: u64,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) note: Option<String>,
    pub(crate) speed: String,
    pub(crate) status: String,
    /// Why the provider itself sends the money back; None when the merchant does.
    pub(crate) automatic: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub(crate) processed_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Simulation {
    pub(crate) cf_payment_id: u64,
    pub(crate) status: PaymentStatus,
    pub(crate) error_code: String,
}

impl Order {
    /// How it stands at `now`: an active order is over when its time is.
    pub(crate) fn status(&self, now: OffsetDateTime) -> OrderStatus {
        if self.status == OrderStatus::Active && now >= self.expires_at {
            OrderStatus::Expired
        } else {
            self.status
        }
    }

    /// The address to which its page sends the browser back.
    pub(crate) fn return_address(&self) -> Option<String> {
        self.return_url
            .as_ref()
            .map(|url| url.replace("{order_id}", &self.order_id))
    }
}

impl State {
    pub(crate) fn next_id(&mut self) -> u64 {
        // As long as real ones, so that nobody stores them in 32 bits.
        self.last_id = self.last_id.max(2_149_460_580) + 1;
        self.last_id
    }

    pub(crate) fn order_of_session(&self, session: &str) -> Option<&Order> {
        self.orders.values().find(|order| order.session == session)
    }

    pub(crate) fn load(file: &Path) -> io::Result<Self> {
        match std::fs::read(file) {
            Ok(text) => {
                let mut state: Self = serde_json::from_slice(&text)?;
                // What was under way when the process ended is sent again: better twice than never.
                state
                    .deliveries
                    .iter_mut()
                    .for_each(Delivery::requeue_if_under_way);
                Ok(state)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Writes beside the file and renames, so that a reader finds the old state or the new one.
    pub(crate) fn save(&self, file: &Path) -> io::Result<()> {
        let beside = file.with_extension("new");
        std::fs::write(&beside, serde_json::to_vec(self)?)?;
        std::fs::rename(beside, file)
    }
}

impl Order {
    /// The order of the provider's sample events, which no merchant has.
    pub(crate) fn sample(order_id: &str, now: OffsetDateTime) -> Self {
        Self {
            order_id: order_id.to_owned(),
            cf_order_id: 2_149_460_581,
            amount: 200,
            currency: "INR".to_owned(),
            status: OrderStatus::Paid,
            session: String::new(),
            customer: Customer {
                id: "7112AAA812234".to_owned(),
                phone: "9908734801".to_owned(),
                ..Customer::default()
            },
            return_url: None,
            notify_url: None,
            payment_methods: None,
            note: None,
            tags: None,
            created_at: now,
            expires_at: now,
            attempts: Vec::new(),
            refunds: Vec::new(),
            shown: Shown::default(),
        }
    }
}
