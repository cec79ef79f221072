//! `/media/*`: pictures from the object store, as CloudFront serves them.

use std::sync::Arc;

use aws_emulation::ObjectStore;
use aws_sdk_s3::Client;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use config::Env;
use http::{HeaderValue, StatusCode, header};

use crate::StartError;

/// The bucket that the functions write pictures to.
pub(crate) const BUCKET: &str = "media";

/// The pictures under `/media/`.
pub(crate) fn router(store: &ObjectStore, env: &Env) -> Result<Router, StartError> {
    store
        .ensure_bucket(BUCKET)
        .map_err(|error| StartError::because("Making the picture store", error))?;
    let settings = env
        .aws_for("S3")
        .map_err(|error| StartError::because("Reaching the picture store", error))?;
    // The emulated store has one host for all buckets.
    let settings = aws_sdk_s3::config::Builder::from(&settings)
        .force_path_style(true)
        .build();
    let client = Arc::new(Client::from_conf(settings));
    Ok(Router::new()
        .route("/media/{*name}", get(picture))
        .with_state(client))
}

async fn picture(State(client): State<Arc<Client>>, Path(name): Path<String>) -> Response {
    let found = client
        .get_object()
        .bucket(BUCKET)
        .key(format!("media/{name}"))
        .send()
        .await;
    let object = match found {
        Ok(object) => object,
        Err(error) => {
            let missing = error
                .as_service_error()
                .is_some_and(|error| error.is_no_such_key());
            return if missing {
                StatusCode::NOT_FOUND.into_response()
            } else {
                tracing::error!(%error, "the picture store failed");
                StatusCode::BAD_GATEWAY.into_response()
            };
        }
    };
    let described = [
        (header::CONTENT_TYPE, object.content_type.as_deref()),
        (header::CACHE_CONTROL, object.cache_control.as_deref()),
    ]
    .map(|(name, value)| (name, value.and_then(|value| HeaderValue::from_str(value).ok())));
    let Ok(bytes) = object.body.collect().await else {
        return StatusCode::BAD_GATEWAY.into_response();
    };
    let mut response = Response::new(Body::from(bytes.into_bytes()));
    for (name, value) in described {
        if let Some(value) = value {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
