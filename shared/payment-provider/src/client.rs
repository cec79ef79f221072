//! What is asked of the provider, and what an answer that does not come means.

use crate::http::{Lost, PAUSE, ProviderRequest, Transport};
use crate::wire::order::{CreateOrder, OrderEntity, TerminateOrder};
use crate::wire::{
    self,
    payment::PaymentEntity,
    recon,
    reversal::{CreateRefund, Dispute, Refund},
};
use crate::{
    ClientConfig, NewOrder, NewRefund, NotCreated, PaymentProvider, ProviderCredentials, ProviderError,
    ReconPage, RefundKind, Reversal,
};
use async_trait::async_trait;
use domain::OrderId;
use domain::money::CURRENCY;
use domain::payment::{Attempt, ProviderOrder};
use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, atomic::Ordering};
use std::time::Instant;
use time::OffsetDateTime;

/// Cashfree over HTTPS. Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct CashfreeClient(Arc<Transport>);

/// Neither the credentials nor the connections.
impl fmt::Debug for CashfreeClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CashfreeClient")
            .field("url", &self.0.config.url)
            .finish_non_exhaustive()
    }
}

impl CashfreeClient {
    /// A client that opens no connection yet.
    #[must_use]
    pub fn new(config: ClientConfig, credentials: ProviderCredentials) -> Self {
        Self(Arc::new(Transport::new(config, credentials)))
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.0.config.deadline
    }

    async fn find(&self, id: &OrderId, until: Instant) -> Result<Option<ProviderOrder>, ProviderError> {
        let answer = self
            .0
            .send_repeatable(&ProviderRequest::get(format!("/orders/{id}")), until)
            .await?;
        if answer.is_not_found() {
            Ok(None)
        } else {
            answer.success().and_then(order).map(Some)
        }
    }

    /// A list that belongs to an order, each of its entries read as far as it is understood.
    async fn list<T: DeserializeOwned + Default>(
        &self,
        id: &OrderId,
        of: &str,
    ) -> Result<Vec<T>, ProviderError> {
        let request = ProviderRequest::get(format!("/orders/{id}/{of}"));
        let answer = self.0.send_repeatable(&request, self.deadline()).await?;
        if answer.is_not_found() {
            return Ok(Vec::new());
        }
        let list: Vec<Value> =
            serde_json::from_slice(answer.success()?).map_err(|_| ProviderError::Unintelligible)?;
        let entries = list
            .into_iter()
            .map(|value| serde_json::from_value(value).unwrap_or_default());
        Ok(entries.collect())
    }
}

#[async_trait]
impl PaymentProvider for CashfreeClient {
    fn requests(&self) -> u64 {
        self.0.sent.load(Ordering::Relaxed)
    }

