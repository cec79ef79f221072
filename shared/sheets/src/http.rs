//! One request with its time-outs, and what of it is repeated and when.

use crate::token::{AccessToken, ServiceAccount, denied_by_failure};
use crate::wire::Refusal;
use crate::{SheetsConfig, SheetsError};
use config::{Secret, SecretError};
use domain::Backoff;
use reqwest::{Client, Method, RequestBuilder, redirect};
use rustls::RootCertStore;
use rustls_platform_verifier::BuilderVerifierExt;
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{Mutex, watch};

/// The pause after a first failure; each further one is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(32);

/// The connections to Google, and the access token in use.
pub(crate) struct SheetsTransport {
    pub(crate) config: SheetsConfig,
    /// Set up by the first request: a cold start that asks nothing reads no root certificates.
    http: OnceLock<Client>,
    session: Mutex<Session>,
    /// What failed and is waited for before it is tried again.
    pub(crate) waiting: watch::Sender<Option<SheetsError>>,
}

/// Who signed in last, and with what outcome.
#[derive(Default)]
struct Session {
    email: Option<String>,
    token: Option<AccessToken>,
}

/// A request to the API; `path` follows the spreadsheet's id.
pub(crate) struct SheetsRequest {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
}

struct Answer {
    status: u16,
    body: Vec<u8>,
    /// How long Google asks us to wait.
    retry_after: Option<Duration>,
}

/// What became of a request that brought no success.
enum Failure {
    /// It may be sent again, after this long if it was said how long.
    Again(SheetsError, Option<Duration>),
    /// Sending it again would change nothing.
    For(SheetsError),
}

impl SheetsTransport {
    pub(crate) fn new(config: SheetsConfig) -> Self {
        Self {
            config,
            http: OnceLock::new(),
            session: Mutex::default(),
            waiting: watch::Sender::new(None),
        }
    }

    /// Sends a request until it succeeds, is refused, or the deadline of the operation has come.
    pub(crate) async fn send(&self, request: &SheetsRequest) -> Result<Vec<u8>, SheetsError> {
        let until = self.config.clock.now() + self.config.deadline;
        let mut backoff = Backoff::new(&self.config.entropy, FIRST_PAUSE, LONGEST_PAUSE);
        let mut token_refused = false;
        loop {
            let (error, asked) = match self.attempt(request).await {
                Ok(body) => return Ok(body),
                // A token may be withdrawn before its time: one more sign-in, and no third.
                Err(Failure::For(SheetsError::Credentials))
                    if !token_refused && self.config.clock.now() < until =>
                {
                    token_refused = true;
                    self.session.lock().await.token.take();
                    continue;
                }
                Err(Failure::For(error)) => return Err(error),
                Err(Failure::Again(error, asked)) => (error, asked),
            };
            let wait = asked.unwrap_or_else(|| backoff.next_pause());
            if self.config.clock.now() + wait >= until {
                return Err(error);
            }
            self.waiting.send_replace(Some(error));
            self.config.pauses.wait(wait).await;
            self.waiting.send_replace(None);
        }
    }

    async fn attempt(&self, request: &SheetsRequest) -> Result<Vec<u8>, Failure> {
        let token = self.access_token().await?;
        let config = &self.config;
        let address = format!(
            "{}/v4/spreadsheets/{}{}",
            config.url, config.spreadsheet.id, request.path
        );
        let client = self.client().map_err(Failure::For)?;
        let mut builder = client
            .request(request.method.clone(), address)
            .bearer_auth(token.expose());
        if let Some(body) = &request.body {
            builder = builder.json(body);
        }
        let answer = self.exchange(builder).await?;
        match answer.status {
            200..300 => Ok(answer.body),
            401 => Err(Failure::For(SheetsError::Credentials)),
            429 => Err(Failure::Again(SheetsError::Quota, answer.retry_after)),
            408 | 500.. => Err(Failure::Again(SheetsError::Unreachable, answer.retry_after)),
            status => Err(Failure::For(Refusal::read(&answer.body).error(status))),
        }
    }

