//! A whole rebuild of the read model.

use domain::Clock;
use store::{
    Registrations, StoreError,
    read_model::{Rebuilt, Slice},
};
use time::OffsetDateTime;

/// So few items to a page that a rebuild of a test has several slices.
const ITEMS: u16 = 40;

/// Rebuilds the read model in slices of one page, each resumed from what the table says of the one before.
///
/// # Errors
/// As the slice that failed. One that another rebuild has superseded panics.
pub async fn rebuild(registrations: &Registrations, now: OffsetDateTime) -> Result<Rebuilt, StoreError> {
    let generation = registrations.begin_rebuild(now).await?;
    loop {
        match registrations
            .rebuild_slice(generation, ITEMS, &Clock::from_fn(move || now), || false)
            .await?
        {
            Slice::Unfinished(_) => {}
            Slice::Done(rebuilt) => return Ok(rebuilt),
            Slice::Superseded => panic!("another rebuild has begun"),
        }
    }
}
