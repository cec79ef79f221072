//! Whose address is believed.

use crate::{gateway_request, get, post, send};
use axum::Router;
use axum::routing::get as on_get;
use config::Env;
use http_api::{ClientAddress, Json, VIEWER_PROOF_HEADER, layers, require_viewer_proof};
use serde_json::json;
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const SECRET: &str = "a-secret-of-cloudfront";

fn plain() -> Router {
    layers(Router::new().route(
        "/thing/{id}",
        on_get(async |ClientAddress(address): ClientAddress| Json(address)),
    ))
}

fn behind_cloudfront() -> Router {
    require_viewer_proof(plain(), &Env::from_pairs([("VIEWER_HEADER_SECRET", SECRET)])).unwrap()
}

async fn seen(router: &Router, viewer: &str, proof: &str) -> String {
    let headers = json!({
        "cloudfront-viewer-address": viewer, VIEWER_PROOF_HEADER: proof, "x-forwarded-for": "192.0.2.66"
    });
    let answer = send(router, gateway_request("203.0.113.9", headers)).await;
    answer.body.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn cloudfronts_header_is_believed_when_it_is_proven() {
    let router = behind_cloudfront();
    for (header, address) in [
        ("198.51.100.7:46532", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6:46532", "2001:db8:1:2:3:4:5:6"),
        ("2001:0db8:0001:0000:0000:0000:0000:0006:443", "2001:db8:1::6"),
        ("2001:db8::1:46532", "2001:db8::1"),
        ("[2001:db8::1]:46532", "2001:db8::1"),
        ("::ffff:198.51.100.7:46532", "198.51.100.7"),
    ] {
        assert_eq!(seen(&router, header, SECRET).await, address, "{header}");
    }
}

#[tokio::test]
async fn without_a_secret_cloudfronts_header_is_not_believed_and_nothing_is_refused() {
    for proof in [SECRET, "", "wrong"] {
        assert_eq!(seen(&plain(), "198.51.100.7:46532", proof).await, "203.0.113.9");
    }
    let router = require_viewer_proof(plain(), &Env::from_pairs([("VIEWER_HEADER_SECRET", " ")])).unwrap();
    assert_eq!(seen(&router, "198.51.100.7:46532", SECRET).await, "203.0.113.9");
    assert_eq!(get(&router, "/thing/1").await.status, 200);
}

#[tokio::test]
async fn a_request_that_did_not_come_through_cloudfront_is_refused_before_any_handler() {
    let reached = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&reached);
    let router = layers(Router::new().route(
        "/thing/{id}",
        on_get(async move || {
            counted.fetch_add(1, Ordering::Relaxed);
            Json(1)
        }),
    ));
    let router = require_viewer_proof(router, &Env::from_pairs([("VIEWER_HEADER_SECRET", SECRET)])).unwrap();
    for proof in ["", "wrong", "a-secret-of-cloudfronT", "a-secret-of-cloudfront2"] {
        let headers = json!({ VIEWER_PROOF_HEADER: proof, "cloudfront-viewer-address": "198.51.100.7:1" });
        let answer = send(&router, gateway_request("203.0.113.9", headers)).await;
        assert_eq!(answer.refusal(), (403, "not_through_site", None), "{proof}");
        assert_eq!(answer.body["request_id"], "JKJaXmPLvHcESHA=");
        assert_eq!(answer.header("x-request-id"), Some("JKJaXmPLvHcESHA="));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("www-authenticate"), None);
    }
    for path in ["/thing/1", "/nowhere"] {
        assert_eq!(get(&router, path).await.refusal().0, 403, "{path}");
    }
    assert_eq!(post(&router, "/thing/1", "").await.refusal().0, 403);
    assert_eq!(reached.load(Ordering::Relaxed), 0);
    let proven = gateway_request("203.0.113.9", json!({ VIEWER_PROOF_HEADER: SECRET }));
    assert_eq!(send(&router, proven).await.status, 200);
    assert_eq!(reached.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn while_a_secret_is_changed_the_former_one_proves_too() {
    let both = format!("a-new-secret-of-cloudfront {SECRET}");
    let router = require_viewer_proof(
        plain(),
        &Env::from_pairs([("VIEWER_HEADER_SECRET", both.as_str())]),
    )
    .unwrap();
    for proof in [SECRET, "a-new-secret-of-cloudfront"] {
        assert_eq!(seen(&router, "198.51.100.7:46532", proof).await, "198.51.100.7");
    }
    for proof in [both.as_str(), "", "another-secret-of-cloudfront"] {
        let headers = json!({ VIEWER_PROOF_HEADER: proof });
        let answer = send(&router, gateway_request("203.0.113.9", headers)).await;
        assert_eq!(answer.refusal().0, 403, "{proof}");
    }
}

#[tokio::test]
async fn a_malformed_header_falls_back_to_the_gateways_address() {
    let router = behind_cloudfront();
    for header in [
        "",
        "nobody",
        "198.51.100.7",
        "198.51.100.7:port",
        "198.51.100.777:1",
        ":443",
    ] {
        assert_eq!(seen(&router, header, SECRET).await, "203.0.113.9", "{header}");
    }
}

#[tokio::test]
async fn without_a_gateway_the_address_is_unspecified() {
    assert_eq!(get(&plain(), "/thing/1").await.body, json!("0.0.0.0"));
    let answer = send(&plain(), gateway_request("not an address", json!({}))).await;
    assert_eq!(answer.body, json!("0.0.0.0"));
}

#[test]
fn a_secret_too_short_to_prove_anything_stops_the_start() {
    for value in ["short", "a-secret-of-cloudfront short"] {
        let error =
            require_viewer_proof(plain(), &Env::from_pairs([("VIEWER_HEADER_SECRET", value)])).unwrap_err();
        assert_eq!(error.variable(), "VIEWER_HEADER_SECRET");
        assert!(!error.to_string().contains("short:"), "{error}");
    }
}

fn bucket(address: &str) -> String {
    ClientAddress(address.parse::<IpAddr>().unwrap()).bucket()
}

#[test]
fn counters_are_kept_by_address_and_for_ipv6_by_64_bits_of_it() {
    let different = [
        "198.51.100.7",
        "198.51.100.8",
        "2001:db8:0:1::1",
        "2001:db8:0:2::1",
    ];
    assert_eq!(different.map(bucket).into_iter().collect::<HashSet<_>>().len(), 4);
    assert_eq!(
        bucket("2001:db8:0:1::1"),
        bucket("2001:db8:0:1:ffff:ffff:ffff:ffff")
    );
    assert_eq!(bucket("::ffff:198.51.100.7"), bucket("198.51.100.7"));
}

#[test]
fn a_bucket_does_not_show_the_address() {
    assert!(!bucket("198.51.100.7").contains("198"));
    assert_eq!(bucket("198.51.100.7").len(), 16);
}