    async fn access_token(&self) -> Result<Secret, Failure> {
        let mut session = self.session.lock().await;
        let now = self.config.clock.now().unix_timestamp();
        if let Some(good) = session.token.as_ref().filter(|token| now < token.until) {
            return Ok(good.token.clone());
        }
        let account = ServiceAccount::read(&self.config.account).await;
        let account = account.map_err(|error| match error {
            SecretError::Unanswered(error) => Failure::Again(SheetsError::AccountUnread(error), None),
            SecretError::Unusable(error) => Failure::For(SheetsError::Account(error)),
        })?;
        session.email = Some(account.email.clone());
        let fresh = self.sign_in(&account).await?;
        let token = fresh.token.clone();
        session.token = Some(fresh);
        Ok(token)
    }

    /// A fresh access token: one request.
    async fn sign_in(&self, account: &ServiceAccount) -> Result<AccessToken, Failure> {
        let now = self.config.clock.now().unix_timestamp();
        let form = account
            .request(&self.config.token_url, now)
            .ok_or(Failure::For(SheetsError::Credentials))?;
        let request = self
            .client()
            .map_err(Failure::For)?
            .post(&self.config.token_url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form);
        let answer = self.exchange(request).await?;
        match answer.status {
            200 => {
                AccessToken::read(&answer.body, now).ok_or(Failure::Again(SheetsError::Unintelligible, None))
            }
            408 | 429 | 500.. => Err(Failure::Again(SheetsError::Unreachable, answer.retry_after)),
            _ if denied_by_failure(&answer.body) => {
                Err(Failure::Again(SheetsError::Unreachable, answer.retry_after))
            }
            _ => Err(Failure::For(SheetsError::Credentials)),
        }
    }

    /// The address of the account that signed in last, or tried to.
    pub(crate) async fn email(&self) -> Option<String> {
        self.session.lock().await.email.clone()
    }

    /// One exchange. Everything that is sent here may be sent again, so a lost answer is no more than that.
    async fn exchange(&self, request: RequestBuilder) -> Result<Answer, Failure> {
        let lost = |_| Failure::Again(SheetsError::Unreachable, None);
        let response = request.timeout(self.config.timeout).send().await.map_err(lost)?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after");
        let retry_after = retry_after
            .and_then(|value| value.to_str().ok()?.trim().parse().ok())
            .map(Duration::from_secs);
        let body = response.bytes().await.map_err(lost)?.to_vec();
        Ok(Answer {
            status,
            body,
            retry_after,
        })
    }

    fn client(&self) -> Result<&Client, SheetsError> {
        if let Some(client) = self.http.get() {
            return Ok(client);
        }
        let client = build(&self.config).ok_or(SheetsError::Client)?;
        Ok(self.http.get_or_init(|| client))
    }
}

fn build(config: &SheetsConfig) -> Option<Client> {
    Client::builder()
        .tls_backend_preconfigured(tls(config)?)
        // A redirection would carry the token elsewhere.
        .redirect(redirect::Policy::none())
        // The way out is configuration like any other, so the process's proxy variables do not count.
        .no_proxy()
        .connect_timeout(config.connect_timeout)
        .pool_idle_timeout(Duration::from_secs(30))
        .build()
        .ok()
}

/// ring, named here instead of installed for the process: a process-wide default is nobody's in particular.
fn tls(config: &SheetsConfig) -> Option<rustls::ClientConfig> {
    let builder =
        rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .ok()?;
    // Plain addresses, the local system's, need no certificates; reading them takes milliseconds.
    let builder = if [&config.url, &config.token_url]
        .iter()
        .any(|url| url.starts_with("https:"))
    {
        builder.with_platform_verifier().ok()?
    } else {
        builder.with_root_certificates(RootCertStore::empty())
    };
    Some(builder.with_no_client_auth())
}
