//! Devices from which an account was signed in to before.
//!
//! A device holds a proof of it, which nobody without the key of the tokens can make. It is good for one account with
//! the password of that day, for 180 days from the last sign-in. It opens nothing: it keeps the pauses that others
//! cause by guessing away from the person who signed in there.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use domain::Entropy;
use http_api::{SealPurpose, TokenSigner};
use store::{Administrator, Guessed};
use time::{Duration, OffsetDateTime};

const LIFETIME: Duration = Duration::days(180);
const ID: usize = 16;
const EXPIRY: usize = 8;
const SEAL: usize = 32;

/// One device of one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Device([u8; ID]);

impl Device {
    pub(crate) fn new(entropy: &Entropy) -> Self {
        let mut id = [0; ID];
        entropy.fill(&mut id);
        Self(id)
    }

    /// The device whose proof this is, if it is one for this account and its present password.
    pub(crate) fn recognise(
        proof: &str,
        account: &Administrator,
        signer: &TokenSigner,
        now: OffsetDateTime,
    ) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(proof).ok()?;
        let bytes: &[u8; ID + EXPIRY + SEAL] = bytes.as_slice().try_into().ok()?;
        let (id, rest) = bytes.split_first_chunk::<ID>()?;
        let (expiry, seal) = rest.split_first_chunk::<EXPIRY>()?;
        let is_ours = signer.is_seal(SealPurpose::KnownDevice, &sealed(id, expiry, account), seal);
        (is_ours && now.unix_timestamp() < i64::from_be_bytes(*expiry)).then_some(Self(*id))
    }

    /// What names it.
    pub(crate) fn id(&self) -> &[u8] {
        &self.0
    }

    /// The device whose name bytes begin with, and the rest of them.
    pub(crate) fn split_from(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (id, rest) = bytes.split_first_chunk::<ID>()?;
        Some((Self(*id), rest))
    }

    /// The proof that it keeps from now on.
    pub(crate) fn proof(self, account: &Administrator, signer: &TokenSigner, now: OffsetDateTime) -> String {
        let expiry = (now + LIFETIME).unix_timestamp().to_be_bytes();
        let seal = signer.seal(SealPurpose::KnownDevice, &sealed(&self.0, &expiry, account));
        BASE64_URL_SAFE_NO_PAD.encode([&self.0[..], &expiry, &seal].concat())
    }

    /// What its own failures are counted by.
    pub(crate) fn guessed(self, account: &Administrator, signer: &TokenSigner) -> Guessed {
        let hash = signer.seal(SealPurpose::Device, &[account.id.as_bytes(), &self.0]);
        Guessed::Device(short(&hash))
    }
}

/// A name as it may be logged, and what failures by it are counted by, whatever its case.
pub(crate) fn fingerprint(username: &str, signer: &TokenSigner) -> String {
    short(&signer.seal(SealPurpose::Name, &[username.to_lowercase().as_bytes()]))
}

/// The hash has its own salt, so it is another after every reset, even to the same password.
fn sealed<'a>(id: &'a [u8; ID], expiry: &'a [u8; EXPIRY], account: &'a Administrator) -> [&'a [u8]; 4] {
    [
        id,
        expiry,
        account.id.as_bytes(),
        account.password_hash.as_bytes(),
    ]
}

pub(crate) fn short(hash: &[u8; 32]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(&hash[..12])
}
