//! The filters whose matches the aggregates do not count, and what was reversed of those who have paid.

use crate::{
    list::{ask, counts, ids, walk},
    project_everybody, start,
};
use domain::{
    CustomerId, Paise,
    payment::{Change, Order, RefundEvent, RefundId},
};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, App, Known, SINGLE};

/// Lets so many register, every third of them online, and projects them.
async fn mixed(count: u64) -> (App, Vec<(Known, &'static str)>) {
    let app = start().await;
    app.test_env.seed_candidates(53, count).await;
    let mut candidates = app.test_env.dump(Table::Registrations).await;
    candidates.retain(|item| item["kind"] == "CANDIDATE");
    for (number, mut candidate) in candidates.into_iter().enumerate() {
        if number % 3 == 0 {
            candidate["exam_preference"] = json!("Online");
            app.test_env.put(Table::Registrations, &candidate).await;
        }
    }
    let online: Vec<String> = app
        .test_env
        .dump(Table::Registrations)
        .await
        .iter()
        .filter(|item| item["exam_preference"] == "Online")
        .map(|item| item["customer_id"].as_str().unwrap().to_owned())
        .collect();
    project_everybody(&app).await;
    let preference = |known: &Known| match online.contains(&known.customer_id) {
        true => "Online",
        false => "Offline",
    };
    let everybody = app.test_env.everybody().await.into_iter();
    let everybody = everybody.map(|known| {
        let preference = preference(&known);
        (known, preference)
    });
    (app, everybody.collect())
}

#[tokio::test]
async fn package_preference_and_days_can_be_walked_alone_and_mixed() {
    let (app, everybody) = mixed(45).await;
    // Who registered just before midnight, and just after, is on two days in India.
    let days: Vec<&str> = everybody.iter().map(|(known, _)| known.day.as_str()).collect();
    let (first, last) = (days.iter().min().unwrap(), days.iter().max().unwrap());
    assert_ne!(first, last);
    for package in [None, Some(ALL)] {
        for wanted in [None, Some("Online")] {
            for (from, to) in [
                (None, None),
                (Some(*last), None),
                (None, Some(*first)),
                (Some(*last), Some(*last)),
            ] {
                for (status, email) in [(None, ""), (Some("PAID"), ""), (None, "as"), (Some("PAID"), "as")] {
                    let admits = |(known, preference): &&(Known, &str)| {
                        package.is_none_or(|package| known.package == package)
                            && wanted.is_none_or(|wanted| wanted == *preference)
                            && from.is_none_or(|from| from <= known.day.as_str())
                            && to.is_none_or(|to| known.day.as_str() <= to)
                            && status.is_none_or(|status| known.status == status)
                            && known.email.starts_with(email)
                    };
                    let expected = everybody.iter().filter(admits).map(|(known, _)| known);
                    let expected: Vec<&Known> = expected.collect();
                    let said = [
                        ("package", package),
                        ("exam_preference", wanted),
                        ("from", from),
                        ("to", to),
                        ("status", status),
                        ("email", Some(email).filter(|email| !email.is_empty())),
                    ];
                    let said = said
                        .iter()
                        .filter_map(|(name, value)| Some(format!("&{name}={}", (*value)?)));
                    walk(&app, &said.collect::<String>(), 4, everybody.len(), &expected).await;
                }
            }
        }
    }
}

#[tokio::test]
async fn a_search_is_narrowed_by_them_and_counts_each_status() {
    let (app, everybody) = mixed(30).await;
    let online = everybody.iter().filter(|(_, preference)| *preference == "Online");
    let page = ask(&app, "search=rao&exam_preference=Online").await;
    assert_eq!(page["pagination"]["filtered"], online.count());
    assert!(counts(&page).is_object());
    assert_eq!(ask(&app, "exam_preference=Online").await.get("statuses"), None);
}

#[tokio::test]
async fn a_cursor_may_be_of_other_days() {
    let (app, everybody) = mixed(30).await;
    let (newest, oldest) = (&everybody[0].0, &everybody[everybody.len() - 1].0);
    for (place, direction) in [
        (&newest.place, 'n'),
        (&newest.place, 'p'),
        (&oldest.place, 'n'),
        (&oldest.place, 'p'),
    ] {
        for days in [
            "from=2025-05-22",
            "to=2025-05-20",
            "from=2030-01-01",
            "to=2025-01-01",
        ] {
            let cursor = format!("{direction}2.{}", place.replace('#', "."));
            ask(&app, &format!("{days}&cursor={cursor}")).await;
        }
    }
    let far = format!("from=2025-05-22&cursor=n2.{}", oldest.place.replace('#', "."));
    assert_eq!(ids(&ask(&app, &far).await), Vec::<String>::new());
}

/// Fills the list of those who have paid with so many who take the exam offline: more than is looked at for a page.
async fn crowd(app: &App, of_each_shard: u64) {
    let later = 1_900_000_000_000_u64;
    let entries = (0..4).flat_map(|shard| {
        (0..of_each_shard).map(move |number| {
            json!({
                "pk": format!("BY_STATUS#PAID#{shard}"), "sk": format!("{:014}#CROWD{number:07}{shard}", later + number),
                "kind": "ENTRY", "mode": "online", "course": "x", "package": "p", "preference": "Offline",
            })
        })
    });
    app.test_env.put_all(Table::Registrations, entries).await;
}

#[tokio::test]
async fn a_page_ends_early_where_few_match_says_so_and_goes_on_from_there() {
    let app = start().await;
    let mut orders = Vec::new();
    for number in 0..3 {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("s{number}@example.com"))
            .await;
        orders.push(order.customer_id.to_string());
        app.test_env.clock.advance(time::Duration::minutes(1));
    }
    orders.reverse();
    project_everybody(&app).await;
    crowd(&app, u64::from(store::read_model::LOOKED_AT) + 50).await;
    let query = "status=PAID&limit=2&package=single-exam";
    let where_it_is = |page: &Value| {
        let of = |name: &str| page["pagination"][name].clone();
        json!([of("page"), of("before"), of("filtered"), of("cut")])
    };

    let first = ask(&app, query).await;
    assert_eq!(
        (ids(&first), where_it_is(&first)),
        (Vec::new(), json!([1, 0, 0, true]))
    );
    let on = async |page: &Value, way: &str| {
        let cursor = page["pagination"][way].as_str().unwrap();
        ask(&app, &format!("{query}&cursor={cursor}")).await
    };
    let second = on(&first, "next").await;
    assert_eq!(ids(&second), orders[..2]);
    assert_eq!(where_it_is(&second), json!([2, 0, 3, null]));
    let third = on(&second, "next").await;
    assert_eq!(ids(&third), orders[2..]);
    assert_eq!(where_it_is(&third), json!([3, 2, 3, null]));
    assert_eq!(third["pagination"].get("next"), None);
    let back = on(&third, "previous").await;
    assert_eq!(
        (ids(&back), where_it_is(&back)),
        (ids(&second), where_it_is(&second))
    );
    assert_eq!(on(&back, "next").await, third);
    // The way back ends at the newest, where nobody matches, and nobody is lost who is known by now.
    let top = on(&back, "previous").await;
    assert_eq!(
        (ids(&top), where_it_is(&top)),
        (Vec::new(), json!([1, 0, 3, null]))
    );
    assert_eq!(top["pagination"].get("previous"), None);
    // Where a page ends depends on the shards in which the candidates are; who is on the way does not.
    let all_from = async |mut page: Value| {
        let mut found = Vec::new();
        while page["pagination"].get("next").is_some() {
            page = on(&page, "next").await;
            found.extend(ids(&page));
        }
        found
    };
    assert_eq!(all_from(top).await, orders);
    // So far a page by its number alone does not get: what comes before it is what was passed over.
    let by_number = ask(&app, &format!("{query}&page=2")).await;
    assert_eq!(
        (ids(&by_number), where_it_is(&by_number)),
        (Vec::new(), json!([2, 0, 0, true]))
    );
    assert_eq!(all_from(by_number).await, orders);
}

