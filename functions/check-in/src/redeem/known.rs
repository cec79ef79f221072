//! What is known of the person who shows a pass.

use crate::scan::Request;
use domain::{
    CustomerId,
    check_in::{Admission, Crossing, Crossings, Direction, Passage},
};
use http_api::{ApiError, ApiResult};
use store::check_in::{CrossingsTurn, Seen};

/// What was found of the person, as the list counts it.
pub(super) struct KnownPassage<'a> {
    pub(super) passage: Passage<'a>,
    /// Whether exits may come: also late ones, once the list does not count them any more.
    is_watched: bool,
}

impl<'a> KnownPassage<'a> {
    pub(super) fn of(request: &Request, found: &'a Seen) -> ApiResult<Self> {
        if request.direction == Direction::Out && found.options.is_none() {
            return Err(ApiError::invalid(
                "direction",
                "This list does not count who goes out",
            ));
        }
        Ok(Self {
            passage: Passage {
                admission: found.admission.as_ref(),
                crossings: found.crossings.as_ref(),
                begins_at: request.listed.begins_at(),
            },
            is_watched: found.options.is_some(),
        })
    }

    /// What becomes of the crossings.
    pub(super) const fn turn(&self, next: Option<&'a Crossings>) -> CrossingsTurn<'a> {
        CrossingsTurn {
            known: self.passage.crossings,
            next,
            is_watched: self.is_watched,
            begins_at: self.passage.begins_at,
        }
    }

    /// Whether a scan is kept that lets nobody in for the first time: an exit before it may become known later.
    pub(super) const fn keeps_crossings(&self) -> bool {
        self.is_watched || self.passage.crossings.is_some()
    }

    /// Whether the person went out between an earlier scan, which becomes known now, and the one that counted so far.
    pub(super) fn explains(&self, request: &Request) -> bool {
        let Passage {
            admission: Some(admission),
            crossings,
            begins_at,
        } = self.passage
        else {
            return false;
        };
        let earlier = Admission::new(
            admission.customer_id.clone(),
            request.scan.place.clone(),
            request.nonce.clone(),
        );
        let passage = Passage {
            admission: Some(&earlier),
            crossings,
            begins_at,
        };
        passage.is_return(&admission.place, &admission.nonce)
    }

    /// The crossings with a scan; None where it is among them.
    pub(super) fn with(&self, customer_id: &CustomerId, request: &Request) -> Option<Crossings> {
        let none = || Crossings::none(customer_id.clone());
        let known = self.passage.crossings.cloned().unwrap_or_else(none);
        known.with(Crossing {
            direction: request.direction,
            place: request.scan.place.clone(),
            nonce: request.nonce.clone(),
        })
    }
}
