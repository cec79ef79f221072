//! Who may ask what, how often: the gate of those who sign in, the throttles, and the keys of forms, over the table
//! access.

mod forms;
mod sessions;

pub use forms::FormKeys;

use config::{ConfigError, Env};
use domain::{Clock, Email, OrderId};
use http_api::{ApiError, ApiResult, ClientAddress, StaffGate};
use std::time::Duration;
use store::{Access, Limit, StoreError, Throttle};
use telemetry::Metric;

/// Duplicate checks: 600 a minute from one address, behind which a school may fill in the form.
pub const CHECK_EMAIL: Limit = Limit {
    bucket: "check-email",
    attempts: 600,
    window: Duration::from_secs(60),
};

/// Duplicate checks of one e-mail address: 20 in 10 minutes from all clients together, so that nobody can watch from
/// many places for the moment at which a student registers.
const CHECK_EMAIL_OF_ONE: Limit = Limit {
    bucket: "check-email-of-one",
    attempts: 20,
    window: Duration::from_secs(10 * 60),
};

/// Mails for the moment of a place in line: 600 a minute from one address, as everybody of a school waits at once.
pub const LINE_MAIL: Limit = Limit {
    bucket: "line-mail",
    attempts: 600,
    window: Duration::from_secs(60),
};

/// Mails for the moment to one e-mail address: 6 a day for everybody together, so that nobody is flooded with mail by
/// a client that takes many places. Only what is asked for with a place that waits is counted, or anybody could use it up.
const LINE_MAIL_TO_ONE: Limit = Limit {
    bucket: "line-mail-to-one",
    attempts: 6,
    window: Duration::from_secs(24 * 60 * 60),
};

/// Requests for the passes of an address: 600 in 10 minutes from one client, because a crowd at the door shares the network
/// of the place. An address gets one mail in 10 minutes, however many clients ask.
pub const FIND_PASS: Limit = Limit {
    bucket: "find-pass",
    attempts: 600,
    window: Duration::from_secs(10 * 60),
};

/// Failed attempts to sign in: 300 in 15 minutes from one address, against floods. What bounds guessing is counted by
/// name (`domain::guessing`); sixty people who share an address and forget their passwords stay below this.
pub const LOGIN: Limit = Limit {
    bucket: "login",
    attempts: 300,
    window: Duration::from_secs(15 * 60),
};

/// Links of invitations that open nothing: 300 in 15 minutes from one address, against floods. None can be guessed, so it is
/// not counted with the sign-ins: who floods it would keep people behind the same address from signing in.
pub const INVITATION_LINK: Limit = Limit {
    bucket: "invitation-link",
    attempts: 300,
    window: Duration::from_secs(15 * 60),
};

/// Invitations to one e-mail address: 5 a day, so that nobody floods a mailbox with a stolen session of an administrator.
const INVITATION_TO_ONE: Limit = Limit {
    bucket: "invitation-to-one",
    attempts: 5,
    window: Duration::from_secs(24 * 60 * 60),
};

/// Messages to the organisers: 20 an hour from one address, a fifth of all, so that a school may ask and fills no mailbox.
pub const CONTACT: Limit = Limit {
    bucket: "contact",
    attempts: 20,
    window: Duration::from_secs(60 * 60),
};

/// Messages to the organisers from everybody together: 100 an hour, which protects their mailbox.
const CONTACT_OF_ALL: Limit = Limit {
    bucket: "contact-of-all",
    attempts: 100,
    window: Duration::from_secs(60 * 60),
};

/// Questions about one order to the payment provider for its form sent again: 12 in a minute. Each form is as many clicks as a
/// person likes, and several tabs.
const SENT_AGAIN: Limit = Limit {
    bucket: "sent-again",
    attempts: 12,
    window: Duration::from_secs(60),
};

/// Orders that an e-mail address has begun without a pause of half an hour, which is how long an order can be paid.
const ORDERS_OF_ONE: &str = "orders-of-one";
const ORDER_IS_OPEN: Duration = Duration::from_secs(30 * 60);

/// The gate that a handler's permission goes through: the token's session must be in table access, and go on.
pub fn staff_gate(env: &Env, access: &Access, clock: Clock) -> Result<StaffGate, ConfigError> {
    StaffGate::new(env, clock, sessions::StoredSessions(access.clone()))
}

