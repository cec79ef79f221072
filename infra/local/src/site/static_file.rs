//! One file of the site, ready to be sent.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode, header};

use super::Provider;
use crate::edge;

pub(super) struct StaticFile {
    content_type: &'static str,
    caching: &'static str,
    tag: String,
    plain: Bytes,
    compressed: Option<Bytes>,
}

impl StaticFile {
    /// Reads the file at `path`; a page gets the provider's addresses written into it.
    pub(super) fn read(path: &Path, provider: &Provider) -> Option<StaticFile> {
        let content_type = content_type(path);
        let mut plain = std::fs::read(path).ok()?;
        if content_type.starts_with("text/html") {
            plain = configured(&String::from_utf8(plain).ok()?, provider).into_bytes();
        }
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        let textual = content_type.contains("charset")
            || content_type.ends_with("xml")
            || content_type.ends_with("wasm");
        Some(StaticFile {
            content_type,
            caching: caching(path),
            // Weak: the compressed and the plain body share it.
            tag: format!("W/\"{:016x}\"", hasher.finish()),
            compressed: textual.then(|| edge::compressed(&plain)).flatten(),
            plain: plain.into(),
        })
    }

    pub(super) fn response(&self, request: &HeaderMap) -> Response {
        let text = |name| {
            request
                .get(name)
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default()
        };
        let described = [
            (header::CACHE_CONTROL, self.caching),
            (header::ETAG, self.tag.as_str()),
            (header::VARY, "accept-encoding"),
        ];
        if text(header::IF_NONE_MATCH).split(", ").any(|tag| tag == self.tag) {
            return (StatusCode::NOT_MODIFIED, described).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.content_type)];
        match &self.compressed {
            Some(body) if edge::takes_gzip(request) => {
                let encoding = [(header::CONTENT_ENCODING, "gzip")];
                (described, kind, encoding, Body::from(body.clone())).into_response()
            }
            _ => (described, kind, Body::from(self.plain.clone())).into_response(),
        }
    }
}

/// The build puts a hash into the names under `assets`; a page is revalidated each time; the rest may be an
/// hour old.
fn caching(path: &Path) -> &'static str {
    if path.extension().is_some_and(|extension| extension == "html") {
        "no-cache"
    } else if path.parent().is_some_and(|folder| folder.ends_with("assets")) {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=3600"
    }
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "webmanifest") => "application/json; charset=utf-8",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("xml") => "application/xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("avif") => "image/avif",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The page with the contents of its two provider elements replaced.
pub(crate) fn configured(page: &str, provider: &Provider) -> String {
    let page = with_content(page, "cashfree-sdk", &provider.script);
    with_content(&page, "cashfree-mode", provider.mode)
}

fn with_content(page: &str, name: &str, content: &str) -> String {
    let start = format!("<meta name=\"{name}\" content=\"");
    let Some((before, rest)) = page.split_once(&start) else {
        return page.to_owned();
    };
    let Some((_, after)) = rest.split_once('"') else {
        return page.to_owned();
    };
    format!("{before}{start}{content}\"{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_gets_the_local_provider() {
        let page = r#"<head><meta name="cashfree-sdk" content="https://sdk.cashfree.com/js/v3/cashfree.js" />
<meta name="cashfree-mode" content="production"></head>"#;
        assert_eq!(
            configured(page, &Provider::simulated("http://localhost:8081")),
            r#"<head><meta name="cashfree-sdk" content="http://localhost:8081/cashfree.js" />
<meta name="cashfree-mode" content="sandbox"></head>"#
        );
    }

    #[test]
    fn a_deployment_uploads_files_with_the_content_types_that_are_served_here() {
        let table = include_str!("../../../make/content-types");
        let mut kinds = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (extension, kind) = line.split_once('\t').unwrap();
            assert_eq!(content_type(Path::new(&format!("a.{extension}"))), kind);
            kinds += 1;
        }
        assert!(kinds > 10);
    }

    #[test]
    fn only_hashed_names_are_cached_for_ever() {
        assert_eq!(
            caching(Path::new("dist/assets/a-1.js")),
            "public, max-age=31536000, immutable"
        );
        assert_eq!(caching(Path::new("dist/index.html")), "no-cache");
        assert_eq!(caching(Path::new("dist/favicon.svg")), "public, max-age=3600");
    }
}
