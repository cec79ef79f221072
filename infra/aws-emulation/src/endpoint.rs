//! A router on a loopback port, for as long as a handle to it is held.

use std::future::Future;
use std::io;
use std::net::Ipv4Addr;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// An address that is served until this value is dropped.
#[derive(Debug)]
pub(crate) struct Endpoint {
    url: String,
    // Dropping the sender is what tells the server to stop.
    _running: oneshot::Sender<()>,
}

impl Endpoint {
    /// Serves `router` on a free loopback port.
    pub(crate) async fn serve(router: Router) -> io::Result<Endpoint> {
        Endpoint::start(|listener, stopped| async move {
            axum::serve(listener, router)
                .with_graceful_shutdown(stopped)
                .await
                .map_err(|error| error.to_string())
        })
        .await
    }

    /// Opens a free loopback port and runs `server` on it; `server` ends when the future it is given does.
    pub(crate) async fn start<S, F>(server: S) -> io::Result<Endpoint>
    where
        S: FnOnce(TcpListener, Stopped) -> F,
        F: Future<Output = Result<(), String>> + Send + 'static,
    {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let (running, stopped) = oneshot::channel::<()>();
        let serving = server(
            listener,
            Box::pin(async move {
                // An error means that the sender is gone, which is the signal.
                let _ = stopped.await;
            }),
        );
        tokio::spawn(async move {
            if let Err(error) = serving.await {
                tracing::error!(error, "an emulated service stopped");
            }
        });
        Ok(Endpoint {
            url,
            _running: running,
        })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

/// Resolves when the service is to stop.
pub(crate) type Stopped = std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;
