//! What is known of the person who shows a pass.

use crate::scan::Request;
use domain::{
    CustomerId,
    check_in::{Direction, Passage, Passages},
};
use http_api::{ApiError, ApiResult};
use store::check_in::Seen;

/// What was found of the person, as the list counts it.
pub(super) struct KnownPerson<'a> {
    request: &'a Request,
    found: &'a Seen,
}

impl<'a> KnownPerson<'a> {
    pub(super) fn of(request: &'a Request, found: &'a Seen) -> ApiResult<Self> {
        if request.direction == Direction::Out && found.options.is_none() {
            return Err(ApiError::invalid(
                "direction",
                "This list does not count who goes out",
            ));
        }
        Ok(Self { request, found })
    }

    /// What is kept of them.
    pub(super) fn passages(&self, customer_id: &CustomerId) -> Passages {
        let begins_at = self.request.listed.begins_at();
        self.found.passages(customer_id.clone(), begins_at)
    }

    /// Whether a scan is kept that lets nobody in: an exit before it may become known later, also once the list does not count them
    /// any more.
    pub(super) const fn keeps_who_is_in(&self) -> bool {
        self.found.options.is_some() || self.found.crossings.is_some()
    }

    /// The scan as it is kept.
    pub(super) fn passage(&self, is_through: bool) -> Passage {
        Passage {
            direction: self.request.direction,
            place: self.request.scan.place.clone(),
            nonce: self.request.nonce.clone(),
            is_through,
        }
    }
}
