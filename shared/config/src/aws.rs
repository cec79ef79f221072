//! The settings every AWS client of a process shares, and clients that are made when they are first used.
//!
//! aws-config is left out: its chain of credential providers costs megabytes and start-up time, and a Lambda
//! function gets its credentials as variables that stay the same for the life of the environment.

use crate::{ConfigError, Env};
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use aws_smithy_runtime_api::client::behavior_version::BehaviorVersion;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::stalled_stream_protection::StalledStreamProtectionConfig;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use aws_types::SdkConfig;
use aws_types::region::Region;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

impl Env {
    /// Settings for AWS clients: region and credentials from Lambda's own variables, `AWS_ENDPOINT_URL` when it
    /// is set, at most three attempts of 3 s each within 8 s, 1 s to connect, each of them times
    /// [`Env::time_out_factor`].
    ///
    /// # Errors
    /// When region or credentials are not set, the endpoint is no http or https address, or the factor is no number.
    pub fn aws(&self) -> Result<SdkConfig, ConfigError> {
        self.settings(None)
    }

    /// The same for one service, whose own `AWS_ENDPOINT_URL_<SERVICE>` comes before `AWS_ENDPOINT_URL`.
    ///
    /// `service` is the AWS name in capitals: `DYNAMODB`, `SES`, `S3`, `SECRETS_MANAGER`.
    ///
    /// # Errors
    /// As [`Env::aws`].
    pub fn aws_for(&self, service: &'static str) -> Result<SdkConfig, ConfigError> {
        self.settings(Some(service))
    }

    fn settings(&self, service: Option<&'static str>) -> Result<SdkConfig, ConfigError> {
        let region = match self.optional("AWS_REGION") {
            Some(region) => region,
            None => self
                .optional("AWS_DEFAULT_REGION")
                .map_or_else(|| self.required("AWS_REGION"), Ok)?,
        };
        let credentials = Credentials::new(
            self.required("AWS_ACCESS_KEY_ID")?,
            self.required("AWS_SECRET_ACCESS_KEY")?,
            self.optional("AWS_SESSION_TOKEN"),
            None,
            "environment",
        );
        let own = service.map(|service| self.optional_url(Cow::Owned(format!("AWS_ENDPOINT_URL_{service}"))));
        let endpoint = match own.transpose()?.flatten() {
            Some(endpoint) => Some(endpoint),
            None => self.optional_url(Cow::Borrowed("AWS_ENDPOINT_URL"))?,
        };
        let mut settings = SdkConfig::builder()
            .behavior_version(BehaviorVersion::v2026_01_12())
            .region(Region::new(region))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .http_client(HTTP_CLIENT.clone())
            .sleep_impl(TokioSleep::new())
            .timeout_config(time_outs(self.time_out_factor()?))
            .retry_config(retries())
            // The attempt's own time-out bounds a stalled body; watching throughput as well only costs CPU.
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled());
        settings.set_endpoint_url(endpoint);
        Ok(settings.build())
    }
}

/// An AWS client that is made when it is first used, once for all its clones.
///
/// Making one reads the service's table of regions: a tenth of a millisecond of CPU, for a service of which most
/// starts of a function want nothing.
pub type ClientOnDemand<C> = Arc<LazyLock<C, Box<dyn FnOnce() -> C + Send>>>;

/// The client that `make` will make.
pub fn client_on_demand<C>(make: impl FnOnce() -> C + Send + 'static) -> ClientOnDemand<C> {
    Arc::new(LazyLock::new(Box::new(make)))
}

fn time_outs(factor: u32) -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(1) * factor)
        .operation_attempt_timeout(Duration::from_secs(3) * factor)
        .operation_timeout(Duration::from_secs(8) * factor)
        .build()
}

/// A person waits for the answer, so the pauses between attempts are short.
fn retries() -> RetryConfig {
    RetryConfig::standard()
        .with_max_attempts(3)
        .with_initial_backoff(Duration::from_millis(50))
        .with_max_backoff(Duration::from_secs(1))
}

/// One pool of connections, and one copy of the root certificates, for every client of the process.
static HTTP_CLIENT: LazyLock<SharedHttpClient> = LazyLock::new(|| {
    let tls = Provider::Rustls(CryptoMode::Ring);
    SharedHttpClient::new(OnFirstUse(
        aws_smithy_http_client::Builder::new()
            .tls_provider(tls)
            .build_https(),
    ))
});

/// Leaves out the check at a client's construction, which reads the root certificates and throws them away; the
/// first request reads them anyway.
#[derive(Debug)]
struct OnFirstUse(SharedHttpClient);

impl HttpClient for OnFirstUse {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        self.0.http_connector(settings, components)
    }
}
