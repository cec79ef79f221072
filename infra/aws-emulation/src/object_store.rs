//! S3: `s3s-fs` on a folder, with a clock of the caller's for addresses that die.

use std::convert::Infallible;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{Method, Request, StatusCode};
use s3s::S3Result;
use s3s::auth::{S3Auth, SecretKey};
use s3s::service::S3ServiceBuilder;
use time::OffsetDateTime;
use tokio::sync::RwLock;
use tower::{ServiceExt, service_fn};

use crate::endpoint::Endpoint;
use crate::mail_store::Clock;
use crate::presigned;
use crate::{ACCESS_KEY_ID, SECRET_ACCESS_KEY};

/// The one secret, under [`ACCESS_KEY_ID`] and under what begins with it and a hyphen: callers that must be
/// distinguished have their own access keys.
struct Keys;

#[async_trait]
impl S3Auth for Keys {
    async fn get_secret_key(&self, access_key: &str) -> S3Result<SecretKey> {
        match access_key.strip_prefix(ACCESS_KEY_ID) {
            Some(rest) if rest.is_empty() || rest.starts_with('-') => Ok(SecretKey::from(SECRET_ACCESS_KEY)),
            _ => Err(s3s::s3_error!(InvalidAccessKeyId)),
        }
    }
}

/// Whether the path names a bucket and no object of it.
fn lists_a_bucket(request: &Request<Body>) -> bool {
    let path = request.uri().path().trim_matches('/');
    request.method() == Method::GET && !path.is_empty() && !path.contains('/')
}

/// An S3 whose buckets are the folders of one folder. Clients need path-style addresses.
#[derive(Debug)]
pub struct ObjectStore {
    endpoint: Endpoint,
    folder: PathBuf,
}

impl ObjectStore {
    /// Serves the buckets under `folder`, which is made if missing.
    ///
    /// # Errors
    /// When the folder cannot be made or read, or no loopback port can be opened.
    pub async fn folder(folder: &Path) -> io::Result<ObjectStore> {
        ObjectStore::with_clock(folder, Arc::new(OffsetDateTime::now_utc)).await
    }

    /// The same, where addresses of objects live and die by `clock`.
    ///
    /// # Errors
    /// When the folder cannot be made or read, or no loopback port can be opened.
    pub async fn with_clock(folder: &Path, clock: Clock) -> io::Result<ObjectStore> {
        std::fs::create_dir_all(folder)?;
        let files =
            s3s_fs::FileSystem::new(folder).map_err(|error| io::Error::other(format!("{error:?}")))?;
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(Keys);
        let s3 = builder.build();
        let buckets = folder.to_owned();
        // S3 lists a bucket while objects come and go. `s3s-fs` fails when a file vanishes between the folder's
        // listing and the reading of that file, so a listing has the folder to itself.
        let listing_alone = Arc::new(RwLock::new(()));
        let service = service_fn(move |request: Request<Body>| {
            let (s3, buckets, clock) = (s3.clone(), buckets.clone(), Arc::clone(&clock));
            let listing_alone = Arc::clone(&listing_alone);
            async move {
                let (_alone, _beside_others) = if lists_a_bucket(&request) {
                    (Some(listing_alone.write().await), None)
                } else {
                    (None, Some(listing_alone.read().await))
                };
                let (parts, body) = request.into_parts();
                if presigned::is_presigned(&parts) {
                    return Ok(presigned::answer(&buckets, clock(), &parts).await);
                }
                let request = Request::from_parts(parts, body);
                Ok::<Response, Infallible>(match s3.oneshot(request).await {
                    Ok(answer) => answer.map(Body::new),
                    Err(error) => {
                        tracing::error!(?error, "the object store failed");
                        StatusCode::INTERNAL_SERVER_ERROR.into_response()
                    }
                })
            }
        });
        let router = Router::new().fallback_service(service);
        Ok(ObjectStore {
            endpoint: Endpoint::serve(router).await?,
            folder: folder.to_owned(),
        })
    }

    /// Makes the bucket `name` unless it is there.
    ///
    /// # Errors
    /// When its folder cannot be made.
    pub fn ensure_bucket(&self, name: &str) -> io::Result<()> {
        std::fs::create_dir_all(self.folder.join(name))
    }

    /// Where the S3 client points.
    pub fn endpoint(&self) -> &str {
        self.endpoint.url()
    }
}
