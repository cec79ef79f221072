//! Who signed a request.

use aws_emulation::ACCESS_KEY_ID;
use http::{HeaderMap, header};

use super::access::text;

/// The access key by which a function's requests are recognised.
pub(crate) fn access_key(function: &str) -> String {
    format!("{ACCESS_KEY_ID}-{function}")
}

/// The function that signed the request. The local system itself has no function's name in its key.
pub(crate) fn function(headers: &HeaderMap) -> Option<&str> {
    let signed = text(headers, header::AUTHORIZATION.as_str());
    let (_, credential) = signed.split_once("Credential=")?;
    let key = credential.split('/').next()?;
    key.strip_prefix(ACCESS_KEY_ID)?.strip_prefix('-')
}
