//! What a payment does about its claim, given the other payments of its address.

use domain::{
    OrderId,
    claim::Claimed,
    payment::{Channel, Order},
};
use store::{
    Registrations, StoreError,
    registrations::{
        claims::{Claim, ClaimState, Claims, CoursesMark, Holdings},
        paid::{ClaimPolicy, PaidCourse},
    },
};

/// How many of the courses that a package covers are named.
const NAMED: usize = 10;

/// What an order's payment may be tried with before anything of its address is known: for a course, whose conditions
/// catch everything that contradicts it. An all-colleges package must look first: no condition could tell of
/// courses that were paid before there was a mark of them.
pub(crate) fn untested(order: &Order) -> Option<ClaimPolicy> {
    match order.claim_key().what {
        Claimed::Course(..) => Some(ClaimPolicy::Take(CoursesMark::default())),
        Claimed::Package(_) => None,
    }
}

/// Decides what the payment of an order does about its claim, on what its address has paid for at this moment.
pub async fn claim_policy(registrations: &Registrations, order: &Order) -> Result<ClaimPolicy, StoreError> {
    let key = order.claim_key();
    match key.what {
        Claimed::Course(..) => Ok(for_course(order, registrations.claims(&key).await?)),
        Claimed::Package(_) => {
            let holdings = registrations.holdings(&key).await?;
            for_package(registrations, order, holdings).await
        }
    }
}

/// The payment of the address that forbids a clerk to take the money of this order. A package of all colleges may be paid
/// for beside what it covers: it is flagged.
#[must_use]
pub fn forbidden_by<'a>(claim: &'a ClaimPolicy, order: &Order) -> Option<&'a OrderId> {
    match (claim, order.selection.course_id()) {
        (ClaimPolicy::Leave { holder }, _) => Some(holder),
        (ClaimPolicy::TakeCovered { by }, Some(_)) => Some(by),
        (ClaimPolicy::TakeCovered { .. }, None)
        | (ClaimPolicy::Take(_) | ClaimPolicy::TakeCovering { .. }, _) => None,
    }
}

/// The registration that is still to be paid at the counter and holds the claim that this order needs, which is of the counter,
/// too: it gives way to an online payment alone, so the money of this one can never be taken beside it.
pub async fn held_open_by(
    registrations: &Registrations,
    order: &Order,
) -> Result<Option<OrderId>, StoreError> {
    if order.channel == Channel::Online {
        return Ok(None);
    }
    let claims = registrations.claims(&order.claim_key()).await?;
    let is_open = |claim: &Claim| claim.state == ClaimState::Open && claim.order_id != order.order_id;
    Ok(claims.own.filter(is_open).map(|claim| claim.order_id))
}

fn for_course(order: &Order, claims: Claims) -> ClaimPolicy {
    let is_another = |holder: &OrderId| *holder != order.order_id;
    let own = claims.own.filter(|claim| claim.state == ClaimState::Paid);
    match (
        own.filter(|claim| is_another(&claim.order_id)),
        claims.all.filter(|claim| is_another(&claim.order_id)),
    ) {
        (Some(own), _) => ClaimPolicy::Leave { holder: own.order_id },
        (None, Some(all)) => ClaimPolicy::TakeCovered { by: all.order_id },
        (None, None) => ClaimPolicy::Take(CoursesMark::default()),
    }
}

async fn for_package(
    registrations: &Registrations,
    order: &Order,
    holdings: Holdings,
) -> Result<ClaimPolicy, StoreError> {
    let Holdings {
        own,
        all,
        courses,
        mark,
    } = holdings;
    let own = own.filter(|claim| claim.state == ClaimState::Paid && claim.order_id != order.order_id);
    if let Some(own) = own {
        return Ok(ClaimPolicy::Leave { holder: own.order_id });
    }
    if let Some(all) = all.filter(|claim| claim.order_id != order.order_id) {
        return Ok(ClaimPolicy::TakeCovered { by: all.order_id });
    }
    if courses.is_empty() {
        return Ok(ClaimPolicy::Take(mark));
    }
    let mut names = registrations.bought(&courses[..courses.len().min(NAMED)]).await?;
    let courses = courses.into_iter().map(|order_id| {
        let named = names.iter().position(|(named, _)| *named == order_id);
        let name = named.map(|at| names.swap_remove(at).1);
        PaidCourse { order_id, name }
    });
    Ok(ClaimPolicy::TakeCovering {
        courses: courses.collect(),
        mark,
    })
}