async fn refund_half(app: &App, order: &Order) {
    let refunded = Change::RefundReported {
        refund_id: RefundId::parse("RF1").unwrap(),
        amount: Some(Paise::new(50_000)),
        event: RefundEvent::Succeeded,
    };
    app.test_env.change_paid(order, refunded).await;
}

#[tokio::test]
async fn those_whose_pass_was_withdrawn_and_those_whose_money_went_back_are_listed_and_counted() {
    let app = start().await;
    let mut orders = Vec::new();
    for (number, package) in [SINGLE, SINGLE, ALL, ALL].into_iter().enumerate() {
        let email = format!("student{number}@example.com");
        orders.push(app.test_env.paid_order(package, &email).await);
    }
    app.test_env.open_order(SINGLE, "waits@example.com").await;
    project_everybody(&app).await;
    // One keeps the pass, one keeps the money back, one has lost both.
    refund_half(&app, &orders[0]).await;
    app.test_env.withdraw(&orders[1]).await;
    app.test_env.pay_back(&orders[2]).await;
    project_everybody(&app).await;

    for (query, whom) in [
        ("status=WITHDRAWN", vec![1, 2]),
        ("status=REFUNDED", vec![0, 2]),
        ("status=WITHDRAWN&course_category=allColleges", vec![2]),
        ("status=REFUNDED&payment_mode=cash", vec![]),
        ("status=REFUNDED&package=single-exam", vec![0]),
        ("status=WITHDRAWN&exam_preference=Online", vec![]),
        ("status=WITHDRAWN&email=student", vec![1, 2]),
        ("status=REFUNDED&email=student0", vec![0]),
        ("status=REFUNDED&search=rao", vec![0, 2]),
    ] {
        let page = ask(&app, query).await;
        let mut expected: Vec<&CustomerId> = whom
            .into_iter()
            .map(|one: usize| &orders[one].customer_id)
            .collect();
        expected.sort_by(|one, other| other.cmp(one));
        let mut listed = ids(&page);
        listed.sort_by(|one, other| other.cmp(one));
        assert_eq!(
            listed,
            expected.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "{query}"
        );
        assert_eq!(page["pagination"]["filtered"], expected.len(), "{query}");
    }
    let all = json!({ "ACTIVE": 1, "PAID": 4, "REFUNDED": 2, "WITHDRAWN": 2 });
    for query in ["", "status=FAILED", "status=WITHDRAWN", "search=rao"] {
        assert_eq!(counts(&ask(&app, query).await), all, "{query}");
    }
    let of_all = ask(&app, "course_category=allColleges").await;
    assert_eq!(
        counts(&of_all),
        json!({ "PAID": 2, "REFUNDED": 1, "WITHDRAWN": 1 })
    );
    let found = ask(&app, "search=rao&status=WITHDRAWN").await;
    assert_eq!(
        found["search"]["elsewhere"],
        json!([{ "status": "ACTIVE", "count": 1 }, { "status": "PAID", "count": 2 }])
    );
}
