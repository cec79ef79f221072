//! A scan as devices send it.

use crate::State;
use domain::{
    Word,
    check_in::{Code, Direction, Scan, ScanPlace},
    field,
};
use hex::ToHex;
use http_api::{ApiError, ApiResult};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use store::catalogue::{Everything, Listed};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

/// More than any code of ours, and than any QR code that a camera reads at a door.
const CODE: usize = 500;
const DEVICE: usize = 60;

/// A scan that is older was made while the device had no network, unless it says otherwise.
const LATE: Duration = Duration::seconds(60);

/// No scan waits for longer: it is the clock that was set before the scan was sent.
const LONGEST: Duration = Duration::days(30);

/// A scan of a pass, or a number that was typed.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RedeemIn {
    /// The text of the QR code, or the pass number.
    #[schema(required = true, value_type = String)]
    code: Option<String>,
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
    /// The device's own name of this scan, the same whenever it is sent again: 8 to 64 of `A-Z a-z 0-9 _ -`.
    #[schema(required = true, value_type = String)]
    pub(crate) nonce: Option<String>,
    /// When it was scanned, by the device's clock.
    #[schema(required = true, value_type = String, format = DateTime)]
    scanned_at: Option<String>,
    /// What the device is called: `Gate 2`.
    #[schema(required = true, value_type = String)]
    device: Option<String>,
    /// When it is sent, by the same clock, which is thereby corrected.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) sent_at: Option<String>,
    /// Whether the device has let the person in without asking. Left out, it has if the scan is older than a minute.
    offline: Option<bool>,
    /// Whether somebody only looks: what would be decided is answered, and nothing is kept.
    look: Option<bool>,
    /// `out` for somebody who goes out, of a list that counts it; `in` when left out.
    direction: Option<String>,
}

/// A scan whose fields are valid.
pub(crate) struct Request {
    pub(crate) nonce: String,
    /// What must be the same when the nonce comes again.
    pub(crate) fingerprint: String,
    pub(crate) listed: Listed,
    /// None for what is no code of ours.
    pub(crate) code: Option<Code>,
    pub(crate) scan: Scan,
    pub(crate) direction: Direction,
    /// Whether it says that its device has let the person in.
    pub(crate) let_in: bool,
    /// Whether nothing is to be kept.
    pub(crate) is_look: bool,
}

impl RedeemIn {
    /// Reads a scan, made by somebody.
    pub(crate) fn parse(self, state: &State, everything: &Everything, by: &str) -> ApiResult<Request> {
        let Self {
            code,
            list,
            nonce,
            scanned_at,
            device,
            sent_at,
            offline,
            look,
            direction,
        } = self;
        let now = state.clock.now();
        let code = field::required("code", code, CODE, "Scan or type a code")?;
        let nonce = a_nonce("nonce", nonce.unwrap_or_default())?;
        let scanned = scanned_at.unwrap_or_default();
        let device = device_name(device)?;
        let made = MadeAt {
            field: "scanned_at",
            said: Some(&scanned),
            sent_at: sent_at.as_deref(),
        };
        let IntentionHead { list, listed, at } = IntentionHead::read(list, &made, everything, now)?;
        let direction = Direction::parse(direction.as_deref().map(str::trim))?;
        let read = Code::read(&code);
        // Whose pass it is: a device whose scan met an outage keeps the pass number, and no key, to send it with again.
        let pass = read
            .as_ref()
            .map_or(code.as_str(), |code| code.candidate().as_str());
        let fingerprint = match direction {
            Direction::In => fingerprint(&[pass, &list, &scanned, &device]),
            Direction::Out => fingerprint(&[pass, &list, &scanned, &device, direction.as_str()]),
        };
        let place = ScanPlace {
            at,
            by: by.to_owned(),
            device,
        };
        Ok(Request {
            nonce,
            fingerprint,
            listed,
            code: read,
            let_in: offline == Some(true),
            is_look: look == Some(true),
            direction,
            scan: Scan {
                place,
                offline: offline.unwrap_or(now - at > LATE),
            },
        })
    }
}

/// What a device is called.
pub(crate) fn device_name(device: Option<String>) -> ApiResult<String> {
    Ok(field::required("device", device, DEVICE, "Name the device")?)
}

/// What scans and undos have in common.
pub(crate) struct IntentionHead {
    /// The list, as it was sent.
    pub(crate) list: String,
    pub(crate) listed: Listed,
    /// When it was made, by our clock.
    pub(crate) at: OffsetDateTime,
}

/// When something was made, as a device says it.
pub(crate) struct MadeAt<'a> {
    /// The field in which it does.
    pub(crate) field: &'static str,
    /// By the device's clock; None for now.
    pub(crate) said: Option<&'a str>,
    /// When it is sent, by the same clock.
    pub(crate) sent_at: Option<&'a str>,
}

impl IntentionHead {
    pub(crate) fn read(
        list: Option<String>,
        made: &MadeAt<'_>,
        everything: &Everything,
        now: OffsetDateTime,
    ) -> ApiResult<Self> {
        let list = list.unwrap_or_default();
        let listed = Listed::parse(&list, everything)?;
        let at = made.by_our_clock(now)?;
        Ok(Self { list, listed, at })
    }
}

impl MadeAt<'_> {
    /// A moment of a device's clock by ours, when it is told when it was sent, by the same clock. Nothing was done later than now;
    /// what cannot be is taken for now.
    fn by_our_clock(&self, now: OffsetDateTime) -> ApiResult<OffsetDateTime> {
        let sent = self.sent_at.filter(|sent| !sent.trim().is_empty());
        let sent = sent.map(|sent| moment("sent_at", sent)).transpose()?;
        let Some(said) = self.said else {
            return Ok(now);
        };
        let made = moment(self.field, said)?;
        let at = match sent {
            Some(sent) => now.checked_sub(sent - made).unwrap_or(now),
            None => made,
        };
        let can_be = now - LONGEST <= at && at <= now;
        Ok(if can_be { at } else { now })
    }
}

/// A moment of a device's clock.
pub(crate) fn moment(field: &'static str, text: &str) -> ApiResult<OffsetDateTime> {
    let moment = OffsetDateTime::parse(text, &Rfc3339);
    let moment =
        moment.map_err(|_| ApiError::invalid(field, "This must be a time such as 2025-05-31T04:30:00Z"))?;
    Ok(moment.to_offset(time::UtcOffset::UTC))
}

/// The name of a scan, or of an undo.
pub(crate) fn a_nonce(field: &'static str, text: String) -> ApiResult<String> {
    let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if (8..=64).contains(&text.len()) && text.bytes().all(is_symbol) {
        return Ok(text);
    }
    Err(ApiError::invalid(
        field,
        "The nonce must be 8 to 64 of A-Z a-z 0-9 _ -",
    ))
}

pub(crate) fn fingerprint(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest = digest.chain_update(part.len().to_be_bytes()).chain_update(part);
    }
    digest.finalize().encode_hex()
}
