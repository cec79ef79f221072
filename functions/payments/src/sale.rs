//! Whether a visitor may begin to register at this moment: the sale window of the event, and what outlives its end.
//!
//! The moment is that at which the request was read, by the server's clock, and it is decided once: a request that came in
//! time is not refused because its order is written a second later.
//!
//! Outside the window nobody begins, and what has begun goes on:
//! - An order that can be paid is answered whenever its form is sent again. One that has expired is not begun anew.
//! - A place in line was given because the visitor came while registration was open and the provider could not keep up. The
//!   wait was ours, so their place is honoured, also after the end, for as long as a place can be used. After the end the
//!   line gives no new places, so it runs dry by itself.
//! - Closing the event by hand means at once: everything may be deleted two minutes later, so no place outlives that.
//!
//! When it is over and the line cannot be read, nobody knows who has a place: the request is to come again.

use domain::{Phase, Sale, payment::Channel};
use http_api::ApiError;
use time::OffsetDateTime;

/// Why nobody begins to register at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutsideSale {
    /// It begins later.
    NotYet,
    /// It is over.
    Closed,
    /// It is over, but for those who have a place, and nobody knows whether this is one of them.
    LineUnread,
}

/// Why a visitor may not begin to register at this moment; `has_place` is whether they wait in line, if that is known.
pub(crate) fn outside_sale(sale: &Sale, has_place: Option<bool>, now: OffsetDateTime) -> Option<OutsideSale> {
    match sale.phase(Channel::Online, now) {
        Phase::Open => None,
        Phase::NotYet => Some(OutsideSale::NotYet),
        Phase::Closed if sale.ended_at.is_some() => Some(OutsideSale::Closed),
        Phase::Closed => match has_place {
            Some(true) => None,
            Some(false) => Some(OutsideSale::Closed),
            None => Some(OutsideSale::LineUnread),
        },
    }
}

impl From<OutsideSale> for ApiError {
    fn from(why: OutsideSale) -> Self {
        match why {
            OutsideSale::NotYet => Self::conflict("registration_not_open", "Registration has not opened yet"),
            OutsideSale::Closed => Self::conflict("registration_closed", "Registration has closed"),
            OutsideSale::LineUnread => Self::busy("the line"),
        }
    }
}
