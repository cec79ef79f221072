//! An undo as devices and the portal send it.

use crate::scan::{IntentionHead, MadeAt, a_nonce, device_name, fingerprint};
use domain::{
    CustomerId, Permission,
    check_in::{Code, ScanPlace},
    field,
};
use http_api::{ApiError, ApiResult, Staff};
use serde::Deserialize;
use store::{
    catalogue::{Everything, Listed},
    check_in::Used,
};
use time::OffsetDateTime;
use utoipa::ToSchema;

const REASON: usize = 200;

/// What is no device at the door.
const PORTAL: &str = "portal";

/// Scans that are to be taken back.
#[derive(Deserialize, ToSchema)]
pub(crate) struct UndoIn {
    /// The text of the QR code, or the pass number.
    #[schema(required = true, value_type = String)]
    code: Option<String>,
    /// From which list.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
    /// Why, for the audit log.
    #[schema(required = true, value_type = String)]
    reason: Option<String>,
    /// What the device is called. Left out in the portal.
    device: Option<String>,
    /// The nonce of the scan that is taken back.
    #[schema(required = true, value_type = String)]
    undoes: Option<String>,
    /// The device's own name of this undo, the same whenever it is sent again: 8 to 64 of `A-Z a-z 0-9 _ -`.
    nonce: Option<String>,
    /// When it was taken back, by the device's clock; now when left out.
    #[schema(value_type = Option<String>, format = DateTime)]
    undone_at: Option<String>,
    /// When it is sent, by the same clock, which is thereby corrected.
    #[schema(value_type = Option<String>, format = DateTime)]
    sent_at: Option<String>,
}

/// An undo whose fields are valid.
pub(super) struct UndoRequest {
    pub(super) code: Code,
    pub(super) listed: Listed,
    /// The scan that is taken back.
    pub(super) scan: String,
    pub(super) nonce: Option<String>,
    /// What must be the same when the nonce comes again.
    pub(super) fingerprint: String,
    pub(super) reason: String,
    /// Where, when and by whom it is taken back.
    pub(super) place: ScanPlace,
    /// Whether a device at the door takes it back.
    pub(super) is_at_door: bool,
}

impl UndoIn {
    pub(super) fn parse(
        self,
        staff: &Staff,
        everything: &Everything,
        now: OffsetDateTime,
    ) -> ApiResult<UndoRequest> {
        let is_given = |text: &String| !text.trim().is_empty();
        let undone_at = self.undone_at.filter(is_given);
        let made = MadeAt {
            field: "undone_at",
            said: undone_at.as_deref(),
            sent_at: self.sent_at.as_deref(),
        };
        let IntentionHead { list, listed, at } = IntentionHead::read(self.list, &made, everything, now)?;
        let code = self.code.as_deref().and_then(Code::read);
        let code = code.ok_or_else(|| ApiError::invalid("code", "This is not a code of this event"))?;
        let reason = field::required("reason", self.reason, REASON, "Say why")?;
        let device = self.device.filter(is_given);
        let device = device.map(|device| device_name(Some(device))).transpose()?;
        if device.is_none() && !staff.role.may(Permission::Lookup) {
            return Err(ApiError::invalid("device", "Name the device"));
        }
        let scan = self.undoes.filter(is_given);
        let scan = scan.ok_or_else(|| ApiError::invalid("undoes", "Name the scan that is taken back"))?;
        let scan = a_nonce("undoes", scan)?;
        let nonce = self.nonce.filter(is_given);
        let nonce = nonce.map(|nonce| a_nonce("nonce", nonce)).transpose()?;
        if nonce.as_ref() == Some(&scan) {
            return Err(ApiError::invalid("nonce", "An undo has a nonce of its own"));
        }
        let is_at_door = device.is_some();
        let device = device.unwrap_or_else(|| PORTAL.to_owned());
        let said = undone_at.unwrap_or_default();
        let fingerprint = fingerprint(&["undo", &list, &scan, &said, &device]);
        Ok(UndoRequest {
            code,
            listed,
            scan,
            nonce,
            fingerprint,
            reason,
            place: ScanPlace {
                at,
                by: staff.username.clone(),
                device,
            },
            is_at_door,
        })
    }
}

impl UndoRequest {
    /// Whether a scan was of the same pass and list, as far as is known.
    pub(super) fn is_about(&self, used: &Used) -> bool {
        let is_other = |customer_id: &CustomerId| customer_id != self.code.candidate();
        used.fingerprint.is_empty()
            || used.list == self.listed.list.to_string()
                && !used.answer.customer_id.as_ref().is_some_and(is_other)
    }

    /// The nonces that it is about.
    pub(super) fn nonces(&self) -> impl Iterator<Item = &str> {
        self.nonce.as_deref().into_iter().chain([self.scan.as_str()])
    }
}
