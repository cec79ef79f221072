//! A barrier in front of the pictures' bucket at which deletions wait for a test.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, Uri},
    response::{IntoResponse, Response},
};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The barrier. Everything but deletions passes.
#[derive(Debug, Clone)]
pub struct DeletionBarrier(Arc<Barrier>);

#[derive(Debug)]
struct Barrier {
    target: String,
    endpoint: String,
    client: reqwest::Client,
    arrived: Semaphore,
    opened: Semaphore,
}

impl DeletionBarrier {
    /// Opens a barrier in front of the bucket's service at `target`.
    pub(crate) async fn serve(target: &str) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let barrier = Arc::new(Barrier {
            target: target.to_owned(),
            endpoint,
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            arrived: Semaphore::new(0),
            opened: Semaphore::new(0),
        });
        let router = Router::new().fallback(pass).with_state(Arc::clone(&barrier));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self(barrier)
    }

    /// Where a function finds the bucket behind the barrier.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.0.endpoint
    }

    /// Until a deletion waits at the barrier.
    pub async fn deletion(&self) {
        self.0.arrived.acquire().await.unwrap().forget();
    }

    /// Lets every deletion through, those that wait and those that come.
    pub fn open(&self) {
        self.0.opened.add_permits(1);
    }
}

async fn pass(
    State(barrier): State<Arc<Barrier>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if method == Method::DELETE {
        barrier.arrived.add_permits(1);
        let _open = barrier.opened.acquire().await.unwrap();
    }
    // With the headers as they came: the signature covers the host, too.
    let sent = barrier.client.request(method, format!("{}{uri}", barrier.target));
    let answer = sent.headers(headers).body(body).send().await.unwrap();
    let status = answer.status();
    (status, answer.bytes().await.unwrap()).into_response()
}
