//! Which place an order takes whose money has come.

use domain::{
    Entropy,
    payment::{Order, PlaceStep},
};
use store::{Registrations, StoreError, registrations::places::PlaceAction};
use time::OffsetDateTime;

/// What the change of an order to `after` does about its place. Only an order that takes one, or may have missed one, costs a
/// read, of the places of its exam.
pub async fn place_write(
    registrations: &Registrations,
    order: &Order,
    after: &Order,
    is_asked_about: bool,
    now: OffsetDateTime,
) -> Result<PlaceAction, StoreError> {
    let step = order.place_step(after, is_asked_about, now);
    match (step, order.selection.course_id()) {
        (PlaceStep::Take, Some(exam)) => Ok(match registrations.exam_places(exam).await? {
            Some(places) => places
                .choose(&Entropy::system())
                .map_or(PlaceAction::Oversold, PlaceAction::Take),
            // It has any number, and the order is treated like those who come now if that changes again.
            None => PlaceAction::Unlimited,
        }),
        (PlaceStep::GiveBack(place), _) => Ok(PlaceAction::GiveBack(place)),
        (PlaceStep::Keep | PlaceStep::Take, _) => Ok(PlaceAction::Keep),
    }
}
