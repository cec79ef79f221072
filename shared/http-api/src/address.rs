//! Who is asking, for throttling, and whether the question came through CloudFront.

use axum::extract::{FromRequestParts, Request};
use axum::{Extension, Router};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use config::{ConfigError, Env, Secret};
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderValue};
use lambda_http::request::RequestContext;
use ring::hmac;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The header that CloudFront adds to what it sends to the API; its value is one of `VIEWER_HEADER_SECRET`.
pub const VIEWER_PROOF_HEADER: &str = "x-viewer-proof";

/// The header in which CloudFront names the client, `198.51.100.7:46532`.
pub const VIEWER_ADDRESS_HEADER: &str = "cloudfront-viewer-address";
const SHORTEST_SECRET: usize = 16;

/// What a fingerprint is for, so that it is no other use of the same secret.
const IN_LOG: &[u8] = b"address in the log";

/// The address of the client.
///
/// `CloudFront-Viewer-Address` when [`VIEWER_PROOF_HEADER`] shows that CloudFront wrote it, otherwise the source
/// address that the gateway saw, otherwise the unspecified address. `X-Forwarded-For` is never believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// A key for counters: the same for all addresses of an IPv6 /64, and hashed, so that no address is stored.
    #[must_use]
    pub fn bucket(&self) -> String {
        let digest = ring::digest::digest(&ring::digest::SHA256, &self.network());
        BASE64_URL_SAFE_NO_PAD.encode(&digest.as_ref()[..12])
    }

    /// What is counted as one.
    fn network(&self) -> Vec<u8> {
        match self.0.to_canonical() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets()[..8].to_vec(),
        }
    }

    fn of(headers: &HeaderMap, extensions: &Extensions) -> Self {
        let viewer = extensions
            .get::<ViewerProof>()
            .and_then(|proof| proof.viewer(headers));
        let address = viewer.or_else(|| source(extensions));
        Self(
            address
                .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
                .to_canonical(),
        )
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &parts.extensions))
    }
}

/// The client that sent a request, for the log, should it be refused.
pub(crate) struct Sender {
    address: ClientAddress,
    proof: Option<ViewerProof>,
}

impl Sender {
    pub(crate) fn of(request: &Request) -> Self {
        Self {
            address: ClientAddress::of(request.headers(), request.extensions()),
            proof: request.extensions().get().cloned(),
        }
    }

    /// The same for all addresses that are counted as one. Who knows `VIEWER_HEADER_SECRET` can try addresses until one
    /// fits, and nobody else: there are too few addresses for a hash without a key. None where there is no secret, where
    /// the address is CloudFront's.
    pub(crate) fn fingerprint(&self) -> Option<String> {
        let ViewerProof(secrets) = self.proof.as_ref()?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, secrets.first()?.expose().as_bytes());
        let tag = hmac::sign(&key, &[IN_LOG, &self.address.network()].concat());
        Some(BASE64_URL_SAFE_NO_PAD.encode(&tag.as_ref()[..12]))
    }
}

/// Lets `router`, which has its [`crate::layers`], refuse every request that does not carry `VIEWER_HEADER_SECRET`,
/// with 403, and believe `CloudFront-Viewer-Address` of the others. [`crate::serve`] applies this automatically.
///
/// Without that variable nothing is refused and the header is never believed: so it is for the payment provider's
/// webhook, which has its own signature. The variable may hold two secrets with a space between: CloudFront takes
/// minutes to change what it sends everywhere, and meanwhile the former one proves as much as the new one.
///
/// # Errors
/// When a secret has fewer than 16 characters.
pub fn require_viewer_proof(router: Router, env: &Env) -> Result<Router, ConfigError> {
    const VARIABLE: &str = "VIEWER_HEADER_SECRET";
    let Some(value) = env.optional(VARIABLE) else {
        return Ok(router);
    };
    let secrets: Vec<Secret> = value.split_whitespace().map(Secret::from).collect();
    if secrets
        .iter()
        .any(|secret| secret.expose().len() < SHORTEST_SECRET)
    {
        return Err(ConfigError::new(
            VARIABLE,
            format!("is shorter than {SHORTEST_SECRET} characters"),
        ));
    }
    Ok(router.layer(Extension(ViewerProof(secrets.into()))))
}

#[derive(Clone)]
struct ViewerProof(Arc<[Secret]>);

impl ViewerProof {
    fn is_given(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(VIEWER_PROOF_HEADER).map(HeaderValue::as_bytes);
        let proves = |given: &[u8]| {
            let equals = |secret: &Secret| bool::from(given.ct_eq(secret.expose().as_bytes()));
            self.0.iter().any(equals)
        };
        given.is_some_and(proves)
    }

    fn viewer(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let address = headers.get(VIEWER_ADDRESS_HEADER)?.to_str().ok()?;
        self.is_given(headers).then(|| address_of_viewer(address))?
    }
}

/// Whether a request may have come past CloudFront: a proof is wanted, and it has none.
pub(crate) fn lacks_proof(request: &Request) -> bool {
    let proof = request.extensions().get::<ViewerProof>();
    proof.is_some_and(|proof| !proof.is_given(request.headers()))
}

/// CloudFront writes `198.51.100.7:46532`, and an IPv6 address with its port in the same way, without brackets.
fn address_of_viewer(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse::<SocketAddr>() {
        return Some(address.ip());
    }
    let (address, port) = text.rsplit_once(':')?;
    port.parse::<u16>().ok()?;
    address.parse().ok()
}

fn source(extensions: &Extensions) -> Option<IpAddr> {
    match extensions.get::<RequestContext>()? {
        RequestContext::ApiGatewayV2(context) => context.http.source_ip.as_deref()?.parse().ok(),
        _ => None,
    }
}
