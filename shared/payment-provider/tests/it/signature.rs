//! Vectors made with another implementation (Python's hmac) and the same algorithm as the official SDKs.

use config::Secret;
use payment_provider::{BadSignature, ProviderCredentials, WebhookVerifier};

const SECRET: &str = "cf_test_secret_do_not_use";
const V1: &[u8] = include_bytes!("../events/signed_v1.json");
const V1_AT: &str = "1746427759733";
const V1_SIGNATURE: &str = "fYy2rl8S8b/UV9tjcI+YJswd5EI7edGgYHJZlleg4Dw=";

fn verifier(current: &str, previous: Option<&str>) -> WebhookVerifier {
    WebhookVerifier::new(&ProviderCredentials {
        client_id: "id".to_owned(),
        client_secret: Secret::from(current),
        previous_client_secret: previous.map(Secret::from),
    })
}

#[test]
fn genuine_signatures_are_accepted() {
    let verifier = verifier(SECRET, None);
    let ping = include_bytes!("../events/signed_v2_test_ping.json");
    let unicode = "{ \"amount\": 100.00, \"name\": \"नमस्ते\" }\n".as_bytes();
    let vectors: [(&str, &[u8], &str); 4] = [
        (V1_AT, V1, V1_SIGNATURE),
        ("1756915924", ping, "nWiPPZKEWSpK9WUsSvwvBU8Gu6Zv8WsaHF241ine66c="),
        (
            "1617695238078",
            b"{\"a\":1}",
            "nOYa78ai9FdEelCUURmZSguBcO4h42/5CMz62qfxehg=",
        ),
        (
            "1770000000000",
            unicode,
            "1B4r2HIQMyqsAuoyOQwmRdjhNsW+fKy+Fy1rRbqoieE=",
        ),
    ];
    assert_eq!((V1.len(), ping.len(), unicode.len()), (526, 107, 51));
    for (timestamp, body, signature) in vectors {
        assert_eq!(verifier.verify(timestamp, body, signature), Ok(()), "{timestamp}");
    }
}

#[test]
fn other_ways_to_sign_the_same_are_refused() {
    let verifier = verifier(SECRET, None);
    for (how, signature) in [
        (
            "with a dot between timestamp and body",
            "FAaR9uiDCi+lii1AS7wxxuNnML0cEoFa9S8NwC9rppU=",
        ),
        (
            "without the timestamp",
            "dx+9J47BwbN0VcAmwKQTRtHw6GsLEnGk0d68qDGEivc=",
        ),
        (
            "in hexadecimal",
            "7d8cb6ae5f12f1bfd457db63708f9826cc1de4423b79d1a06072599657a0e03c",
        ),
        (
            "over the body serialised again",
            "1LliF8bswxVhXSIYGJoXUtLIHvC20TFeprVf5QJEJgM=",
        ),
        ("not at all", ""),
        (
            "with a part of it",
            "fYy2rl8S8b/UV9tjcI+YJswd5EI7edGgYHJZlleg4A==",
        ),
        (
            "with more than it",
            "fYy2rl8S8b/UV9tjcI+YJswd5EI7edGgYHJZlleg4DwA",
        ),
    ] {
        assert_eq!(verifier.verify(V1_AT, V1, signature), Err(BadSignature), "{how}");
    }
}

#[test]
fn one_changed_byte_of_body_or_timestamp_is_refused() {
    let verifier = verifier(SECRET, None);
    let mut body = V1.to_vec();
    body[100] ^= 1;
    assert_eq!(verifier.verify(V1_AT, &body, V1_SIGNATURE), Err(BadSignature));
    assert_eq!(
        verifier.verify("1746427759734", V1, V1_SIGNATURE),
        Err(BadSignature)
    );
}

#[test]
fn the_previous_secret_counts_after_a_change_and_no_other_does() {
    assert_eq!(
        verifier("new", Some(SECRET)).verify(V1_AT, V1, V1_SIGNATURE),
        Ok(())
    );
    assert_eq!(
        verifier(SECRET, Some("old")).verify(V1_AT, V1, V1_SIGNATURE),
        Ok(())
    );
    assert_eq!(
        verifier("new", Some("older")).verify(V1_AT, V1, V1_SIGNATURE),
        Err(BadSignature)
    );
    assert_eq!(
        verifier("new", None).verify(V1_AT, V1, V1_SIGNATURE),
        Err(BadSignature)
    );
}

#[test]
fn the_secret_cannot_be_printed() {
    assert!(!format!("{:?}", verifier(SECRET, Some(SECRET))).contains(SECRET));
}