    async fn create_order(&self, new: &NewOrder) -> Result<ProviderOrder, NotCreated> {
        let until = self.deadline();
        let mut wanted = CreateOrder::from(new);
        let mut request = opening(&wanted)?;
        // An id is taken once and for ever, so the same request may be sent again: at worst the provider
        // says that it has the order.
        let mut again = true;
        // Whether a try so far may have been taken, so that a later refusal does not mean that there is no order.
        let mut maybe_taken = false;
        loop {
            let sent = self.0.send(&request, until).await;
            let open = match &sent {
                Err(Lost::NoClient) => return Err(not_created(maybe_taken, ProviderError::Client)),
                Err(lost) => ProviderError::from(*lost),
                Ok(answer) => match answer.success().and_then(order) {
                    Ok(order) => return same(new, order).map_err(NotCreated::Unknown),
                    // "It exists" is no refusal: if it cannot be found now, it may be later.
                    Err(ProviderError::Refused { .. }) if leaves_open(answer.status) => {
                        ProviderError::Unintelligible
                    }
                    Err(error) if leaves_open(answer.status) => error,
                    // It needs neither name nor address, and knows better what it takes of them.
                    Err(ProviderError::Refused { code }) if wanted.leave_out(&code) => {
                        request = opening(&wanted)?;
                        continue;
                    }
                    Err(error) => {
                        let refused = answer.status.is_client_error();
                        return Err(not_created(maybe_taken || !refused, error));
                    }
                },
            };
            let never_left = matches!(sent, Err(Lost::NotSent));
            maybe_taken |= !never_left;
            if !never_left
                && let Some(order) = self
                    .find(&new.order_id, until)
                    .await
                    .map_err(NotCreated::Unknown)?
            {
                return same(new, order).map_err(NotCreated::Unknown);
            }
            let exists = sent.is_ok_and(|answer| answer.status == StatusCode::CONFLICT);
            if !again || exists || Instant::now() + PAUSE >= until {
                return Err(not_created(maybe_taken, open));
            }
            again = false;
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn order(&self, id: &OrderId) -> Result<Option<ProviderOrder>, ProviderError> {
        self.find(id, self.deadline()).await
    }

    async fn payments(&self, id: &OrderId) -> Result<Vec<Attempt>, ProviderError> {
        let attempts = self.list::<PaymentEntity>(id, "payments").await?;
        Ok(attempts.into_iter().map(Attempt::from).collect())
    }

    async fn refunds(&self, id: &OrderId) -> Result<Vec<Reversal>, ProviderError> {
        let refunds = self.list::<Refund>(id, "refunds").await?.into_iter();
        Ok(refunds
            .map(|refund| refund.into_reversal(RefundKind::Merchant))
            .collect())
    }

    async fn create_refund(&self, new: &NewRefund) -> Result<Reversal, NotCreated> {
        let body = serde_json::to_value(CreateRefund::from(new))
            .map_err(|_| NotCreated::Refused(ProviderError::Client))?;
        let request = ProviderRequest {
            method: Method::POST,
            path: format!("/orders/{}/refunds", new.order_id),
            body: Some(body),
        };
        let answer = match self.0.send(&request, self.deadline()).await {
            Ok(answer) => answer,
            Err(lost) => return Err(not_created(lost == Lost::InFlight, lost.into())),
        };
        let refund = answer.success().and_then(|body| {
            let refund = wire::body::<Refund>(body).ok_or(ProviderError::Unintelligible)?;
            Ok(refund.into_reversal(RefundKind::Merchant))
        });
        match refund {
            Ok(Reversal::Refund { id: Some(id), .. }) if id != new.refund_id.as_str() => {
                Err(NotCreated::Unknown(ProviderError::Mismatch))
            }
            Ok(refund) => Ok(refund),
            Err(error) => Err(not_created(leaves_open(answer.status), error)),
        }
    }

    async fn disputes(&self, id: &OrderId) -> Result<Vec<Reversal>, ProviderError> {
        let disputes = self.list::<Dispute>(id, "disputes").await?.into_iter();
        Ok(disputes.map(Dispute::into_reversal).collect())
    }

    async fn recon(
        &self,
        range: &Range<OffsetDateTime>,
        cursor: Option<&str>,
    ) -> Result<ReconPage, ProviderError> {
        let asked = recon::Request::new(range, cursor).ok_or(ProviderError::Client)?;
        let request = ProviderRequest {
            method: Method::POST,
            path: "/recon".to_owned(),
            body: Some(serde_json::to_value(asked).map_err(|_| ProviderError::Client)?),
        };
        // It changes nothing, so it may be asked again.
        let answer = self.0.send_repeatable(&request, self.deadline()).await?;
        wire::body::<recon::Page>(answer.success()?)
            .and_then(recon::Page::into_page)
            .ok_or(ProviderError::Unintelligible)
    }

    async fn terminate(&self, id: &OrderId) -> Result<ProviderOrder, ProviderError> {
        let until = self.deadline();
        let body = serde_json::to_value(TerminateOrder::BODY).map_err(|_| ProviderError::Client)?;
        let request = ProviderRequest {
            method: Method::PATCH,
            path: format!("/orders/{id}"),
            body: Some(body),
        };
        let answer = self.0.send_repeatable(&request, until).await?;
        match answer.success().and_then(order) {
            // Refused because it is closed, paid or over: then its status is the answer.
            Err(ProviderError::Refused { code }) if !answer.is_not_found() => {
                self.find(id, until).await?.ok_or(ProviderError::Refused { code })
            }
            outcome => outcome,
        }
    }
}

fn not_created(maybe_taken: bool, cause: ProviderError) -> NotCreated {
    if maybe_taken {
        NotCreated::Unknown(cause)
    } else {
        NotCreated::Refused(cause)
    }
}

fn opening(wanted: &CreateOrder<'_>) -> Result<ProviderRequest, NotCreated> {
    let body = serde_json::to_value(wanted).map_err(|_| NotCreated::Refused(ProviderError::Client))?;
    Ok(ProviderRequest {
        method: Method::POST,
        path: "/orders".to_owned(),
        body: Some(body),
    })
}

/// Whether an answer to a creation leaves open whether the provider has the order or refund: its own failure, "it exists",
/// and a success that says nothing.
fn leaves_open(status: StatusCode) -> bool {
    status.is_server_error()
        || status.is_success()
        || matches!(status, StatusCode::CONFLICT | StatusCode::REQUEST_TIMEOUT)
}

/// The order of a body.
fn order(body: &[u8]) -> Result<ProviderOrder, ProviderError> {
    wire::body::<OrderEntity>(body)
        .and_then(OrderEntity::into_order)
        .ok_or(ProviderError::Unintelligible)
}

/// The order, if it is the one that was to be opened.
fn same(new: &NewOrder, order: ProviderOrder) -> Result<ProviderOrder, ProviderError> {
    let same = order.order_id == new.order_id.as_str()
        && order.amount == Some(new.amount)
        && order.currency == CURRENCY;
    if same {
        Ok(order)
    } else {
        Err(ProviderError::Mismatch)
    }
}
