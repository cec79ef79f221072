//! The line in front of the payment provider: whether an order may be opened now, and otherwise when.
//!
//! Two virtual schedules in table access decide, with the pace of [`domain::line::Pace`]. **The line** gives each arrival
//! the slot after the last one, so nobody overtakes anybody. A slot that is near opens at once and leaves nothing behind;
//! one further away becomes a place with a moment, which is kept under a ticket. **The gate** gives a slot to each order
//! that is really opened. It alone keeps the provider's limit, because people do not come at their moment: some come
//! late, and some never, so that the line may give more places than there are orders ([`Factor`]). Whoever is late asks the gate,
//! which gives the next slot it has, and never goes back to the end of the line. The end of the line is only for a place
//! that nobody used within [`HELD`] of its moment.
//!
//! Nothing is written about a person before its moment: a [`Turn`] is taken before the draft is written, and nothing is
//! asked of the line where an order that is open already answers the request.
//!
//! A place belongs to the idempotency key, whose hash its ticket is. So reloading, another tab, another address or the
//! same form twice at once find the same place. A place that was used can be used again by the same key through the gate:
//! whatever died between its use and the order, the person does not queue twice.
//!
//! The ticket alone leads another key to the place, too, so that the link of a mail ([`mail`]) continues on another
//! device, where the key is not known. The place stays one: the first who uses it has used it for both. Nobody gains by
//! that, as a form may change between its place and its moment in any case; it only makes the ticket a secret.
//!
//! When the provider says 429, the line's own time stands still ([`Turn::postpone`]): every moment that was given moves by
//! as much, so all keep their order, and nobody has to be notified before asking again.
//!
//! Table access failing is treated as it is for throttles: the order goes ahead, which is logged and counted, and the
//! provider's own limit is what is left.

mod answer;
mod decision;
pub(crate) mod mail;
mod pause;

use crate::State;
use access_control::{CREATE_ORDER, throttle};
pub(crate) use answer::Waiting;
use decision::LineDecision;
use domain::{
    Contended,
    line::{Factor, HELD, Micros, Pace, micros},
};
use http_api::{ApiError, ApiResult, ClientAddress};
use store::{
    StoreError,
    line::{LinePlace, LineState, PlaceWrite, Ticket},
};
use telemetry::Metric;

/// How often a decision is made again because somebody else's came in between.
const TRIES: usize = 12;

/// Why a request is not answered with an order.
pub(crate) enum Halt {
    /// It is refused.
    Refused(ApiError),
    /// It has a moment.
    Wait(Waiting),
}

impl From<ApiError> for Halt {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

/// A request's turn at the provider, which is asked for where it turns out to be needed.
pub(crate) struct Turn<'a> {
    state: &'a State,
    /// What leads to a place: the ticket that the browser brought, or the key's own.
    ticket: Option<Ticket>,
    /// The ticket of the request's idempotency key.
    own: Option<Ticket>,
    client: String,
    /// As the line was read first; None once that is out of date, or where it could not be read.
    seen: Option<LineState>,
    /// Whether it came with a place that can still be used; None where the line could not be read.
    has_place: Option<bool>,
    taken: bool,
    /// The moment of the line that it was taken for, in the line's own time.
    moment: Option<Micros>,
}

impl<'a> Turn<'a> {
    /// Reads how the line stands, and counts the request against the limit of its address. Coming back to a place that
    /// still waits is not counted: it costs two reads, and hundreds behind one address may do so.
    ///
    /// # Errors
    /// 429 over the limit.
    pub(crate) async fn begin(
        state: &'a State,
        client: &ClientAddress,
        key: Option<&str>,
        ticket: Option<&str>,
    ) -> ApiResult<Self> {
        let brought = ticket.and_then(Ticket::parse);
        let own = key.map(Ticket::of_key);
        let claims = brought.is_some();
        let mut turn = Self {
            state,
            ticket: brought.or_else(|| own.clone()),
            own,
            client: client.bucket(),
            seen: None,
            has_place: None,
            taken: false,
            moment: None,
        };
        let count = async || throttle(&state.access, CREATE_ORDER, client, &state.clock).await;
        let counted = async {
            match claims {
                true => Ok(()),
                false => count().await,
            }
        };
        let (looked, counted) = futures::future::join(turn.look(), counted).await;
        match looked {
            Ok(seen) => {
                turn.has_place = Some(turn.place(&seen).is_some());
                turn.seen = Some(seen);
            }
            Err(error) => turn.skip(&error),
        }
        let waits = turn.seen.as_ref().and_then(|seen| turn.place(seen));
        if waits.is_none_or(|place| place.used) {
            counted?;
            if claims {
                count().await?;
            }
        }
        Ok(turn)
    }

    /// Whether the request came with a place that can still be used; None where the line could not be read.
    pub(crate) fn has_place(&self) -> Option<bool> {
        self.has_place
    }

