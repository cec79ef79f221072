//! An entry is opened by the code of its pass, and by nothing else.

use super::{Device, keys, project};
use crate::{App, DAY, TEN, code, scan};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::aead::{Aad, Nonce};
use serde_json::json;
use test_support::{ALL, SINGLE};

#[tokio::test]
async fn a_scanned_code_opens_its_own_entry_and_no_other() {
    let app = App::start().await;
    let single = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let unpaid = app.test_env.open_order(ALL, "chandra@example.com").await;
    project(&app, &[&single, &all, &unpaid]).await;
    let mut device = Device::default();
    let answer = device.load(&app, DAY).await;
    assert_eq!(device.entries.len(), 2);
    let known = |exam: &str| json!({ "n": "Asha Rao", "p": "Offline", "e": exam });
    assert_eq!(device.open(&code(&single)), Some(known("backwater-bca")));
    assert_eq!(device.open(&code(&all)), Some(known("*")));
    assert_eq!(device.open(&code(&unpaid)), None);
    assert_eq!(answer["exams"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&answer["label"], &answer["begins_at"]),
        (&json!("Sat 31 May"), &json!("2025-05-30T18:30:00Z"))
    );

    let (_, key) = keys(&code(&all));
    let sealed = URL_SAFE_NO_PAD
        .decode(&device.entries[&keys(&code(&single)).0])
        .unwrap();
    let nonce = Nonce::try_assume_unique_for_key(&sealed[..12]).unwrap();
    assert!(
        key.open_in_place(nonce, Aad::empty(), &mut sealed[12..].to_vec())
            .is_err()
    );
}

#[tokio::test]
async fn nobody_reads_a_name_or_a_pass_from_a_lost_device_without_a_code() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    project(&app, &[&order]).await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    let mut device = Device::default();
    device.load(&app, DAY).await;
    let mut stolen = device.bytes.clone();
    for sealed in device.entries.values() {
        stolen += &String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(sealed).unwrap());
    }
    for place in device.lists.values().chain([&device.next]) {
        stolen += &String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(place).unwrap());
    }
    let text = code(&order);
    let key = text.rsplit(':').next().unwrap();
    for secret in [
        "Asha",
        "Rao",
        "asha@example.com",
        "9876543210",
        order.customer_id.as_str(),
        order.order_id.as_str(),
        key,
    ] {
        assert!(!stolen.contains(secret), "{secret}");
    }
    // What is known of a pass without its key, its number, opens nothing either.
    let (lookup, _) = keys(order.customer_id.as_str());
    assert!(!device.entries.contains_key(&lookup));
    // The search would find what is not hidden.
    assert!(stolen.contains("Gate 1") && !device.entries.is_empty());
}
