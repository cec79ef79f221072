//! Whose address is believed.

use crate::{gateway_request, get, send};
use axum::Router;
use axum::routing::get as on_get;
use config::Env;
use http_api::{ClientAddress, Json, VIEWER_PROOF_HEADER, layers, trust_viewer_address};
use serde_json::json;
use std::collections::HashSet;
use std::net::IpAddr;

const SECRET: &str = "a-secret-of-cloudfront";

fn plain() -> Router {
    layers(Router::new().route(
        "/thing/{id}",
        on_get(async |ClientAddress(address): ClientAddress| Json(address)),
    ))
}

fn behind_cloudfront() -> Router {
    trust_viewer_address(plain(), &Env::from_pairs([("VIEWER_HEADER_SECRET", SECRET)])).unwrap()
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
async fn an_unproven_header_is_not_believed() {
    let router = behind_cloudfront();
    for proof in ["", "wrong", "a-secret-of-cloudfronT", "a-secret-of-cloudfront2"] {
        assert_eq!(seen(&router, "198.51.100.7:46532", proof).await, "203.0.113.9");
    }
    assert_eq!(seen(&plain(), "198.51.100.7:46532", SECRET).await, "203.0.113.9");
}

#[tokio::test]
async fn while_a_secret_is_changed_the_former_one_proves_too() {
    let both = format!("a-new-secret-of-cloudfront {SECRET}");
    let router = trust_viewer_address(
        plain(),
        &Env::from_pairs([("VIEWER_HEADER_SECRET", both.as_str())]),
    )
    .unwrap();
    for proof in [SECRET, "a-new-secret-of-cloudfront"] {
        assert_eq!(seen(&router, "198.51.100.7:46532", proof).await, "198.51.100.7");
    }
    for proof in [both.as_str(), "", "another-secret-of-cloudfront"] {
        assert_eq!(seen(&router, "198.51.100.7:46532", proof).await, "203.0.113.9");
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
            trust_viewer_address(plain(), &Env::from_pairs([("VIEWER_HEADER_SECRET", value)])).unwrap_err();
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
