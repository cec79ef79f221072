//! Which order a registration is for: a new candidate's, or one that its idempotency key made before.

mod idempotency;

pub(crate) use idempotency::{is_corrected, used_for, with_key};

use crate::{
    State,
    held_place::Freshness,
    line::{Halt, Turn},
    refusal::already_paid,
    sale::OutsideSale,
};
use access_control::throttle_check;
use domain::{
    Capacity, ClaimKey, CustomerId, Email, OrderId,
    catalogue::Offer,
    payment::{Ask, AttemptState, Channel, FIRST_ASK, Lane, Order, OrderPlace, Status},
    registration::Registration,
};
use http_api::{ApiError, ApiResult, ClientAddress};
use store::registrations::{Candidate, claims::Claims, create::Created, refused::WrittenOrder};
use telemetry::Metric;
use time::{Duration, OffsetDateTime};

/// How long an order can be paid.
const PAYABLE: Duration = Duration::minutes(30);

/// How often a draft is tried while others take its place or its key.
const TRIES: usize = 5;

/// The version of an order that nobody has touched since it was written.
const WRITTEN: u64 = 1;

/// The order that a registration is for.
pub(crate) struct Draft {
    pub(crate) order: Order,
    /// How this request wrote it; None for an order of an earlier one, which may have given it to the provider.
    pub(crate) written: Option<WrittenOrder>,
    /// Whether it has its place from an order before it that nobody can pay any more, and its key leads to it.
    pub(crate) inherits: bool,
}

/// Writes a candidate with a first order, when its turn has come.
pub(crate) async fn new_candidate(state: &State, new: &New<'_>, turn: &mut Turn<'_>) -> Result<Draft, Halt> {
    let mut freshness = Freshness::Recent;
    new.expect_place(state).await?;
    turn.take().await?;
    // Others may take the same place at once.
    for _ in 0..TRIES {
        let (place, earlier) = new.first_place(state, freshness).await?;
        let (candidate, order) = candidate(state, new, place);
        let due = first_ask(order.created_at, Lane::First);
        let created = state
            .registrations
            .create(&candidate, &order, due, None, earlier.as_ref())
            .await;
        match created.map_err(ApiError::internal)? {
            Created::Done => {
                telemetry::count(Metric::RegistrationsCreated);
                return Ok(Draft {
                    order,
                    written: Some(WrittenOrder::default()),
                    inherits: false,
                });
            }
            Created::KeyTaken if place.is_none() => break,
            // Without a key it was the place, too, that another transaction held.
            Created::KeyTaken | Created::PlaceTaken => freshness = Freshness::Now,
        }
    }
    Err(ApiError::busy("a new registration").into())
}

/// What is registered, if that may be begun at this moment.
pub(crate) struct New<'a> {
    /// Where the form comes from.
    pub(crate) client: &'a ClientAddress,
    pub(crate) registration: &'a Registration,
    /// What its address has of what it chooses.
    pub(crate) claims: &'a Claims,
    pub(crate) offer: &'a Offer,
    /// How many the exam has places for.
    pub(crate) capacity: Option<Capacity>,
    /// Why no order may be begun that is not there yet.
    pub(crate) outside: Option<OutsideSale>,
    /// The idempotency key of this form before it was corrected.
    pub(crate) replaces: Option<&'a str>,
}

impl New<'_> {
    fn may_begin(&self) -> ApiResult<()> {
        self.outside.map_or(Ok(()), |outside| Err(outside.into()))
    }

    /// That an address has paid, or why that is not said. It says of an address what a check of it says, so it is counted as
    /// one.
    pub(crate) async fn paid_already(&self, state: &State, email: &Email) -> ApiError {
        let counted = throttle_check(&state.access, self.client, email, &state.clock).await;
        counted.err().unwrap_or_else(already_paid)
    }

    /// Makes sure that nobody pays once more for what the form chooses.
    async fn expect_unpaid(&self, state: &State) -> ApiResult<()> {
        match self.claims.paid() {
            true => Err(self.paid_already(state, &self.registration.person.email).await),
            false => Ok(()),
        }
    }

    /// The same of what an order of the form is for, which an administrator may have corrected since.
    async fn expect_order_unpaid(&self, state: &State, order: &Order) -> ApiResult<()> {
        let key = order.claim_key();
        if key == self.claim_key() {
            return self.expect_unpaid(state).await;
        }
        let claims = state.registrations.claims(&key).await;
        match claims.map_err(ApiError::internal)?.paid() {
            true => Err(self.paid_already(state, &key.email).await),
            false => Ok(()),
        }
    }

    fn claim_key(&self) -> ClaimKey {
        let Registration { person, choice, .. } = self.registration;
        ClaimKey::of_choice(&person.email, choice)
    }
}

/// When the provider is first asked about an order, whether or not it is known by then that the provider has it: the
/// answer to its creation then moves it in no index.
pub(crate) fn first_ask(created: OffsetDateTime, lane: Lane) -> Ask {
    Ask {
        at: created + FIRST_ASK,
        lane,
    }
}

fn candidate(state: &State, new: &New<'_>, place: Option<OrderPlace>) -> (Candidate, Order) {
    let now = state.clock.now();
    let customer_id = CustomerId::generate(&state.entropy);
    let order = order(state, new, place, customer_id.clone(), now);
    let candidate = Candidate::new(customer_id, new.registration, new.offer, Channel::Online, now);
    (candidate, order)
}

fn order(
    state: &State,
    new: &New<'_>,
    place: Option<OrderPlace>,
    customer_id: CustomerId,
    now: OffsetDateTime,
) -> Order {
    Order {
        order_id: OrderId::generate(&customer_id, &state.entropy),
        customer_id,
        amount: new.offer.price,
        channel: Channel::Online,
        status: Status::Created,
        attempt: AttemptState::None,
        session: None,
        method: None,
        person: new.registration.person.clone(),
        selection: new.offer.selection.clone(),
        created_at: now,
        expires_at: now + PAYABLE,
        paid_at: None,
        refused_at: None,
        refunds: Vec::new(),
        auto_refunds: Vec::new(),
        reissued_as: None,
        disputes: Vec::new(),
        withdrawn: None,
        place,
        asked_at: 0,
        unread_at: None,
        version: WRITTEN,
    }
}
