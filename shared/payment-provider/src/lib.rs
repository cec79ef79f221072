//! Cashfree, the payment provider: orders, attempts and webhooks in the domain's terms.
//!
//! What belongs here is everything that knows the provider's protocol, and nothing that decides what its
//! word means for a registration. `http` is the transport, `client` what is asked, `wire` the provider's JSON and its
//! conversion; whatever it does not recognise counts as "still under way", never as a failure.

mod client;
mod error;
mod event;
mod http;
mod limits;
mod recon;
mod settings;
mod signature;
mod wire;

pub use client::CashfreeClient;
pub use error::{NotCreated, ProviderError};
pub use event::{NotAnEvent, RefundKind, Reversal, WebhookEvent, parse_webhook};
pub use limits::Limits;
pub use recon::{ReconEvent, ReconKind, ReconPage};
pub use settings::{ClientConfig, ProviderCredentials, UnreadCredentials};
pub use signature::{BadSignature, WebhookVerifier};

use async_trait::async_trait;
use domain::payment::{Attempt, ProviderOrder, RefundId};
use domain::{CustomerId, OrderId, Paise, Person};
use std::ops::Range;
use time::OffsetDateTime;

/// What the use cases ask of the payment provider.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// How many requests it was sent so far, those that were repeated included.
    fn requests(&self) -> u64;

    /// Opens an order that can be paid until `new.expires_at`.
    ///
    /// The order id is the guard against a second order: when the outcome of the call is not known, the
    /// provider is asked for that id before anything else is tried. The order returned has the id, amount
    /// and currency asked for.
    ///
    /// # Errors
    /// When the provider refused, or it could not be found out whether it has the order. [`NotCreated::Refused`] says
    /// that no try of this call reached it without being refused; it says nothing about other calls for the same id.
    async fn create_order(&self, new: &NewOrder) -> Result<ProviderOrder, NotCreated>;

    /// The order as the provider has it now; None when it has no such order.
    ///
    /// # Errors
    /// When the provider did not give a usable answer.
    async fn order(&self, id: &OrderId) -> Result<Option<ProviderOrder>, ProviderError>;

    /// Every try to pay the order, in no order that can be relied on. Empty for an order it does not have.
    ///
    /// # Errors
    /// When the provider did not give a usable answer.
    async fn payments(&self, id: &OrderId) -> Result<Vec<Attempt>, ProviderError>;

    /// Every refund of the order. Empty for an order it does not have.
    ///
    /// # Errors
    /// When the provider did not give a usable answer.
    async fn refunds(&self, id: &OrderId) -> Result<Vec<Reversal>, ProviderError>;

    /// Sends money of a paid order back, and returns the refund as the provider has it.
    ///
    /// The refund id is the guard against a second refund, so a request is not repeated here: a caller who does not know its
    /// outcome looks for that id among [`PaymentProvider::refunds`].
    ///
    /// # Errors
    /// When the provider refused, or it is not known whether it has the refund.
    async fn create_refund(&self, new: &NewRefund) -> Result<Reversal, NotCreated>;

    /// Every dispute of the order. Empty for an order it does not have.
    ///
    /// # Errors
    /// When the provider did not give a usable answer.
    async fn disputes(&self, id: &OrderId) -> Result<Vec<Reversal>, ProviderError>;

    /// A page of what happened to all orders within `range`, from the cursor that the page before gave. What it does
    /// not recognise of an event is [`ReconKind::Other`].
    ///
    /// # Errors
    /// When the provider did not give a usable answer; [`ProviderError::Refused`] for a cursor it no longer knows.
    async fn recon(
        &self,
        range: &Range<OffsetDateTime>,
        cursor: Option<&str>,
    ) -> Result<ReconPage, ProviderError>;

    /// Asks for the order to be closed, and returns its status after that. With an attempt under way it only
    /// ends later, and may end paid; an order that can no longer be closed is returned as it is.
    ///
    /// # Errors
    /// When the provider has no such order or did not give a usable answer.
    async fn terminate(&self, id: &OrderId) -> Result<ProviderOrder, ProviderError>;
}

/// An order to be opened.
#[derive(Debug, Clone)]
pub struct NewOrder {
    /// Chosen and stored by us beforehand.
    pub order_id: OrderId,
    /// What is to be paid, in rupees of the only currency there is. At least Rs 1.
    pub amount: Paise,
    /// The candidate.
    pub customer_id: CustomerId,
    /// Who pays. The provider shows the name and the address on its page.
    pub person: Person,
    /// Until when it can be paid: more than 15 minutes and less than 30 days from now. Sent in whole seconds.
    pub expires_at: OffsetDateTime,
    /// Where the browser returns; `{order_id}` in it is replaced by the provider. At most 250 characters.
    pub return_url: String,
    /// Where its webhooks go. At most 250 characters.
    pub notify_url: String,
    /// What the order is for, 3 to 200 characters.
    pub note: String,
}

/// A refund to be made.
#[derive(Debug, Clone)]
pub struct NewRefund {
    /// Of which order.
    pub order_id: OrderId,
    /// Chosen and stored by us beforehand.
    pub refund_id: RefundId,
    /// How much, at most what is left of the payment.
    pub amount: Paise,
    /// Why, 3 to 100 characters.
    pub note: String,
}
