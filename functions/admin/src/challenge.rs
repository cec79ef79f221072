//! What a sign-in with a second factor is in between: the password was right, and a code is asked for.
//!
//! Nothing is kept of it. It is good for one account with its present password, for five minutes; it opens nothing without
//! a code, and each code is good once.

use crate::device::Device;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use http_api::{SealPurpose, TokenSigner};
use store::Administrator;
use time::{Duration, OffsetDateTime};

const LIFETIME: Duration = Duration::minutes(5);
const EXPIRY: usize = 8;
const SEAL: usize = 32;

/// A sign-in whose password was right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Challenge {
    /// The name of the account.
    pub(crate) username: String,
    /// The device that it is signed in to from.
    pub(crate) device: Device,
    /// Whether the device was known.
    pub(crate) is_known: bool,
    expiry: [u8; EXPIRY],
    seal: [u8; SEAL],
}

impl Challenge {
    /// What an account is challenged with.
    pub(crate) fn issue(
        account: &Administrator,
        device: Device,
        is_known: bool,
        signer: &TokenSigner,
        now: OffsetDateTime,
    ) -> String {
        let mut challenge = Self {
            username: account.username.clone(),
            device,
            is_known,
            expiry: (now + LIFETIME).unix_timestamp().to_be_bytes(),
            seal: [0; SEAL],
        };
        challenge.seal = signer.seal(SealPurpose::Challenge, &challenge.sealed(account));
        let Self {
            username,
            device,
            is_known,
            expiry,
            seal,
        } = challenge;
        let bytes = [
            &seal[..],
            &expiry,
            &[u8::from(is_known)],
            device.id(),
            username.as_bytes(),
        ];
        BASE64_URL_SAFE_NO_PAD.encode(bytes.concat())
    }

    /// What a text says, before it is known whether it is ours.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (seal, rest) = bytes.split_first_chunk::<SEAL>()?;
        let (expiry, rest) = rest.split_first_chunk::<EXPIRY>()?;
        let (is_known, rest) = rest.split_first()?;
        let (device, username) = Device::split_from(rest)?;
        Some(Self {
            username: String::from_utf8(username.to_vec()).ok()?,
            device,
            is_known: *is_known == 1,
            expiry: *expiry,
            seal: *seal,
        })
    }

    /// Whether it is one of this account with its present password, and has not run out.
    pub(crate) fn is_of(&self, account: &Administrator, signer: &TokenSigner, now: OffsetDateTime) -> bool {
        let is_ours = signer.is_seal(SealPurpose::Challenge, &self.sealed(account), &self.seal);
        is_ours && now.unix_timestamp() < i64::from_be_bytes(self.expiry)
    }

    fn sealed<'a>(&'a self, account: &'a Administrator) -> [&'a [u8]; 5] {
        const KNOWN: [&[u8]; 2] = [&[0], &[1]];
        [
            &self.expiry,
            KNOWN[usize::from(self.is_known)],
            self.device.id(),
            account.id.as_bytes(),
            account.password_hash.as_bytes(),
        ]
    }
}
