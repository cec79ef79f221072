//! The headers and files of the site: what CloudFront does in production.

use axum::Router;
use axum::body::Body;
use axum::response::Html;
use axum::routing::get;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use local::{Options, Provider, Site, System, Web};
use tower::ServiceExt;

fn site(fixture: &super::Fixture) -> Router {
    let folder = fixture.folder.path().join("dist");
    Site::open(
        folder,
        Provider::simulated("http://localhost:8081"),
        super::page_headers(),
    )
    .unwrap()
    .router()
}

async fn ask(request: http::request::Builder) -> (StatusCode, HeaderMap, Vec<u8>) {
    let fixture = super::Fixture::new();
    let request = request.body(Body::empty()).unwrap();
    let (parts, body) = site(&fixture).oneshot(request).await.unwrap().into_parts();
    (
        parts.status,
        parts.headers,
        body.collect().await.unwrap().to_bytes().to_vec(),
    )
}

#[tokio::test]
async fn a_deep_link_serves_the_page_with_the_local_provider_and_is_revalidated_each_time() {
    for path in ["/", "/about-us", "/checkout"] {
        let (status, headers, body) = ask(Request::get(path)).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(headers["cache-control"], "no-cache");
        let page = String::from_utf8(body).unwrap();
        assert!(page.contains(r#"<meta name="cashfree-sdk" content="http://localhost:8081/cashfree.js""#));
        assert!(page.contains(r#"<meta name="cashfree-mode" content="sandbox""#));
    }
}

#[tokio::test]
async fn every_answer_carries_the_security_headers_of_production() {
    for path in ["/", "/assets/app-1a2b.js", "/missing.png"] {
        let (_, headers, _) = ask(Request::get(path)).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'"));
        assert!(policy.contains("script-src 'self' http://localhost:8081;"));
        assert!(!policy.contains("unsafe-"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "strict-origin-when-cross-origin");
        assert!(headers.contains_key("permissions-policy"));
        assert!(!headers.contains_key("strict-transport-security"));
    }
}

#[tokio::test]
async fn the_portal_has_its_own_page_and_policy() {
    for path in [
        "/login",
        "/dashboard",
        "/dashboard/customersdetails/7",
        "/dashboard/Attention/",
    ] {
        let (status, headers, body) = ask(Request::get(path)).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert_eq!(body, super::PORTAL_PAGE.as_bytes(), "{path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self'; "), "{path}: {policy}");
        assert!(!policy.contains("localhost"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn the_door_has_its_own_page_with_the_camera() {
    for path in ["/door", "/door/"] {
        let (status, headers, body) = ask(Request::get(path)).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert_eq!(body, super::DOOR_PAGE.as_bytes(), "{path}");
        let permissions = headers["permissions-policy"].to_str().unwrap();
        assert!(
            permissions.starts_with("camera=(self), "),
            "{path}: {permissions}"
        );
    }
}

#[tokio::test]
async fn what_no_app_has_a_route_for_is_a_page_with_404_under_the_policy_of_its_place() {
    for (path, place) in [
        ("/no-such-page", "/"),
        ("/about-us/more", "/"),
        ("/v1.2/about", "/"),
        ("/payment/nothing", "/payment/success"),
        ("/login/more", "/login"),
        ("/dashboard/nothing", "/dashboard"),
        ("/door/more", "/door"),
    ] {
        let (status, headers, body) = ask(Request::get(path)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8", "{path}");
        assert!(body.starts_with(b"<!doctype html>"), "{path}");
        let (_, of_place, _) = ask(Request::get(place)).await;
        for name in ["content-security-policy", "permissions-policy"] {
            assert_eq!(headers[name], of_place[name], "{path}: {name}");
        }
        let again = Request::get(path).header("if-none-match", headers["etag"].clone());
        let (status, _, _) = ask(again).await;
        assert_eq!(status, StatusCode::NOT_MODIFIED, "{path}");
    }
    // A file that is missing has no page.
    let (status, headers, _) = ask(Request::get("/assets/gone.js")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(!headers["content-type"].to_str().unwrap().contains("html"));
}

#[tokio::test]
async fn pages_whose_address_holds_an_order_id_leak_it_to_nobody() {
    for path in [
        "/payment/return?order_id=x",
        "/payment/success?order_id=x",
        "/payment/failed",
        "/hall-ticket?order_id=x",
        "/results?order_id=x",
    ] {
        let (_, headers, _) = ask(Request::get(path)).await;
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        assert_eq!(headers["x-robots-tag"], "noindex", "{path}");
        assert_eq!(headers["cache-control"], "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_hashed_file_is_immutable_and_compressed() {
    let path = "/assets/app-1a2b.js";
    let (_, headers, plain) = ask(Request::get(path)).await;
    assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
    assert!(!headers.contains_key("content-encoding"));
    let (_, headers, compressed) = ask(Request::get(path).header("accept-encoding", "gzip, br")).await;
    assert_eq!(headers["content-encoding"], "gzip");
    assert!(compressed.len() < plain.len() / 10);
    let tag = headers["etag"].clone();
    let (status, _, body) = ask(Request::get(path).header("if-none-match", tag)).await;
    assert_eq!(status, StatusCode::NOT_MODIFIED);
    assert!(body.is_empty());
}

#[tokio::test]
async fn a_missing_or_private_file_is_not_found() {
    for path in [
        "/missing.js",
        "/../Cargo.toml",
        "/%2e%2e/data/dynamodb.sqlite",
        "/.vite/manifest.json",
    ] {
        let (status, ..) = ask(Request::get(path)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let (status, ..) = ask(Request::post("/")).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
}

#[test]
fn without_a_web_app_the_start_says_how_to_build_it() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Site::open(
        folder.path().to_owned(),
        Provider::production(),
        super::page_headers(),
    );
    let Err(error) = refused else {
        panic!("an empty folder was taken for a web app");
    };
    assert!(error.to_string().contains("npm run build"), "{error}");
}

#[tokio::test]
async fn while_developing_pages_come_from_the_development_server_with_the_local_provider() {
    let page = r#"<meta name="cashfree-mode" content="production" />"#;
    let vite = Router::new()
        .route("/about-us", get(move || async move { Html(page) }))
        .route("/src/main.tsx", get(|| async { "let a;" }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, vite).await.unwrap() });
    let fixture = super::Fixture::new();
    let options = Options {
        web: Web::DevServer(origin),
        ..fixture.options()
    };
    let system = System::start(options, |_| {}).await.unwrap();
    let read = async |path: &str| crate::client::read(&format!("{}{path}", system.site_url())).await;

    assert_eq!(read("/about-us").await, page.replace("production", "sandbox"));
    assert_eq!(read("/src/main.tsx").await, "let a;");
    assert!(read("/api/packages/list").await.starts_with("[{"));
    system.stop().await;
}