    /// Goes on when an order may be opened now. Asking again for the same turn changes nothing.
    ///
    /// # Errors
    /// The moment at which it may be, or 429 where too many behind one address wait.
    pub(crate) async fn take(&mut self) -> Result<(), Halt> {
        if self.taken {
            return Ok(());
        }
        match self.decide().await {
            Ok(LineDecision::Open(moment)) => {
                self.taken = true;
                self.moment = Some(moment);
                Ok(())
            }
            Ok(LineDecision::Wait(waiting)) => Err(Halt::Wait(waiting)),
            Ok(LineDecision::Refuse(error)) => Err(Halt::Refused(error)),
            Err(error) => {
                self.skip(&error);
                Ok(())
            }
        }
    }

    /// Keeps a place under the ticket. None when there is another one by now.
    async fn keep(&mut self, seen: &LineState, place: LinePlace) -> Result<Option<Waiting>, StoreError> {
        let random = || Ticket::random(&self.state.entropy);
        let ticket = self
            .ticket
            .clone()
            .filter(|_| self.owns(seen))
            .unwrap_or_else(random);
        let before = seen
            .place
            .as_ref()
            .filter(|_| Some(&ticket) == self.ticket.as_ref());
        let moment = place.opens + seen.shift;
        match self
            .state
            .line
            .write_place(&ticket, before, &place, moment)
            .await?
        {
            PlaceWrite::Stale(_) => Ok(None),
            PlaceWrite::Done => {
                self.ticket = Some(ticket);
                Ok(Some(self.waiting(seen, &place)))
            }
        }
    }

    async fn line_state(&self) -> Result<LineState, StoreError> {
        self.state.line.state(self.ticket.as_ref(), &self.client).await
    }

    /// Reads how the line stands. A ticket of another key that leads to nothing, or no longer does, is dropped for the
    /// own one.
    async fn look(&mut self) -> Result<LineState, StoreError> {
        let seen = self.line_state().await?;
        if !self.is_borrowed() || self.place(&seen).is_some() {
            return Ok(seen);
        }
        self.ticket = self.own.clone();
        self.line_state().await
    }

    /// Whether the place is that of another key than the request's.
    fn is_borrowed(&self) -> bool {
        self.own.is_some() && self.ticket != self.own
    }

    /// The place that the request has, if it can still be used.
    fn place<'s>(&self, seen: &'s LineState) -> Option<&'s LinePlace> {
        let place = seen.place.as_ref().filter(|_| self.owns(seen))?;
        let held = self.now() <= place.opens + seen.shift + HELD;
        (held && (!place.used || self.has_used(place))).then_some(place)
    }

    /// Whether this request's key used a place. Without a key nothing tells that it was the same person.
    fn has_used(&self, place: &LinePlace) -> bool {
        let by = place.used_by.as_deref();
        let own = self.own.as_ref().map(Ticket::as_str);
        own.is_some()
            && if self.is_borrowed() {
                by == own
            } else {
                by.is_none()
            }
    }

    /// Whether what stands under the ticket belongs to this request: with a key everything does, without one what was made
    /// without one.
    fn owns(&self, seen: &LineState) -> bool {
        self.own.is_some() || seen.place.as_ref().is_some_and(|place| !place.keyed)
    }

    fn new_place(&self, seen: &LineState, opens: Micros, reserved: Option<Micros>) -> LinePlace {
        LinePlace {
            opens,
            keyed: self.own.is_some(),
            reserved,
            used: false,
            used_by: None,
            version: seen.place.as_ref().map_or(1, |place| place.version + 1),
        }
    }

    fn waiting(&self, seen: &LineState, place: &LinePlace) -> Waiting {
        let opens = seen.moment(place);
        let before = self.places_until(seen, place.opens).saturating_sub(1);
        let ticket = self.ticket.as_ref().map_or("", Ticket::as_str);
        Waiting::new(ticket, before, opens, self.now())
    }

    /// How many places there are from now until a moment of the line.
    fn places_until(&self, seen: &LineState, moment: Micros) -> u64 {
        let interval = self.interval_of_places(seen);
        let until = moment - (self.now() - seen.shift);
        u64::try_from((until + interval - 1).div_euclid(interval)).unwrap_or_default()
    }

    fn pace(&self) -> Pace {
        self.state.pace
    }

    fn interval_of_places(&self, seen: &LineState) -> Micros {
        self.pace().interval_of_places(factor(seen))
    }

    fn now(&self) -> Micros {
        micros(self.state.clock.now())
    }

    /// Goes ahead without the line.
    fn skip(&mut self, error: &StoreError) {
        skipped(error);
        self.taken = true;
    }
}

fn factor(seen: &LineState) -> Factor {
    seen.factor.map_or(Factor::ONE, Factor::kept)
}

fn skipped(error: &StoreError) {
    tracing::warn!(throttle = "line", %error, "an order did not go through the line");
    telemetry::count(Metric::ThrottlesSkipped);
}

fn contended() -> StoreError {
    Contended("the line").into()
}
