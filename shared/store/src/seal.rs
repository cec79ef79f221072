//! What the code of a pass yields: the name by which a device finds the pass in the roster, and the keys that its
//! information is sealed under. Nobody has them without the code, and the code is nowhere in the roster.
//!
//! The derivation is HKDF-SHA-256 of the text of the QR code, without salt, with the information `expo roster 1`: 16 bytes
//! of lookup, 32 of the key of AES-256-GCM, and 32 of a key that only makes nonces. A nonce is the beginning of the HMAC
//! of what is sealed, so two different texts never share one, and the same text is sealed alike each time.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{OrderId, pass::qr_text, payment::Order};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, KeyType, Salt},
    hmac,
};

const LABEL: &[u8] = b"expo roster 1";
const LOOKUP: usize = 16;
const KEY: usize = 32;
const LENGTH: usize = LOOKUP + KEY + KEY;

/// What is sealed is padded to a multiple of this, so that its length says little about a name.
const BLOCK: usize = 32;

/// What the code of a pass yields.
pub struct RosterSeal {
    lookup: String,
    key: LessSafeKey,
    nonces: hmac::Key,
}

struct Length;

impl KeyType for Length {
    fn len(&self) -> usize {
        LENGTH
    }
}

impl std::fmt::Debug for RosterSeal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RosterSeal")
    }
}

impl RosterSeal {
    /// How long the nonce is that a seal begins with.
    pub(crate) const NONCE: usize = NONCE_LEN;

    /// That of the pass of an order; None never happens, because every length is one that the primitives take.
    pub(crate) fn of(order: &Order) -> Option<Self> {
        Self::of_code(order.pass_id())
    }

    /// The lookup by which devices are to know what happens to the holder of an order's pass. It is that of the pass which the order
    /// began with: who came in before their address was corrected is in by the pass that they have now.
    #[must_use]
    pub fn news_lookup(order: &Order) -> Option<String> {
        Some(Self::of_code(&order.order_id)?.lookup)
    }

    fn of_code(pass_id: &OrderId) -> Option<Self> {
        let text = qr_text(pass_id);
        let mut bytes = [0; LENGTH];
        let extracted = Salt::new(HKDF_SHA256, &[]).extract(text.as_bytes());
        extracted.expand(&[LABEL], Length).ok()?.fill(&mut bytes).ok()?;
        let (lookup, keys) = bytes.split_at(LOOKUP);
        let (key, nonces) = keys.split_at(KEY);
        Some(Self {
            lookup: URL_SAFE_NO_PAD.encode(lookup),
            key: LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key).ok()?),
            nonces: hmac::Key::new(hmac::HMAC_SHA256, nonces),
        })
    }

    /// The name by which a device that has scanned the code finds the pass.
    #[must_use]
    pub(crate) fn lookup(&self) -> &str {
        &self.lookup
    }

    /// Seals a text: nonce, ciphertext and tag.
    #[must_use]
    pub(crate) fn seal(&self, text: &str) -> Option<Vec<u8>> {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(bytes.len().next_multiple_of(BLOCK), b' ');
        let mut nonce = [0; NONCE_LEN];
        let made = hmac::sign(&self.nonces, &bytes);
        nonce.copy_from_slice(made.as_ref().get(..NONCE_LEN)?);
        let unique = Nonce::assume_unique_for_key(nonce);
        self.key
            .seal_in_place_append_tag(unique, Aad::empty(), &mut bytes)
            .ok()?;
        let mut sealed = nonce.to_vec();
        sealed.extend(bytes);
        Some(sealed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_the_one_that_a_browser_opens() {
        let seal =
            RosterSeal::of_code(&OrderId::parse("CZ6S4932KF26-KQAKWGQT91BP5E009TE6").unwrap()).unwrap();
        assert_eq!(seal.lookup(), "Jci9Cdg_Vi9QocIN5n1yCA");
        let sealed = seal
            .seal(r#"{"n":"Asha Rao","p":"Offline","e":"course-bca"}"#)
            .unwrap();
        // Computed with Web Crypto in Node.js and with Python's cryptography.
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sealed),
            "b0jU79vJI1bLTuFo0q6on9Eu30JDxwMCwZQvELS-AT3OYhUjskxBB8y09ltdkxOdsq5UgMdESVrSW2lqpr9jZos6NyZ4wYfTlqlZ1oiMexj_9zrSpusuf0snYcc"
        );
    }

    #[test]
    fn another_text_has_another_nonce_and_the_same_text_the_same_seal() {
        let seal =
            RosterSeal::of_code(&OrderId::parse("CZ6S4932KF26-KQAKWGQT91BP5E009TE6").unwrap()).unwrap();
        let [one, other, again] = ["Asha", "Asha ", "Ash"].map(|text| seal.seal(text).unwrap());
        // Padding makes the first two the same text.
        assert_eq!(one, other);
        assert_ne!(one[..NONCE_LEN], again[..NONCE_LEN]);
        assert_eq!(one.len(), NONCE_LEN + BLOCK + 16);
    }
}
