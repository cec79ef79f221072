//! How often people's pages make us ask the payment provider.
//!
//! What it grants an account in a minute is shared: by the webhooks, each of which asks once, by the reconciler, and by the
//! pages. Pages have the part that the reconciler leaves, or one visitor with many open orders could ask so often that nobody's
//! payment is noticed.

use crate::State;
use access_control::count_page_ask;
use domain::payment::Order;
use payment_provider::Limits;
use settlement::Occasion;
use time::Duration;

/// However many pages wait, the provider is asked about an order this often at most.
pub(crate) const ASK_EVERY: Duration = Duration::seconds(5);

/// The part of the questions that pages may ask, in percent.
const PART: u32 = 30;

/// How many questions pages may ask in a minute.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageAsks {
    orders: u32,
    attempts: u64,
}

impl PageAsks {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            orders: (limits.order_reads * PART / 100).max(1),
            attempts: u64::from(limits.payment_reads * PART / 100).max(1),
        }
    }
}

/// For how much a page may ask the provider, of what all of them may ask together; None when that is used up in this minute.
pub(crate) async fn page_occasion(state: &State) -> Option<Occasion<'static>> {
    let count = count_page_ask(&state.access, state.page_asks.orders, &state.clock).await?;
    Some(match count <= state.page_asks.attempts {
        true => Occasion::Page,
        false => Occasion::CrowdedPage,
    })
}

/// Whether a page may ask the provider about an order now.
pub(crate) enum AskTurn {
    /// Yes, and for so much.
    Ask(Occasion<'static>),
    /// Another page has just asked, and what it learned is stored.
    JustAsked,
    /// Pages have asked as often as they may in this minute.
    Crowded,
}

impl AskTurn {
    /// Takes the turn of an order that is not paid.
    pub(crate) async fn take(state: &State, order: &Order) -> Self {
        let now = state.clock.now();
        // Most pages wait in between: what was read spares them the write, which settles who of many may ask.
        if !order.was_asked_before(now - ASK_EVERY) {
            return Self::JustAsked;
        }
        match state
            .registrations
            .acquire_poll_slot(&order.order_id, now, ASK_EVERY)
            .await
        {
            Ok(true) => {}
            Ok(false) => return Self::JustAsked,
            Err(error) => {
                tracing::warn!(cause = %error, "it is not known whose turn it is to ask the provider");
                return Self::Crowded;
            }
        }
        match page_occasion(state).await {
            Some(occasion) => Self::Ask(occasion),
            None => {
                let noted = state
                    .registrations
                    .note_attempts_unread(&order.order_id, now)
                    .await;
                if let Err(error) = noted {
                    tracing::warn!(cause = %error, "other pages are not told that the provider was not asked");
                }
                Self::Crowded
            }
        }
    }
}
