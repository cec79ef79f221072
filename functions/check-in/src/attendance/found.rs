//! Whom somebody has to look at: people whom two devices let in, and people who were let in without a right.

use crate::{State, lists, scan, verdict::RefusalReason};
use domain::{CustomerId, check_in::ScanPlace, pass::PassNo};
use futures::future::try_join;
use http_api::{ApiError, ApiResult};
use serde::Serialize;
use store::{
    StoreError,
    catalogue::Listed,
    check_in::{Double, Since, WithoutRight},
};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// How many of each are shown at once.
const PAGE: usize = 20;

/// The last page that can be asked for.
const LAST: usize = 1_000_000;

/// Who was let in.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetInCandidate {
    customer_id: String,
    /// Empty for a candidate who was deleted.
    name: String,
    pass_no: String,
}

/// A scan that let somebody in.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetInBy {
    /// When it was made, by the server's clock.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    /// Who was signed in.
    by: String,
    /// The device.
    device: String,
    /// The scan, as an undo names it.
    nonce: String,
}

/// Somebody whom two devices let in.
#[derive(Serialize, ToSchema)]
pub(crate) struct DoubleAdmission {
    /// By which it is ticked off.
    id: String,
    candidate: LetInCandidate,
    /// The one that was first.
    first: LetInBy,
    /// The other one.
    second: LetInBy,
}

/// Somebody whom a device without a network let in, although the pass does not admit them.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetInWithoutRight {
    candidate: LetInCandidate,
    reason: RefusalReason,
    at: LetInBy,
}

/// All of them at a list, the earliest first.
pub(super) struct Found {
    pub(super) doubles: Vec<(Since, Double)>,
    pub(super) without_right: Vec<WithoutRight>,
}

/// A page of each.
pub(super) struct Shown<'a> {
    doubles: &'a [(Since, Double)],
    without_right: &'a [WithoutRight],
}

impl Found {
    /// What is practice is not shown once the list has begun, and what somebody has dealt with no more.
    pub(super) async fn read(
        state: &State,
        listed: &Listed,
        now: OffsetDateTime,
    ) -> Result<Self, StoreError> {
        let read = try_join(
            state.check_ins.doubles(&listed.list, ""),
            state.check_ins.without_right(&listed.list),
        );
        let (mut doubles, mut without_right) = read.await?;
        let begins_at = listed.begins_at();
        doubles.retain(|(_, double)| {
            double.dealt_with.is_none() && lists::is_shown(double.first.at, begins_at, now)
        });
        without_right
            .retain(|record| record.dealt_with.is_none() && lists::is_shown(record.place.at, begins_at, now));
        Ok(Self {
            doubles,
            without_right,
        })
    }

    pub(super) fn page(&self, doubles: usize, without_right: usize) -> Shown<'_> {
        Shown {
            doubles: page(&self.doubles, doubles),
            without_right: page(&self.without_right, without_right),
        }
    }
}

/// The page by its number; the last one for a number behind it, because what is dealt with goes away.
fn page<T>(all: &[T], number: usize) -> &[T] {
    let last = all.len().div_ceil(PAGE);
    all.chunks(PAGE)
        .nth(number.min(last).saturating_sub(1))
        .unwrap_or_default()
}

/// The number of a page; the first when it is left out.
///
/// # Errors
/// 422 on the parameter.
pub(super) fn page_number(name: &'static str, text: Option<String>) -> ApiResult<usize> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(1);
    };
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    let number = number.filter(|number| (1..=LAST).contains(number));
    number.ok_or_else(|| ApiError::invalid(name, "The page must be a number from 1 to 1,000,000"))
}

impl Shown<'_> {
    /// A text that is another one when something else is shown.
    pub(super) fn mark(&self) -> String {
        let doubles = self.doubles.iter().map(|(place, _)| place.as_str());
        let others = self.without_right.iter().map(|record| record.nonce.as_str());
        let parts: Vec<&str> = doubles.chain([""]).chain(others).collect();
        let mut mark = scan::fingerprint(&parts);
        mark.truncate(16);
        mark
    }

    /// With what the candidates are called.
    pub(super) async fn named(
        &self,
        state: &State,
    ) -> Result<(Vec<DoubleAdmission>, Vec<LetInWithoutRight>), StoreError> {
        let of_doubles = self.doubles.iter().map(|(_, double)| &double.customer_id);
        let others = self.without_right.iter().map(|record| &record.customer_id);
        let ids: Vec<CustomerId> = of_doubles.chain(others).cloned().collect();
        let names = state.registrations.names(&ids).await?;
        let candidate = |id: &CustomerId| LetInCandidate {
            name: names.get(id).cloned().unwrap_or_default(),
            pass_no: PassNo::of(id).to_string(),
            customer_id: id.to_string(),
        };
        let doubles = self.doubles.iter().map(|(place, double)| {
            let [first, second] = &double.nonces;
            DoubleAdmission {
                id: place.clone(),
                candidate: candidate(&double.customer_id),
                first: LetInBy::of(&double.first, first),
                second: LetInBy::of(&double.second, second),
            }
        });
        let without_right = self.without_right.iter().map(|record| LetInWithoutRight {
            candidate: candidate(&record.customer_id),
            reason: record
                .reason
                .known()
                .map_or(RefusalReason::Unknown, RefusalReason::of),
            at: LetInBy::of(&record.place, &record.nonce),
        });
        Ok((doubles.collect(), without_right.collect()))
    }
}

impl LetInBy {
    fn of(place: &ScanPlace, nonce: &str) -> Self {
        let ScanPlace { at, by, device } = place;
        Self {
            at: *at,
            by: by.clone(),
            device: device.clone(),
            nonce: nonce.to_owned(),
        }
    }
}
