//! The transport: one request at a time, its time-outs, and what of it may be repeated.

use crate::wire::Refusal;
use crate::{ClientConfig, ProviderCredentials, ProviderError};
use reqwest::{Client, Method, Response, StatusCode, redirect};
use rustls::RootCertStore;
use rustls_platform_verifier::BuilderVerifierExt;
use serde_json::Value;
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU64, Ordering},
};
use std::time::{Duration, Instant};

/// The longest a request waits because the provider is busy. Beyond it the caller decides.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// What the provider's manual says to wait when it is busy and does not say how long.
const DEFAULT_WAIT: Duration = Duration::from_secs(60);

/// The pause before something is sent again.
pub(crate) const PAUSE: Duration = Duration::from_millis(100);

/// The connections to the provider.
pub(crate) struct Transport {
    pub(crate) config: ClientConfig,
    credentials: ProviderCredentials,
    /// Set up by the first request: a cold start that asks nothing reads no root certificates.
    http: OnceLock<Client>,
    /// How many requests were sent.
    pub(crate) sent: AtomicU64,
}

pub(crate) struct ProviderRequest {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
}

impl ProviderRequest {
    pub(crate) fn get(path: String) -> Self {
        Self {
            method: Method::GET,
            path,
            body: None,
        }
    }
}

/// An answer of the provider.
pub(crate) struct ProviderAnswer {
    pub(crate) status: StatusCode,
    body: Vec<u8>,
    /// How long it asks us to wait, when it is busy.
    retry_after: Option<Duration>,
}

impl ProviderAnswer {
    /// The body of a success, or what the status and the provider's code say went wrong.
    pub(crate) fn success(&self) -> Result<&[u8], ProviderError> {
        if self.status.is_success() {
            return Ok(&self.body);
        }
        Err(match self.status {
            StatusCode::UNAUTHORIZED => ProviderError::Credentials,
            StatusCode::TOO_MANY_REQUESTS => ProviderError::RateLimited {
                retry_after: self.retry_after.unwrap_or(DEFAULT_WAIT),
            },
            status if status.is_server_error() => ProviderError::Failed {
                status: status.as_u16(),
            },
            status if status.is_client_error() => ProviderError::Refused {
                code: Refusal::code_of(&self.body),
            },
            // Redirections are not followed: they would carry the credentials elsewhere.
            _ => ProviderError::Unintelligible,
        })
    }

    /// Whether it says that the order is not there; a mistyped address is also a 404, with another code.
    pub(crate) fn is_not_found(&self) -> bool {
        self.status == StatusCode::NOT_FOUND && Refusal::code_of(&self.body).ends_with("_not_found")
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The request never left.
    NotSent,
    /// The request may have been received.
    InFlight,
    /// There is no client to send it with.
    NoClient,
}

impl From<Lost> for ProviderError {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::NotSent | Lost::InFlight => Self::Unreachable,
            Lost::NoClient => Self::Client,
        }
    }
}

impl Transport {
    pub(crate) fn new(config: ClientConfig, credentials: ProviderCredentials) -> Self {
        Self {
            config,
            credentials,
            http: OnceLock::new(),
            sent: AtomicU64::new(0),
        }
    }

    /// One request, and a second one when the provider is busy for a moment only.
    pub(crate) async fn send(
        &self,
        request: &ProviderRequest,
        until: Instant,
    ) -> Result<ProviderAnswer, Lost> {
        let answer = self.send_once(request, until).await?;
        match answer.retry_after {
            Some(wait) if wait <= LONGEST_WAIT && Instant::now() + wait < until => {
                tokio::time::sleep(wait).await;
                self.send_once(request, until).await
            }
            Some(_) | None => Ok(answer),
        }
    }

    /// A request that may be repeated, repeated once when it got lost or the provider failed.
    pub(crate) async fn send_repeatable(
        &self,
        request: &ProviderRequest,
        until: Instant,
    ) -> Result<ProviderAnswer, Lost> {
        let first = self.send(request, until).await;
        let settled = match &first {
            Ok(answer) => !answer.status.is_server_error(),
            Err(lost) => *lost == Lost::NoClient,
        };
        if settled || Instant::now() + PAUSE >= until {
            return first;
        }
        tokio::time::sleep(PAUSE).await;
        self.send(request, until).await
    }

    async fn send_once(&self, request: &ProviderRequest, until: Instant) -> Result<ProviderAnswer, Lost> {
        let config = &self.config;
        let longest = if request.method == Method::GET {
            config.read_timeout
        } else {
            config.write_timeout
        };
        let mut builder = self
            .client()?
            .request(request.method.clone(), format!("{}{}", config.url, request.path))
            .timeout(longest.min(until.saturating_duration_since(Instant::now())))
            .header("x-client-id", &self.credentials.client_id)
            .header("x-client-secret", self.credentials.client_secret.expose())
            .header("x-api-version", &config.api_version);
        if let Some(body) = &request.body {
            builder = builder.json(body);
        }
        let lost = |error: reqwest::Error| {
            if error.is_connect() {
                Lost::NotSent
            } else {
                Lost::InFlight
            }
        };
        self.sent.fetch_add(1, Ordering::Relaxed);
        let response = builder.send().await.map_err(lost)?;
        let status = response.status();
        let retry_after = (status == StatusCode::TOO_MANY_REQUESTS).then(|| wait(&response));
        let body = response.bytes().await.map_err(|_| Lost::InFlight)?.to_vec();
        Ok(ProviderAnswer {
            status,
            body,
            retry_after,
        })
    }

    fn client(&self) -> Result<&Client, Lost> {
        if let Some(client) = self.http.get() {
            return Ok(client);
        }
        let client = build(&self.config).ok_or(Lost::NoClient)?;
        Ok(self.http.get_or_init(|| client))
    }
}

/// How long the provider asks to wait.
fn wait(response: &Response) -> Duration {
    let header = response.headers().get("x-ratelimit-retry");
    let seconds = header
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.trim().parse().ok());
    seconds.map_or(DEFAULT_WAIT, Duration::from_secs)
}

fn build(config: &ClientConfig) -> Option<Client> {
    Client::builder()
        .tls_backend_preconfigured(tls(config)?)
        .redirect(redirect::Policy::none())
        // The way out is configuration like any other, so the process's proxy variables do not count.
        .no_proxy()
        .connect_timeout(config.connect_timeout)
        .pool_idle_timeout(Duration::from_secs(30))
        .build()
        .ok()
}

/// ring, named here instead of installed for the process: the first random byte of the other provider
/// costs 26 ms of CPU, and a process-wide default is nobody's in particular.
fn tls(config: &ClientConfig) -> Option<rustls::ClientConfig> {
    let builder =
        rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .ok()?;
    // A plain address, the local system's, needs no certificates; reading them takes milliseconds.
    let builder = if config.url.starts_with("https:") {
        builder.with_platform_verifier().ok()?
    } else {
        builder.with_root_certificates(RootCertStore::empty())
    };
    Some(builder.with_no_client_auth())
}