/// Counts a call from an address against a limit.
///
/// # Errors
/// 429 with Retry-After when the limit is reached. A table that does not answer lets the call through: the
/// throttle protects the rest and must not be what stops a person from paying. That is logged and counted, for an
/// alarm.
pub async fn throttle(access: &Access, limit: Limit, client: &ClientAddress, clock: &Clock) -> ApiResult<()> {
    count(access, limit, &client.bucket(), clock).await
}

/// Counts a duplicate check against the limits of the client and of the e-mail address that is asked about, which is
/// stored as a hash. The two are counted side by side.
///
/// # Errors
/// 429 as for [`throttle`].
pub async fn throttle_check(
    access: &Access,
    client: &ClientAddress,
    asked: &Email,
    clock: &Clock,
) -> ApiResult<()> {
    let (client, email) = futures::future::join(
        throttle(access, CHECK_EMAIL, client, clock),
        count(access, CHECK_EMAIL_OF_ONE, asked.as_str(), clock),
    )
    .await;
    client.and(email)
}

/// Counts a mail at the moment of a place against the limit of the address that it goes to, which is stored as a hash.
///
/// # Errors
/// 429 as for [`throttle`].
pub async fn throttle_line_mail(access: &Access, to: &Email, clock: &Clock) -> ApiResult<()> {
    count(access, LINE_MAIL_TO_ONE, to.as_str(), clock).await
}

/// Counts an invitation of staff against the limit of the address that it goes to, which is stored as a hash.
///
/// # Errors
/// 429 as for [`throttle`].
pub async fn throttle_invitation(access: &Access, to: &Email, clock: &Clock) -> ApiResult<()> {
    count(access, INVITATION_TO_ONE, to.as_str(), clock).await
}

/// Counts a message to the organisers against the limit of all addresses together.
///
/// # Errors
/// 429 as for [`throttle`].
pub async fn throttle_everybody(access: &Access, clock: &Clock) -> ApiResult<()> {
    count(access, CONTACT_OF_ALL, "everybody", clock).await
}

/// Counts a question that a person's page makes us ask the payment provider, of at most `attempts` in a minute by all pages
/// together, and returns its number in this minute, from 1 on; None when they have asked as often as they may. Where the table
/// does not answer, the question is asked as the last one of the minute.
pub async fn count_page_ask(access: &Access, attempts: u32, clock: &Clock) -> Option<u64> {
    let limit = Limit {
        bucket: "page-asks",
        attempts,
        window: Duration::from_secs(60),
    };
    match access.counted(limit, "everybody", clock.now()).await {
        Ok(count) => count,
        Err(error) => {
            not_counted(limit, &error);
            Some(u64::from(attempts))
        }
    }
}

/// Counts that the form of an order was sent again, which makes us ask the payment provider about it.
///
/// # Errors
/// 429 as for [`throttle`].
pub async fn throttle_sent_again(access: &Access, order: &OrderId, clock: &Clock) -> ApiResult<()> {
    count(access, SENT_AGAIN, order.as_str(), clock).await
}

/// Counts an order of an e-mail address, and returns how many of its orders may be open, this one among them. None when
/// the table does not answer: what depends on it is only a place among others.
pub async fn count_order(access: &Access, email: &Email, clock: &Clock) -> Option<u64> {
    let counted = access.count_run(ORDERS_OF_ONE, email.as_str(), ORDER_IS_OPEN, clock.now());
    match counted.await {
        Ok(count) => Some(count),
        Err(error) => {
            tracing::warn!(%error, "the orders of an address were not counted");
            None
        }
    }
}

/// Takes back an order of [`count_order`] that the provider refused.
pub async fn uncount_order(access: &Access, email: &Email) {
    if let Err(error) = access.uncount(ORDERS_OF_ONE, email.as_str()).await {
        tracing::warn!(%error, "a refused order stays counted");
    }
}

async fn count(access: &Access, limit: Limit, caller: &str, clock: &Clock) -> ApiResult<()> {
    match access.throttle(limit, caller, clock.now()).await {
        Ok(Throttle::Exceeded { retry_after }) => Err(ApiError::too_many(retry_after)),
        Ok(Throttle::Allowed) => Ok(()),
        Err(error) => {
            not_counted(limit, &error);
            Ok(())
        }
    }
}

fn not_counted(limit: Limit, error: &StoreError) {
    tracing::warn!(throttle = limit.bucket, %error, "a call was not counted");
    telemetry::count(Metric::ThrottlesSkipped);
}
