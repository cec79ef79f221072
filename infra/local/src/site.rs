//! The built web app as CloudFront and S3 serve it: deep links, caching and security headers.

mod hosts;
mod provider;
mod routes;
mod static_file;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, extract::State};
use http::{Request, StatusCode};
use percent_encoding::percent_decode_str;

pub use hosts::Hosts;
pub use provider::Provider;
use static_file::StaticFile;
pub(crate) use static_file::configured;

use crate::StartError;
use crate::template::PageHeaders;

/// The page at `/`.
const INDEX: &str = "index.html";
/// The portal's page, that of what it has no route for, and the paths that they are for, with everything below them.
const PORTAL: &str = "portal.html";
const PORTAL_NOT_FOUND: &str = "portal-not-found.html";
const PORTAL_PATHS: [&str; 2] = ["/login", "/dashboard"];
/// The same of the door.
const DOOR: &str = "door.html";
const DOOR_NOT_FOUND: &str = "door-not-found.html";
const DOOR_PATHS: [&str; 1] = ["/door"];
/// What every other page that is not prerendered begins with.
const APP: &str = "app.html";
/// The page of the addresses that the site has no route for.
const NOT_FOUND: &str = "not-found.html";
/// The prerendered pages besides the one at `/` (web/src/site/prerender.tsx makes them).
const PRERENDERED: [&str; 7] = [
    "/terms-and-conditions",
    "/about-us",
    "/contact-us",
    "/find-pass",
    "/payment/return",
    "/payment/failed",
    "/payment/success",
];

/// The folder of the built web app.
pub struct Site {
    folder: PathBuf,
    provider: Provider,
    headers: PageHeaders,
    // Compressing takes longer than reading, so a file is prepared once for each of its versions.
    prepared: Mutex<HashMap<PathBuf, (SystemTime, Arc<StaticFile>)>>,
}

impl Site {
    /// The built web app in `folder`, with the addresses of `provider` in place of the real payment provider's, in pages
    /// and in `headers`.
    ///
    /// # Errors
    /// When the folder holds no web app.
    pub fn open(folder: PathBuf, provider: Provider, headers: PageHeaders) -> Result<Site, StartError> {
        let pages = [
            INDEX,
            APP,
            NOT_FOUND,
            PORTAL,
            PORTAL_NOT_FOUND,
            DOOR,
            DOOR_NOT_FOUND,
        ];
        if !pages.iter().all(|page| folder.join(page).is_file()) {
            return Err(StartError::new(format!(
                "There is no web app in {}: run `make run`, or `npm ci && npm run build` in web/.",
                folder.display()
            )));
        }
        let headers = headers
            .with_policies(|policy| provider.policy(policy))
            .map_err(|error| StartError::because("Writing the content security policy", error))?;
        Ok(Site {
            folder,
            provider,
            headers,
            prepared: Mutex::default(),
        })
    }

    /// The site as a separate router, for every path that nothing else takes.
    pub fn router(self) -> Router {
        Router::new().fallback_service(get(answer).with_state(Arc::new(self)))
    }

    fn file(&self, path: &str) -> Option<Arc<StaticFile>> {
        let path = self.folder.join(inside(path)?);
        let modified = path
            .metadata()
            .ok()
            .filter(std::fs::Metadata::is_file)?
            .modified()
            .ok()?;
        let known = self
            .prepared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&path)
            .filter(|(version, _)| *version == modified)
            .map(|(_, file)| Arc::clone(file));
        if known.is_some() {
            return known;
        }
        let file = Arc::new(StaticFile::read(&path, &self.provider)?);
        self.prepared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(path, (modified, Arc::clone(&file)));
        Some(file)
    }
}

async fn answer(State(site): State<Arc<Site>>, request: Request<Body>) -> Response {
    let path = request.uri().path();
    let object = object(path);
    let is_not_found = [path, &*object].into_iter().any(is_not_found);
    let mut response = match site.file(&object) {
        Some(file) => file.response(request.headers()),
        None => (StatusCode::NOT_FOUND, "Not found\n").into_response(),
    };
    // A page that the browser has already has its status there.
    if is_not_found && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    let added = site.headers.of(path);
    for (name, value) in added {
        response.headers_mut().insert(name, value.clone());
    }
    response
}

/// The object that a path names: the portal or the door for their paths, otherwise itself when its last part has an
/// extension, a prerendered page's HTML, or else the app; and where the app has no route for it, a page that says so. The
/// CloudFront Function of the stack has the same rule.
fn object(raw: &str) -> Cow<'_, str> {
    // As it came: by the same characters the headers of these pages are chosen.
    if PORTAL_PATHS.iter().any(|start| is_below(raw, start)) {
        let known = routes::has(&routes::ROUTES.portal, raw);
        return slashed(if known { PORTAL } else { PORTAL_NOT_FOUND });
    }
    if DOOR_PATHS.iter().any(|start| is_below(raw, start)) {
        let known = routes::has(&routes::ROUTES.door, raw);
        return slashed(if known { DOOR } else { DOOR_NOT_FOUND });
    }
    let path = percent_decode_str(raw).decode_utf8_lossy();
    let last = path.rsplit('/').next().unwrap_or_default();
    let of_staff = [PORTAL, PORTAL_NOT_FOUND, DOOR, DOOR_NOT_FOUND];
    if of_staff.map(slashed).contains(&path) {
        // Under the name of its file it would have the site's security policy.
        slashed(APP)
    } else if last.contains('.') {
        path
    } else if path == "/" {
        slashed(INDEX)
    } else if PRERENDERED.contains(&&*path) {
        format!("/{}.html", path.trim_start_matches('/').replace('/', "-")).into()
    } else if routes::has(&routes::ROUTES.site, raw) {
        slashed(APP)
    } else {
        slashed(NOT_FOUND)
    }
}

fn is_not_found(object: &str) -> bool {
    [NOT_FOUND, PORTAL_NOT_FOUND, DOOR_NOT_FOUND]
        .iter()
        .any(|page| object.strip_prefix('/') == Some(page))
}

fn slashed(file: &str) -> Cow<'static, str> {
    format!("/{file}").into()
}

/// Whether a path is `start` or below it.
fn is_below(path: &str, start: &str) -> bool {
    path.strip_prefix(start)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The path below the folder, unless it leads out of it or to something hidden.
fn inside(path: &str) -> Option<&Path> {
    let path = path.trim_start_matches('/');
    let plain = path
        .split('/')
        .all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
    plain.then_some(Path::new(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_without_an_extension_is_a_page() {
        // The CloudFront Function is tested with the same table (tests/it/cloudfront.rs).
        let table = include_str!("../../cloudfront/paths.json");
        let table: Vec<HashMap<String, String>> = serde_json::from_str(table).unwrap();
        for row in &table {
            let path = &row["path"];
            let object = object(path);
            assert_eq!(object, row["object"], "{path}");
        }
        let mut pages = PRERENDERED.iter();
        assert!(pages.all(|page| table.iter().any(|row| row["path"] == *page)));
    }

    #[test]
    fn nothing_outside_the_folder_and_nothing_hidden_can_be_read() {
        assert!(inside("/assets/a.js").is_some());
        for path in [
            "/../Cargo.toml",
            "/a/../../b.c",
            "/.vite/manifest.json",
            "//etc/passwd.txt",
            "/a\\..\\b.c",
        ] {
            assert!(inside(path).is_none() || !path.contains(".."), "{path}");
        }
        assert!(inside("/.vite/manifest.json").is_none());
        assert!(inside("/a//b.js").is_none());
    }
}
