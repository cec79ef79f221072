//! The ports of a system: taken before anything else happens, then served, and closed at the end.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::StartError;
use crate::system::Options;

/// How long requests under way may take to finish when the system stops.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(3);

/// What each of the ports is for.
pub(super) struct Ports<T> {
    pub(super) site: T,
    pub(super) outside: T,
    /// The gateway without CloudFront.
    pub(super) api: T,
}

/// A port that is taken.
pub(super) struct Port {
    listener: TcpListener,
    number: u16,
}

/// The ports while they are served.
pub(super) struct Served {
    pub(super) urls: Ports<String>,
    stopping: watch::Sender<bool>,
    servers: JoinSet<()>,
}

impl Ports<Port> {
    pub(super) async fn take(options: &Options) -> Result<Ports<Port>, StartError> {
        if options.port == options.outside_port && options.port != 0 {
            return Err(StartError::new(format!(
                "PORT and OUTSIDE_PORT are both {}: give each its own port.",
                options.port
            )));
        }
        Ok(Ports {
            site: Port::take(options.port, "PORT").await?,
            outside: Port::take(options.outside_port, "OUTSIDE_PORT").await?,
            api: Port::take(0, "PORT").await?,
        })
    }

    pub(super) fn serve(self, routers: Ports<Router>) -> Served {
        let urls = Ports {
            site: self.site.url(),
            outside: self.outside.url(),
            api: self.api.url(),
        };
        let (stopping, _) = watch::channel(false);
        let mut servers = JoinSet::new();
        servers.spawn(serve(self.site, routers.site, stopping.subscribe()));
        servers.spawn(serve(self.outside, routers.outside, stopping.subscribe()));
        servers.spawn(serve(self.api, routers.api, stopping.subscribe()));
        Served {
            urls,
            stopping,
            servers,
        }
    }
}

impl Port {
    /// Takes a free port if `port` is 0. `variable` is how a person chooses another one.
    async fn take(port: u16, variable: &str) -> Result<Port, StartError> {
        let failed = |error| StartError::because(format!("Listening on port {port} ({variable})"), error);
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => {
                let number = listener.local_addr().map_err(failed)?.port();
                Ok(Port { listener, number })
            }
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => Err(StartError::new(format!(
                "Port {port} is in use by another program: stop that one, or choose another port with {variable}=…"
            ))),
            Err(error) => Err(failed(error)),
        }
    }

    /// As people open it.
    pub(super) fn url(&self) -> String {
        self.url_at("localhost")
    }

    /// The same under another name for this machine.
    pub(super) fn url_at(&self, host: &str) -> String {
        format!("http://{host}:{}", self.number)
    }

    /// As the functions reach it.
    pub(super) fn loopback_url(&self) -> String {
        format!("http://{}:{}", Ipv4Addr::LOCALHOST, self.number)
    }
}

impl Served {
    /// Stops listening and lets requests under way finish for a few seconds.
    pub(super) async fn stop(&mut self) {
        self.stopping.send_replace(true);
        let finished = async { while self.servers.join_next().await.is_some() {} };
        if tokio::time::timeout(PATIENCE_AT_THE_END, finished).await.is_err() {
            tracing::warn!("some requests were cut off");
        }
    }
}

async fn serve(port: Port, router: Router, mut stopping: watch::Receiver<bool>) {
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    let until = async move {
        // An error means that the system itself is gone.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    };
    let serving = axum::serve(port.listener, router).with_graceful_shutdown(until);
    if let Err(error) = serving.await {
        tracing::error!(%error, "a port is no longer served");
    }
}
