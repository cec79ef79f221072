//! Routes that are served are the routes that are described, by arms of utoipa_axum's macro that it does not document.

use axum::Router;
use http::{Method, Request, StatusCode};
use http_api::utoipa_axum;
use http_api::{Description, RouteTable, routes};
use tower::ServiceExt;
use utoipa::openapi::{HttpMethod, OpenApi};

#[utoipa::path(method(get, head), path = "/things/{id}", responses((status = 200)))]
async fn read() {}

#[utoipa::path(delete, path = "/things/{id}", responses((status = 200)))]
async fn remove() {}

fn table<T: RouteTable<()>>() -> T {
    T::empty().with(routes!(read, remove)).under("/api")
}

#[test]
fn the_undocumented_arms_give_the_path_and_the_methods_of_a_handler() {
    utoipa_axum::paste! {
        assert_eq!(utoipa_axum::routes!(@path [path()] of read), "/things/{id}");
        assert!(utoipa_axum::routes!(@path [methods()] of read) == [HttpMethod::Get, HttpMethod::Head]);
        assert!(utoipa_axum::routes!(@path [methods()] of remove) == [HttpMethod::Delete]);
    }
}

#[tokio::test]
async fn a_path_serves_the_methods_that_its_description_names_and_no_others() {
    let description: OpenApi = table::<Description<()>>().into();
    let described = &description.paths.paths["/api/things/{id}"];
    assert!(described.get.is_some() && described.head.is_some() && described.delete.is_some());
    assert_eq!(description.paths.paths.len(), 1);
    for (method, status) in [
        (Method::GET, StatusCode::OK),
        (Method::HEAD, StatusCode::OK),
        (Method::DELETE, StatusCode::OK),
        (Method::POST, StatusCode::METHOD_NOT_ALLOWED),
    ] {
        let request = Request::builder().method(&method).uri("/api/things/7");
        let request = request.body(axum::body::Body::empty()).unwrap();
        let answer = table::<Router>().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), status, "{method}");
    }
}
