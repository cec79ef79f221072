//! Joining the line, and coming back to a place.

use super::{TRIES, Turn, Waiting, contended};
use domain::line::{FURTHEST_OF_ADDRESS, Micros};
use store::{
    StoreError, Write,
    line::{LinePlace, LineState, PlaceWrite, Schedule, SetBy, SlotRequest},
};
use telemetry::Metric;

/// What the line decides about a request.
pub(super) enum LineDecision {
    /// An order may be opened, for this moment of the line, in the line's own time.
    Open(Micros),
    /// It has a moment that is still to come.
    Wait(Waiting),
}

/// From when on the people behind an address may have a further turn, in the line's own time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OfAddress {
    From(Micros),
    /// So many have come from it that its schedule reaches no further.
    Full,
}

/// What the gate has for a request.
enum GateSlot {
    /// A slot that can be used.
    Now,
    /// A slot that can be used from a moment on, by the clock.
    Later(Micros),
    /// Others were faster each time.
    Contended,
}

impl Turn<'_> {
    /// Whether it is this request's turn.
    pub(super) async fn decide(&mut self) -> Result<LineDecision, StoreError> {
        for _ in 0..TRIES {
            let seen = match self.seen.take() {
                Some(seen) => seen,
                None => self.look().await?,
            };
            let decided = match self.place(&seen).cloned() {
                Some(place) => self.redeem(&seen, place).await?,
                None if self.has_order => self.come_again(&seen).await?,
                None => self.arrive(&seen).await?,
            };
            if let Some(decided) = decided {
                return Ok(decided);
            }
        }
        Err(contended())
    }

    /// Comes back to a place. None when another request changed something meanwhile.
    async fn redeem(
        &mut self,
        seen: &LineState,
        place: LinePlace,
    ) -> Result<Option<LineDecision>, StoreError> {
        let now = self.now();
        let local = now - seen.shift;
        let tolerance = self.pace().tolerance();
        if now < seen.moment(&place) && !place.used {
            return Ok(Some(LineDecision::Wait(self.waiting(seen, &place))));
        }
        match place.set_by {
            SetBy::Line | SetBy::Address => {}
            SetBy::Nothing => return self.arrive(seen).await,
        }
        if now < seen.closed_until {
            let again = self.new_place(seen, local, None);
            return Ok(self.keep(seen, again).await?.map(LineDecision::Wait));
        }
        let on_time = local <= place.opens + tolerance && !place.used;
        let has_slot = place.reserved.is_some_and(|at| now <= at + tolerance) && !place.used;
        if !has_slot {
            match self.pass_gate(seen, now).await? {
                GateSlot::Now => {}
                GateSlot::Later(at) => {
                    let later = self.new_place(seen, at - seen.shift, Some(at));
                    return Ok(self.keep(seen, later).await?.map(LineDecision::Wait));
                }
                GateSlot::Contended => return Ok(None),
            }
        }
        let used = LinePlace {
            used: true,
            used_by: self
                .own
                .as_ref()
                .filter(|_| self.is_borrowed())
                .map(|own| own.as_str().to_owned()),
            version: place.version + 1,
            ..place.clone()
        };
        if let Some(ticket) = &self.ticket {
            let moment = place.opens + seen.shift;
            let written = self
                .state
                .line
                .write_place(ticket, Some(&place), &used, moment)
                .await?;
            match written {
                PlaceWrite::Done => {}
                // With a slot of its own from the gate it does not matter that one key uses its place twice at once.
                PlaceWrite::Stale(Some(there)) if !has_slot && there.used && self.has_used(&there) => {}
                PlaceWrite::Stale(_) => return Ok(None),
            }
        }
        telemetry::count(Metric::LineAdmitted);
        Ok(Some(LineDecision::Open(if on_time {
            place.opens
        } else {
            local
        })))
    }

    /// Joins the line. None when another request changed something meanwhile.
    async fn arrive(&mut self, seen: &LineState) -> Result<Option<LineDecision>, StoreError> {
        let now = self.now();
        let local = now - seen.shift;
        let pace = self.pace();
        // Who comes while it is closed is one after another as well.
        let reopens = seen.closed_until - seen.shift;
        let begins = local.max(reopens);
        let Some(of_address) = self.of_address(seen, begins).await? else {
            return Ok(None);
        };
        let from = match of_address {
            OfAddress::From(from) => from,
            OfAddress::Full => {
                let place = self.new_place(seen, begins + FURTHEST_OF_ADDRESS, None);
                let place = LinePlace {
                    set_by: SetBy::Nothing,
                    ..place
                };
                return self.wait(seen, place).await;
            }
        };
        let next = seen.next.max(begins);
        if from > begins.max(next - pace.tolerance()) {
            let place = self.new_place(seen, from, None);
            let place = LinePlace {
                set_by: SetBy::Address,
                ..place
            };
            return match self.state.line.keep_slot(seen, place.opens, local).await? {
                Write::Done => self.wait(seen, place).await,
                Write::Stale => Ok(None),
            };
        }
        let request = SlotRequest {
            seen: seen.next,
            now: begins,
            interval: pace.interval_beside(seen.kept_around(next)),
        };
        let schedule = Schedule::Line { shift: seen.shift };
        let Some(slot) = self.state.line.take(schedule, request).await? else {
            return Ok(None);
        };
        let opens = (slot - pace.tolerance()).max(reopens);
        if opens > local {
            return self.wait(seen, self.new_place(seen, opens, None)).await;
        }
        // Not side by side with the line: of many who come at once all would take a slot of the gate, and only those
        // whom the line lets through would use it.
        self.come_again(seen).await
    }

    /// Goes to the gate, for a request that has been through the line. None when somebody else changed something
    /// meanwhile.
    async fn come_again(&mut self, seen: &LineState) -> Result<Option<LineDecision>, StoreError> {
        let now = self.now();
        let local = now - seen.shift;
        if now < seen.closed_until {
            return self.wait(seen, self.new_place(seen, local, None)).await;
        }
        let place = match self.pass_gate(seen, now).await? {
            GateSlot::Now => return Ok(Some(LineDecision::Open(local))),
            GateSlot::Later(at) => self.new_place(seen, at - seen.shift, Some(at)),
            GateSlot::Contended => self.new_place(seen, local, None),
        };
        self.wait(seen, place).await
    }

    /// Keeps a place that is given now.
    async fn wait(&mut self, seen: &LineState, place: LinePlace) -> Result<Option<LineDecision>, StoreError> {
        let Some(waiting) = self.keep(seen, place).await? else {
            return Ok(None);
        };
        telemetry::count(Metric::LinePlaces);
        telemetry::gauge(Metric::LineWait, waiting.eta_seconds());
        Ok(Some(LineDecision::Wait(waiting)))
    }

    /// From when on the request's address lets it have a turn. A request is counted once, however often it is decided.
    /// None when others of the address came in between.
    async fn of_address(
        &mut self,
        seen: &LineState,
        begins: Micros,
    ) -> Result<Option<OfAddress>, StoreError> {
        let Some(hash) = &self.address else {
            return Ok(Some(OfAddress::From(begins)));
        };
        if self.of_address.is_none() {
            let pace = self.pace().of_address();
            if seen.of_address > begins + pace.tolerance + FURTHEST_OF_ADDRESS {
                return Ok(Some(OfAddress::Full));
            }
            let request = SlotRequest {
                seen: seen.of_address,
                now: begins,
                interval: pace.interval,
            };
            let schedule = Schedule::Address {
                hash,
                shift: seen.shift,
            };
            let slot = self.state.line.take(schedule, request).await?;
            self.of_address = slot.map(|slot| OfAddress::From((slot - pace.tolerance).max(begins)));
        }
        Ok(self.of_address)
    }

    /// Takes a slot of the gate.
    async fn pass_gate(&self, seen: &LineState, now: Micros) -> Result<GateSlot, StoreError> {
        let pace = self.pace();
        let mut next = seen.gate;
        for _ in 0..TRIES {
            let request = SlotRequest {
                seen: next,
                now,
                interval: pace.interval(),
            };
            if let Some(slot) = self.state.line.take(Schedule::Gate, request).await? {
                let at = slot - pace.tolerance();
                return Ok(match at <= now {
                    true => GateSlot::Now,
                    false => GateSlot::Later(at),
                });
            }
            next = self.line_state().await?.gate;
        }
        Ok(GateSlot::Contended)
    }
}
