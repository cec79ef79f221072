//! A change of who sits where: seats that are taken, left or given to another, in one transaction.

use super::{
    HallSeats, SeatedCandidate, Seating, SeatingState, SeatsNews, TABLE, clock_key, item, plan_key, seat_key,
};
use crate::{
    admin::Audit,
    change::ItemChange,
    dynamo::{StoreError, attribute, n, s},
    order_mails,
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{Delete, Put, TransactWriteItem};
use domain::{CourseId, CustomerId, HallId, OrderId, seating::Seat};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// What happens to one seat of a plan.
#[derive(Debug, Clone)]
pub struct SeatStep<'a> {
    /// The plan, as it was read.
    pub hall: &'a HallSeats,
    /// The seat.
    pub seat: Seat,
    /// Who sits there now.
    pub before: Option<&'a CustomerId>,
    /// Who sits there then.
    pub after: Option<&'a CustomerId>,
}

/// A change of one generation.
pub struct SeatingChange<'a> {
    /// What happens to the seats, each once.
    pub steps: &'a [SeatStep<'a>],
    /// The clocks of these halls, as they were read, where the plan is published; none of a draft.
    pub clocks: &'a [(HallId, u64)],
    /// The orders whose holders are to be told where they sit now, and when that was decided; none of a draft.
    pub told: &'a [(OrderId, OffsetDateTime)],
    /// Published exams of whose candidates some may wait for a seat that is left.
    pub waiting: &'a [CourseId],
    /// The next state, where staff make the change, with its audit entry; none of one that follows from a payment.
    pub by_staff: Option<(&'a SeatingState, Audit<'a>)>,
}

/// A clock that moves on from a time.
pub(super) struct ClockTurn<'a> {
    pub(super) hall: &'a HallId,
    pub(super) from: u64,
}

