//! The server's price is what is paid.

use crate::{App, CREATE_ORDER, refusal, with};
use domain::{
    PackageId, Paise,
    catalogue::{Package, SaleState},
};
use serde_json::json;
use test_support::{ALL, Request, registration};

/// A registration for everything with this text as the amount.
fn with_amount(amount: &str) -> Request {
    let form = registration(ALL, "asha@example.com").to_string();
    let form = form.replace("\"order_amount\":1850", &format!("\"order_amount\":{amount}"));
    Request::post_json(CREATE_ORDER, form)
}

async fn reprice(app: &App, paise: u64) {
    let package = Package {
        id: PackageId::parse(ALL).unwrap(),
        name: "All-Inclusive Exam Access".to_owned(),
        description: String::new(),
        price: Paise::new(paise),
        allows_all_colleges: true,
        colleges: vec![],
        state: SaleState::OnSale.into(),
        version: 2,
    };
    app.test_env.catalogue().put_package(&package).await.unwrap();
}

#[tokio::test]
async fn the_price_is_accepted_in_every_way_to_write_the_number() {
    let app = App::start().await;
    for amount in ["1850", "1850.0", "1850.00", "1.85e3", "18500e-1"] {
        let answer = app.call(with_amount(amount)).await;
        assert_eq!(answer.status, 200, "{amount}: {}", answer.json);
        let order = app.stored(answer.json["order_id"].as_str().unwrap()).await;
        assert_eq!(order.amount, Paise::new(185_000));
    }
}

#[tokio::test]
async fn another_amount_is_refused_with_the_price_of_the_catalogue() {
    let app = App::start().await;
    for amount in [
        "0", "1", "1000", "1e3", "1849", "1849.99", "1850.01", "1851", "18500", "9999999",
    ] {
        let answer = app.refused(with_amount(amount)).await;
        assert_eq!(
            refusal(&answer),
            (409, "price_changed", "order_amount"),
            "{amount}"
        );
        assert_eq!(answer.json["price"], json!(1850), "{amount}");
        assert_eq!(
            answer.message(),
            "The price of this package is now Rs\u{a0}1,850. Please check it and try again."
        );
    }
}

#[tokio::test]
async fn an_invalid_amount_is_refused() {
    let app = App::start().await;
    for amount in [
        "-1850",
        "-0.01",
        "1850.001",
        "0.001",
        "99999999999",
        "1e300",
        "1e999",
        "\"1850\"",
    ] {
        let answer = app.refused(with_amount(amount)).await;
        assert_eq!(
            refusal(&answer),
            (422, "invalid_field", "order_amount"),
            "{amount}"
        );
    }
    for junk in ["NaN", "Infinity", "+1850", "01850", "0x73a", "1,850"] {
        let answer = app.refused(with_amount(junk)).await;
        assert_eq!(refusal(&answer).0, 422, "{junk}");
    }
}

#[tokio::test]
async fn a_price_that_changed_meanwhile_is_shown_and_then_accepted() {
    let app = App::start().await;
    let form = registration(ALL, "asha@example.com");
    let before = app.register(&form).await;
    reprice(&app, 190_050).await;

    let answer = app.form_refused(&form).await;
    assert_eq!(refusal(&answer), (409, "price_changed", "order_amount"));
    assert_eq!(answer.json["price"], json!(1900.5));

    let after = app.register(&with(&form, "order_amount", 1900.5)).await;
    assert_eq!(app.stored(&after).await.amount, Paise::new(190_050));
    // What was agreed on before stays so.
    assert_eq!(app.stored(&before).await.amount, Paise::new(185_000));
    let orders = app.test_env.provider.export()["orders"].clone();
    assert_eq!(orders[&after]["amount"], 190_050);
    assert_eq!(orders[&before]["amount"], 185_000);
}

#[tokio::test]
async fn a_package_under_one_rupee_cannot_be_registered_for() {
    let app = App::start().await;
    for (paise, amount) in [(99, 0.99), (0, 0.0), (1, 0.01)] {
        reprice(&app, paise).await;
        let form = with(&registration(ALL, "asha@example.com"), "order_amount", amount);
        let answer = app.form_refused(&form).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", "order_amount"));
        assert_eq!(
            answer.message(),
            "This package cannot be paid online: it costs less than Rs\u{a0}1"
        );
    }
    reprice(&app, 100).await;
    app.register(&with(&registration(ALL, "asha@example.com"), "order_amount", 1))
        .await;
}
