//! The simulator on a socket: serving, and sending webhooks in the background.

use crate::Simulator;
use crate::webhook::dispatch::SIDE_BY_SIDE;
use crate::webhook::signing::SignedWebhook;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// While the file cannot be written, which is in the log each time.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);

impl Simulator {
    /// Serves on a free port of 127.0.0.1, sends webhooks as they fall due, and returns its address without a
    /// trailing slash, such as `http://127.0.0.1:40123`. It ends with the runtime.
    ///
    /// # Errors
    /// When no port can be opened.
    pub async fn serve(&self) -> io::Result<String> {
        self.serve_on(TcpListener::bind(("127.0.0.1", 0)).await?).await
    }

    /// The same on a listener of the caller's.
    ///
    /// # Errors
    /// When the listener has no address.
    pub async fn serve_on(&self, listener: TcpListener) -> io::Result<String> {
        let url = format!("http://{}", listener.local_addr()?);
        self.set_public_url(&url);
        self.spawn_delivery();
        let router = self.router();
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the provider simulator stopped");
            }
        });
        Ok(url)
    }

    /// Sends webhooks in the background as they fall due, until the last handle is gone. For those who serve
    /// [`Simulator::router`] themselves.
    pub fn spawn_delivery(&self) {
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut under_way = JoinSet::new();
            while let Some(inner) = inner.upgrade() {
                let simulator = Self(inner);
                while under_way.try_join_next().is_some() {}
                let free = SIDE_BY_SIDE.saturating_sub(under_way.len());
                let pause = match simulator.take_due(free) {
                    Ok(lanes) => {
                        for lane in lanes {
                            let simulator = simulator.clone();
                            under_way.spawn(async move { simulator.deliver(lane).await });
                        }
                        BETWEEN_LOOKS
                    }
                    Err(_) => AFTER_A_FAILURE,
                };
                drop(simulator);
                tokio::time::sleep(pause).await;
            }
        });
    }

    /// Posts a webhook; the status of the answer, or 0 for none.
    pub(crate) async fn post(&self, webhook: &SignedWebhook) -> u16 {
        let Some(client) = self.0.http.get_or_init(webhook_client) else {
            return 0;
        };
        let mut request = client.post(&webhook.url).body(webhook.body.clone());
        for (name, value) in &webhook.headers {
            request = request.header(name, value);
        }
        request
            .send()
            .await
            .map_or(0, |response| response.status().as_u16())
    }
}

/// Webhooks go to plain addresses of this machine only, so no certificate is trusted.
fn webhook_client() -> Option<reqwest::Client> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .timeout(Duration::from_secs(10))
        .build()
        .ok()
}
