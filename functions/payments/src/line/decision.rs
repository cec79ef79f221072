//! Joining the line, and coming back to a place.

use super::{TRIES, Turn, Waiting, contended, factor, skipped};
use domain::line::Micros;
use http_api::ApiError;
use std::time::Duration;
use store::{
    StoreError,
    line::{LinePlace, LineState, Mark, PlaceWrite, Schedule, SlotRequest},
};
use telemetry::Metric;

/// How many people behind one address may wait.
const MOST_OF_A_CLIENT: u64 = 300;

/// How often it is learnt how many of those who wait come.
const LEARN_EVERY: Micros = 60_000_000;

/// What the line decides about a request.
pub(super) enum LineDecision {
    /// An order may be opened, for this moment of the line, in the line's own time.
    Open(Micros),
    /// It has a moment that is still to come.
    Wait(Waiting),
    /// It gets no place.
    Refuse(ApiError),
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
                None => self.arrive(&seen).await?,
            };
            if let Some(decided) = decided {
                return Ok(decided);
            }
        }
        Err(contended())
    }

    /// Comes back to a place. None when somebody else changed something meanwhile.
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
        if now < seen.closed_until {
            let again = self.new_place(seen, local, None);
            return Ok(self.keep(seen, again).await?.map(LineDecision::Wait));
        }
        let on_time = local <= place.opens + tolerance && !place.used;
        let has_slot = place.reserved.is_some_and(|at| now <= at + tolerance) && !place.used;
        if !has_slot {
            let came = !place.used && place.reserved.is_none();
            match self.pass_gate(seen, now, came).await? {
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

    /// Joins the line. None when somebody else changed something meanwhile.
    async fn arrive(&mut self, seen: &LineState) -> Result<Option<LineDecision>, StoreError> {
        let now = self.now();
        let local = now - seen.shift;
        let tolerance = self.pace().tolerance();
        let request = SlotRequest {
            seen: seen.next,
            now: local,
            interval: self.interval_of_places(seen),
            tolerance,
        };
        let waits = seen.next > local + tolerance || now < seen.closed_until;
        if waits && seen.waiting_of_client(local) >= MOST_OF_A_CLIENT {
            return Ok(Some(LineDecision::Refuse(too_many_waiting())));
        }
        let schedule = Schedule::Line { shift: seen.shift };
        let Some(slot) = self.state.line.take(schedule, request).await? else {
            return Ok(None);
        };
        let opens = (slot - tolerance).max(seen.closed_until - seen.shift);
        let place = if opens > local {
            self.new_place(seen, opens, None)
        } else {
            // Not side by side with the line: of many who come at once all would take a slot of the gate, and only those
            // whom the line lets through would use it.
            match self.pass_gate(seen, now, false).await? {
                GateSlot::Now => return Ok(Some(LineDecision::Open(local))),
                GateSlot::Later(at) => self.new_place(seen, at - seen.shift, Some(at)),
                GateSlot::Contended => self.new_place(seen, local, None),
            }
        };
        let line = &self.state.line;
        let waiting = line
            .count_for_client(&self.client, seen, 1, place.opens, local)
            .await?;
        let kept = match waiting > MOST_OF_A_CLIENT {
            true => Some(LineDecision::Refuse(too_many_waiting())),
            false => self.keep(seen, place.clone()).await?.map(LineDecision::Wait),
        };
        if let Some(LineDecision::Wait(waiting)) = &kept {
            telemetry::count(Metric::LinePlaces);
            telemetry::gauge(Metric::LineWait, waiting.eta_seconds());
            self.learn(seen, now).await;
        } else {
            line.count_for_client(&self.client, seen, -1, place.opens, local)
                .await?;
        }
        Ok(kept)
    }

    /// Takes a slot of the gate.
    async fn pass_gate(&self, seen: &LineState, now: Micros, came: bool) -> Result<GateSlot, StoreError> {
        let pace = self.pace();
        let mut next = seen.gate;
        for _ in 0..TRIES {
            let request = SlotRequest {
                seen: next,
                now,
                interval: pace.interval(),
                tolerance: pace.tolerance(),
            };
            if let Some(slot) = self.state.line.take(Schedule::Gate { came }, request).await? {
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

    /// Sees, about once a minute of waiting, how many of those who were due came.
    async fn learn(&self, seen: &LineState, now: Micros) {
        if seen.mark.is_some_and(|mark| now - mark.at < LEARN_EVERY) {
            return;
        }
        let ahead = self.places_until(seen, seen.next - self.pace().tolerance());
        let mark = Mark {
            at: now,
            due: seen.issued.saturating_sub(ahead),
            came: seen.came,
        };
        let factor = factor(seen);
        let learnt = seen.mark.and_then(|before| {
            let due = mark.due.saturating_sub(before.due);
            factor.learn(due, mark.came.saturating_sub(before.came))
        });
        // With too few to tell, it goes on from where it was.
        if seen.mark.is_some() && learnt.is_none() {
            return;
        }
        let factor = learnt.unwrap_or(factor).hundredths();
        if let Err(error) = self.state.line.learn(seen.mark, mark, factor).await {
            skipped(&error);
        }
    }
}

fn too_many_waiting() -> ApiError {
    ApiError::too_many(Duration::from_secs(60))
        .code("too_many_waiting")
        .message("Too many people are waiting from this network. Please try again in a few minutes.")
}
