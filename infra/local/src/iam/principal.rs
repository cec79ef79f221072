//! Who signed a request.

use aws_emulation::ACCESS_KEY_ID;
use http::header;
use http::request::Parts;

use super::access::text;

/// The access key by which a function's requests are recognised.
pub(crate) fn access_key(function: &str) -> String {
    format!("{ACCESS_KEY_ID}-{function}")
}

/// The function that signed the request. The local system itself has no function's name in its key.
pub(crate) fn function(request: &Parts) -> Option<&str> {
    let signed = text(&request.headers, header::AUTHORIZATION.as_str());
    // An address that is signed has it in itself, and is good for as long as its signer may do what it is for.
    let signed = match signed {
        "" => request.uri.query()?,
        signed => signed,
    };
    let (_, credential) = signed.split_once("Credential=")?;
    let key = credential.split(['/', '%']).next()?;
    key.strip_prefix(ACCESS_KEY_ID)?.strip_prefix('-')
}