/// Where one candidate sits before and after a change.
#[derive(Default, Clone, Copy)]
struct Path<'a> {
    from: Option<(&'a HallSeats, Seat)>,
    to: Option<(&'a HallSeats, Seat)>,
}

impl Seating {
    /// Makes a change, if every seat and every clock is as it was read.
    pub async fn change(&self, change: &SeatingChange<'_>) -> Result<Write, StoreError> {
        let mut by_hall: BTreeMap<&HallId, Vec<&SeatStep<'_>>> = BTreeMap::new();
        let mut paths: BTreeMap<&CustomerId, Path<'_>> = BTreeMap::new();
        for step in change.steps {
            by_hall.entry(&step.hall.hall).or_default().push(step);
            if let Some(id) = step.before {
                paths.entry(id).or_default().from = Some((step.hall, step.seat));
            }
            if let Some(id) = step.after {
                paths.entry(id).or_default().to = Some((step.hall, step.seat));
            }
        }
        let mut actions = Vec::new();
        for steps in by_hall.values() {
            actions.extend(self.seats(steps)?);
        }
        // A draft has no items at its candidates, and nobody else's seats to heed.
        if !change.clocks.is_empty() {
            for (id, path) in paths {
                actions.extend(self.at_candidate(id, path)?);
            }
        }
        for (hall, clock) in change.clocks {
            actions.push(self.turn(ClockTurn { hall, from: *clock })?);
        }
        for (order, at) in change.told {
            actions.push(order_mails::about_seats(&self.table, order, *at)?.within());
        }
        if !change.waiting.is_empty() {
            let news = SeatsNews {
                may_be_given: true,
                is_told: false,
            };
            actions.push(news.change(&self.table, change.waiting)?.within());
        }
        if let Some((state, audit)) = &change.by_staff {
            actions.push(self.next_state(state)?);
            actions.push(audit.put()?);
        }
        Ok(transact(&self.client, actions).await?.written())
    }

    /// The change of one hall's plan.
    fn seats(&self, steps: &[&SeatStep<'_>]) -> Result<Option<TransactWriteItem>, StoreError> {
        let Some(first) = steps.first() else {
            return Ok(None);
        };
        let HallSeats {
            hall,
            course,
            generation,
            ..
        } = first.hall;
        let (mut set, mut removed, mut conditions) =
            (Vec::new(), Vec::new(), vec!["attribute_exists(pk)".to_owned()]);
        let mut update = ItemChange::begin(&self.table, plan_key(hall, course, generation))
            .expression_attribute_names("#seats", "seats");
        for (at, step) in steps.iter().enumerate() {
            update = update.expression_attribute_names(format!("#s{at}"), step.seat.to_string());
            match step.before {
                None => conditions.push(format!("attribute_not_exists(#seats.#s{at})")),
                Some(id) => {
                    conditions.push(format!("#seats.#s{at} = :b{at}"));
                    update = update.expression_attribute_values(format!(":b{at}"), s(id.as_str()));
                }
            }
            match step.after {
                None => removed.push(format!("#seats.#s{at}")),
                Some(id) => {
                    set.push(format!("#seats.#s{at} = :a{at}"));
                    update = update.expression_attribute_values(format!(":a{at}"), s(id.as_str()));
                }
            }
        }
        let clause = |word: &str, parts: &[String]| match parts {
            [] => String::new(),
            parts => format!("{word} {} ", parts.join(", ")),
        };
        let update = update
            .update_expression(clause("SET", &set) + &clause("REMOVE", &removed))
            .condition_expression(conditions.join(" AND "));
        Ok(Some(ItemChange::of(update)?.within()))
    }

    /// What becomes of the item of one candidate.
    fn at_candidate(&self, id: &CustomerId, path: Path<'_>) -> Result<Option<TransactWriteItem>, StoreError> {
        let Some((hall, _)) = path.to.or(path.from) else {
            return Ok(None);
        };
        let key = seat_key(id, &hall.course, &hall.generation);
        const WHERE: &str = "hall = :hall AND seat = :seat";
        Ok(Some(match (path.from, path.to) {
            (from, Some((hall, seat))) => {
                let seated = SeatedCandidate {
                    course: hall.course.clone(),
                    generation: hall.generation.clone(),
                    hall: hall.hall.clone(),
                    name: hall.name.clone(),
                    seat,
                };
                let put = Put::builder()
                    .table_name(&self.table)
                    .set_item(Some(item("SEAT", key, &seated)?));
                let put = match from {
                    None => put.condition_expression("attribute_not_exists(pk)"),
                    Some((from, seat)) => put
                        .condition_expression(WHERE)
                        .expression_attribute_values(":hall", s(from.hall.as_str()))
                        .expression_attribute_values(":seat", attribute(TABLE, &seat)?),
                };
                TransactWriteItem::builder()
                    .put(put.build().map_err(incomplete)?)
                    .build()
            }
            (Some((from, seat)), None) => {
                let delete = Delete::builder()
                    .table_name(&self.table)
                    .set_key(Some(key))
                    .condition_expression(WHERE)
                    .expression_attribute_values(":hall", s(from.hall.as_str()))
                    .expression_attribute_values(":seat", attribute(TABLE, &seat)?);
                TransactWriteItem::builder()
                    .delete(delete.build().map_err(incomplete)?)
                    .build()
            }
            (None, None) => return Ok(None),
        }))
    }

    /// Moves the clock of a hall on, if it is still at the time that was read.
    pub(super) fn turn(
        &self,
        ClockTurn { hall, from }: ClockTurn<'_>,
    ) -> Result<TransactWriteItem, StoreError> {
        let update = ItemChange::begin(&self.table, clock_key(hall))
            .update_expression("SET clock = :next, #kind = :kind")
            .expression_attribute_names("#kind", "kind")
            .expression_attribute_values(":kind", s("HALL_CLOCK"))
            .expression_attribute_values(":next", n(from + 1));
        let update = if from == 0 {
            update.condition_expression("attribute_not_exists(pk)")
        } else {
            update
                .condition_expression("clock = :from")
                .expression_attribute_values(":from", n(from))
        };
        Ok(ItemChange::of(update)?.within())
    }
}
