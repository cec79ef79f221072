//! Five thousand candidates of one exam in forty halls: how long each step takes, and how much is read and written.

use crate::*;
use std::time::Instant;
use store::tables::Table;
use test_support::Draw;

#[tokio::test]
#[ignore = "takes minutes to fill the table"]
async fn five_thousand_candidates_are_seated_in_forty_halls() {
    let app = start().await;
    let mut halls = Vec::new();
    for number in 0..40 {
        halls.push(hall(&app, &format!("Hall {number}"), 13, 10).await);
    }
    let halls: Vec<&str> = halls.iter().map(String::as_str).collect();
    put_into(&app, COURSE, &halls).await;
    // One whose items the others are copies of.
    let order = app.test_env.paid_order(SINGLE, "one@example.com").await;
    let template: Vec<Value> = app.test_env.dump(Table::Registrations).await;
    let of_candidate =
        |item: &&Value| item["pk"] == format!("REG#{}", order.customer_id) && item["kind"] != "MAIL";
    let template: Vec<String> = template
        .iter()
        .filter(of_candidate)
        .map(Value::to_string)
        .collect();
    let mut draw = Draw::new(7);
    let copies = (1..5_000).flat_map(|number| {
        let id = format!("C{number:06}{:05}", draw.below(100_000));
        let phone = format!("9{:09}", draw.below(1_000_000_000));
        template
            .iter()
            .map(|item| {
                let item = item
                    .replace(order.customer_id.as_str(), &id)
                    .replace("9876543210", &phone);
                serde_json::from_str(&item.replace("one@example.com", &format!("one{number}@example.com")))
                    .unwrap()
            })
            .collect::<Vec<Value>>()
    });
    app.test_env
        .put_all(Table::Registrations, copies.collect::<Vec<_>>())
        .await;
    count(&app).await;

    let began = Instant::now();
    let options = json!({ "order": "shuffled", "spacing": "none", "siblings_apart": true });
    let made = draft(&app, &options).await;
    println!("draft: {:?}", began.elapsed());
    assert_eq!((seated(&made).len(), &made["unseated"]), (5_000, &json!([])));
    let began = Instant::now();
    let published = publish(&app).await;
    println!("published: {:?}", began.elapsed());
    assert_eq!(seated(&published), seated(&made));
    assert_eq!(at_candidates(&app).await, seated(&made));
    println!("answer: {} KB", published.to_string().len() / 1024);
    let items = app.test_env.dump(Table::Registrations).await;
    let plans = items.iter().filter(|item| item["kind"] == "HALL_SEATS");
    println!(
        "largest plan: {:?} bytes of JSON",
        plans.map(|plan| plan.to_string().len()).max()
    );
    let began = Instant::now();
    let late = paid(&app, 0..50).await;
    println!("50 late payers written: {:?}", began.elapsed());
    let began = Instant::now();
    let done = keep_up(&app).await;
    println!("late: {:?} in {:?}", done, began.elapsed());
    assert_eq!((done.seated, late.len()), (50, 50));
    let began = Instant::now();
    read(&app, COURSE).await;
    println!("read: {:?}", began.elapsed());
}
