//! The line in front of the payment provider: whether an order may be opened now, and otherwise when.
//!
//! Virtual schedules in table access decide, with the pace of [`domain::line::Pace`]. **The line** gives each arrival
//! the slot after the last one, so nobody overtakes anybody. A slot that is near opens at once and leaves nothing behind;
//! one further away becomes a place with a moment, which is kept under a ticket. **The gate** gives a slot to each order
//! that is really opened. It alone keeps the provider's limit, because people do not come at their moment: some come
//! late, and some never. A visitor who is late asks the gate, which gives the next slot it has, and never goes back to the end
//! of the line. The end of the line is only for a place that nobody used within [`HELD`] of its moment, or of the
//! later one that was told while the line was held by hand.
//!
//! **Each address** has a schedule of its own, because behind one there may be a school, and behind another a program that
//! invents people. An arrival takes a slot of it first. Where that is later than the end of the line, it is the moment,
//! and instead of a slot of the line, one is kept in that minute, by which the line moves more slowly then. So the line
//! has what an address takes of it, which is its share and no more, and a flood pushes back those behind the same
//! address alone. Its schedule reaches an hour, which is 3,660 people where sixty have a turn in a minute. Who would have a
//! later moment is told to come again then and joins again, perhaps behind others by then; and the flood is forgotten
//! within that time. The networks of [`TrustedNetworks`] have no such schedule.
//!
//! Nothing is written about a person before its moment: a [`Turn`] is taken before the draft is written, and nothing is
//! asked of the line where an order that is open already answers the request.
//!
//! A place belongs to the idempotency key, whose hash its ticket is. So reloading, another tab, another address or the
//! same form twice at once find the same place. A place that was used can be used again by the same key through the gate:
//! whatever died between its use and the order, the person does not queue twice. Nor does who was let through at once,
//! as soon as the order is written.
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
pub(crate) mod operators;
mod pause;

use crate::State;
pub(crate) use answer::Waiting;
use decision::{LineDecision, OfAddress};
#[cfg(doc)]
use domain::line::HELD;
use domain::{
    Contended,
    line::{Micros, Pace, micros},
};
#[cfg(doc)]
use http_api::TrustedNetworks;
use http_api::{ApiError, ClientAddress};
use store::{
    StoreError,
    line::{LinePlace, LineState, PlaceWrite, SetBy, Ticket},
};
use telemetry::Metric;

/// How often a decision is made again because another request's came in between.
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
    /// The hash of its address; None for one whose people have no schedule of their own.
    address: Option<String>,
    /// What the schedule of the address said, once it was asked.
    of_address: Option<OfAddress>,
    /// Whether its order was written by an earlier request, which was through the line.
    has_order: bool,
    /// As the line was read first; None once that is out of date, or where it could not be read.
    seen: Option<LineState>,
    /// Whether it came with a place that can still be used; None where the line could not be read.
    has_place: Option<bool>,
    taken: bool,
    /// The moment of the line that it was taken for, in the line's own time.
    moment: Option<Micros>,
}

impl<'a> Turn<'a> {
    /// Reads how the line stands. Nothing is counted before the request turns out to need a turn.
    pub(crate) async fn begin(
        state: &'a State,
        client: &ClientAddress,
        key: Option<&str>,
        ticket: Option<&str>,
    ) -> Self {
        let own = key.map(Ticket::of_key);
        let mut turn = Self {
            state,
            ticket: ticket.and_then(Ticket::parse).or_else(|| own.clone()),
            own,
            address: (!state.trusted.have(client)).then(|| client.bucket()),
            of_address: None,
            has_order: false,
            seen: None,
            has_place: None,
            taken: false,
            moment: None,
        };
        match turn.look().await {
            Ok(seen) => {
                turn.has_place = Some(turn.place(&seen).is_some());
                turn.seen = Some(seen);
            }
            Err(error) => turn.skip(&error),
        }
        turn
    }

    /// Whether the request came with a place that can still be used; None where the line could not be read.
    pub(crate) fn has_place(&self) -> Option<bool> {
        self.has_place
    }

    /// Goes on when an order may be opened now. Asking again for the same turn changes nothing.
    ///
    /// # Errors
    /// The moment at which it may be.
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
            Err(error) => {
                self.skip(&error);
                Ok(())
            }
        }
    }

    /// The same for an order that an earlier request wrote. That one was counted, by its address and in the line, and
    /// only the provider has not opened it: this goes to the gate.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub(crate) async fn take_again(&mut self) -> Result<(), Halt> {
        self.has_order = true;
        self.take().await
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
        let address = self.address.as_deref().unwrap_or("");
        self.state.line.state(self.ticket.as_ref(), address).await
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
        let held = self.now() <= seen.held_until(place);
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
            set_by: SetBy::Line,
            keyed: self.own.is_some(),
            reserved,
            used: false,
            used_by: None,
            version: seen.place.as_ref().map_or(1, |place| place.version + 1),
        }
    }

    fn waiting(&self, seen: &LineState, place: &LinePlace) -> Waiting {
        let opens = seen.moment(place);
        // Before who waits for the address alone there are those behind it.
        let interval = match place.set_by {
            SetBy::Line => self.pace().interval_beside(seen.kept_around(place.opens)),
            SetBy::Address | SetBy::Nothing => self.pace().of_address().interval,
        };
        // While nothing is opened nobody is let in, and the line's own time begins where it goes on.
        let goes_on = self.now().max(seen.closed_until);
        let until = place.opens - (goes_on - seen.shift);
        let before = (until + interval - 1).div_euclid(interval) - 1;
        let ticket = self.ticket.as_ref().map_or("", Ticket::as_str);
        Waiting::new(
            ticket,
            u64::try_from(before).unwrap_or_default(),
            opens,
            self.now(),
            place.set_by,
            seen.hold_at(self.now()).map(|hold| hold.until),
        )
    }

    fn pace(&self) -> Pace {
        self.state.pace
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

fn skipped(error: &StoreError) {
    tracing::warn!(throttle = "line", %error, "an order did not go through the line");
    telemetry::count(Metric::ThrottlesSkipped);
}

fn contended() -> StoreError {
    Contended("the line").into()
}
