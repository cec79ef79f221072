//! The pair of keys for administrators' tokens, made once and kept, so that a session outlives a restart.

use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};

use crate::{StartError, durable};

/// An Ed25519 pair as the functions are configured with it.
pub(crate) struct TokenKeys {
    /// Base64 of the key in PKCS#8.
    pub(crate) private: String,
    /// Base64 of the 32 bytes.
    pub(crate) public: String,
}

impl TokenKeys {
    /// The pair in the file at `path`, which is made if missing.
    ///
    /// # Errors
    /// When the file cannot be read or made, or holds something else.
    pub(crate) fn load_or_make(path: &Path) -> Result<TokenKeys, StartError> {
        let failed = |error: &io::Error| StartError::in_file(path, error);
        let damaged = |error: String| failed(&io::Error::new(io::ErrorKind::InvalidData, error));
        let private = match std::fs::read_to_string(path) {
            Ok(private) => private,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new())
                    .map_err(|error| failed(&io::Error::other(error.to_string())))?;
                let private = BASE64.encode(made.as_ref());
                durable::replace(path, private.as_bytes()).map_err(|error| failed(&error))?;
                private
            }
            Err(error) => return Err(failed(&error)),
        };
        let der = BASE64
            .decode(&private)
            .map_err(|error| damaged(error.to_string()))?;
        // openssl and `http_api::TokenKeys` leave the public half out, so there is nothing to check it against.
        let pair =
            Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).map_err(|error| damaged(error.to_string()))?;
        Ok(TokenKeys {
            public: BASE64.encode(pair.public_key().as_ref()),
            private,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pair_is_made_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let first = TokenKeys::load_or_make(&path).unwrap();
        let second = TokenKeys::load_or_make(&path).unwrap();
        assert_eq!(first.public, second.public);
        assert_eq!(first.private, second.private);
        assert_eq!(BASE64.decode(first.public).unwrap().len(), 32);
    }

    #[test]
    fn a_key_in_the_format_of_openssl_is_accepted() {
        // RFC 8410, section 10.3: PKCS#8 version 1, without the public half, and that half separately.
        let private = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC";
        let public = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, private).unwrap();
        let keys = TokenKeys::load_or_make(&path).unwrap();
        let public = BASE64.decode(public).unwrap();
        assert_eq!(BASE64.decode(keys.public).unwrap(), public[public.len() - 32..]);
        assert_eq!(keys.private, private);
    }

    #[test]
    fn a_broken_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "nonsense").unwrap();
        let Err(error) = TokenKeys::load_or_make(&path) else {
            panic!("nonsense was taken for a key");
        };
        let said = error.to_string();
        assert!(
            said.contains("key is damaged") && !said.contains("delete"),
            "{said}"
        );
    }
}
