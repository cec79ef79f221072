//! The collection of pictures that nothing shows.

use crate::{app_with, created, form, id, picture, updated, with};
use config::Env;
use domain::{
    BannerId, Entropy,
    content::{Banner, Group, Link},
};
use exam_details::{Collector, NotCollected, app_and_collector_with};
use serde_json::{Value, json};
use store::{Content, tables::Table};
use test_support::{App, Fault, Log};
use time::Duration;

const TWO_DAYS: Duration = Duration::days(2);

/// The test environment with something shown in each place, every picture of which is two days old; and their
/// addresses.
async fn start() -> (App, Vec<String>) {
    let app = App::start(app_with).await;
    created(&app, &with(form(), "image", picture(10))).await;
    created(&app, &form()).await;
    let content = Content::from_env(&app.test_env.env()).unwrap();
    for (number, group) in Group::ALL.into_iter().enumerate() {
        let banner = Banner {
            id: BannerId::generate(app.test_env.clock.now(), &Entropy::system()),
            name: "Shown".to_owned(),
            desktop: format!("/media/banner-desktop-{number}.jpg"),
            mobile: group
                .has_mobile()
                .then(|| format!("/media/banner-mobile-{number}.jpg")),
            link: Link::default(),
            version: 1,
        };
        banner
            .pictures()
            .for_each(|address| app.test_env.age_picture(address, TWO_DAYS));
        content.put(group, &banner).await.unwrap();
    }
    let shown = addresses(&app);
    shown
        .iter()
        .for_each(|address| app.test_env.age_picture(address, TWO_DAYS));
    assert_eq!(shown.len(), 5);
    (app, shown)
}

fn addresses(app: &App) -> Vec<String> {
    app.test_env.pictures().into_keys().collect()
}

async fn collector(app: &App, env: Env) -> Collector {
    let both = app_and_collector_with(env, app.test_env.clock.handle(), Entropy::system()).await;
    both.unwrap().1
}

async fn collect(app: &App) -> Result<Value, NotCollected> {
    let collector = collector(app, app.test_env.env()).await;
    collector.handle(json!({ "job": "collect-pictures" })).await
}

#[tokio::test]
async fn unused_pictures_are_collected_after_a_day_and_no_others() {
    let (app, mut kept) = start().await;
    let beyond = Duration::DAY + Duration::seconds(1);
    for unused in [
        "/media/banner-x.jpg",
        "/media/course-x.jpg",
        "/media/banner-mobile-9.jpg",
    ] {
        app.test_env.age_picture(unused, beyond);
    }
    // Younger, or not ours.
    for (address, age) in [
        ("/media/banner-y.jpg", Duration::DAY - Duration::seconds(1)),
        ("/media/course-y.jpg", Duration::ZERO),
        ("/media/sponsor-x.jpg", TWO_DAYS),
    ] {
        app.test_env.age_picture(address, age);
        kept.push(address.to_owned());
    }
    kept.sort();

    let log = Log::start();
    for collected in [3, 0] {
        let done = log.event(collect(&app)).await.unwrap();
        assert_eq!(done, json!({ "collected": collected, "left": 0 }));
        assert_eq!(addresses(&app), kept);
        // A run that finds nothing says so, too: an alarm waits for it.
        let lines = log.invocations();
        assert_eq!(lines.last().unwrap()["PicturesCollected"], collected);
    }
}

#[tokio::test]
async fn a_run_removes_a_hundred_and_the_next_goes_on() {
    let (app, shown) = start().await;
    for number in 0..150 {
        app.test_env
            .age_picture(&format!("/media/course-x{number}.jpg"), TWO_DAYS);
    }
    assert_eq!(
        collect(&app).await.unwrap(),
        json!({ "collected": 100, "left": 50 })
    );
    assert_eq!(addresses(&app).len(), shown.len() + 50);
    assert_eq!(
        collect(&app).await.unwrap(),
        json!({ "collected": 50, "left": 0 })
    );
    assert_eq!(addresses(&app), shown);
}

#[tokio::test]
async fn two_runs_at_once_do_no_harm() {
    let (app, shown) = start().await;
    for number in 0..20 {
        app.test_env
            .age_picture(&format!("/media/banner-x{number}.jpg"), TWO_DAYS);
    }
    let (one, other) = tokio::join!(collect(&app), collect(&app));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    assert_eq!(addresses(&app), shown);
}

#[tokio::test]
async fn nothing_is_removed_when_a_table_answers_only_in_part() {
    let (app, _) = start().await;
    app.test_env.age_picture("/media/banner-x.jpg", TWO_DAYS);
    app.test_env.age_picture("/media/course-x.jpg", TWO_DAYS);
    let before = addresses(&app);
    for table in [Table::Content, Table::Catalogue] {
        app.test_env.database.set(Fault::TableDown(table));
        assert!(
            matches!(collect(&app).await, Err(NotCollected::Store(_))),
            "{table:?}"
        );
        assert_eq!(addresses(&app), before, "{table:?}");
    }
    app.test_env.database.set(Fault::None);
    assert_eq!(collect(&app).await.unwrap()["collected"], 2);
}

#[tokio::test]
async fn nothing_is_removed_while_an_item_cannot_be_read() {
    let (app, _) = start().await;
    app.test_env.age_picture("/media/banner-x.jpg", TWO_DAYS);
    app.test_env.age_picture("/media/course-x.jpg", TWO_DAYS);
    let before = addresses(&app);
    let exams = app.test_env.dump(Table::Catalogue).await.into_iter();
    let items = exams.filter(|item| item.get("image").is_some());
    let catalogue: Vec<Value> = items.collect();
    let content = app.test_env.dump(Table::Content).await;
    assert!(catalogue.len() >= 2 && content.len() == 3);
    for (table, items, field) in [
        (Table::Content, content, "desktop"),
        (Table::Catalogue, catalogue, "image"),
    ] {
        for item in items {
            app.test_env.put(table, &with(item.clone(), field, 7)).await;
            assert!(
                matches!(collect(&app).await, Err(NotCollected::Store(_))),
                "{item}"
            );
            assert_eq!(addresses(&app), before, "{item}");
            app.test_env.put(table, &item).await;
        }
    }
    assert_eq!(collect(&app).await.unwrap()["collected"], 2);
}

#[tokio::test]
async fn when_no_picture_is_in_use_a_table_is_presumed_lost() {
    let (app, shown) = start().await;
    for banner in app.test_env.dump(Table::Content).await {
        app.test_env.delete(Table::Content, &banner).await;
    }
    app.test_env.age_picture("/media/course-x.jpg", TWO_DAYS);
    assert_eq!(collect(&app).await.unwrap()["collected"], 1);
    assert_eq!(addresses(&app), shown);
}

/// The picture was shown once, was left behind when it was replaced, and is uploaded again at the very moment at which
/// it is collected.
#[tokio::test]
async fn a_picture_that_is_uploaded_again_while_it_is_collected_is_shown() {
    let (app, _) = start().await;
    let exam = created(&app, &with(form(), "image", picture(100))).await;
    updated(&app, id(&exam), &with(form(), "image", picture(200))).await;
    app.test_env
        .age_picture(exam["image"].as_str().unwrap(), TWO_DAYS);

    let barrier = app.test_env.deletion_barrier().await;
    let env = app.test_env.env_with("AWS_ENDPOINT_URL_S3", barrier.endpoint());
    let collector = collector(&app, env).await;
    let collecting = collector.handle(json!({ "job": "collect-pictures" }));
    let meanwhile = async {
        barrier.deletion().await;
        let exam = updated(&app, id(&exam), &with(form(), "image", picture(100))).await;
        barrier.open();
        exam["image"].clone()
    };
    let (collected, shown) = tokio::join!(collecting, meanwhile);
    assert_eq!(collected.unwrap()["collected"], 1);
    assert!(addresses(&app).contains(&shown.as_str().unwrap().to_owned()));
    assert!(!addresses(&app).contains(&exam["image"].as_str().unwrap().to_owned()));
}

#[tokio::test]
async fn a_bucket_that_does_not_answer_fails_the_run() {
    let (app, _) = start().await;
    let collector = collector(
        &app,
        app.test_env.env_with("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9"),
    )
    .await;
    let run = collector.handle(json!({ "job": "collect-pictures" })).await;
    assert!(matches!(run, Err(NotCollected::Bucket(_))), "{run:?}");
}

#[tokio::test]
async fn a_foreign_event_removes_nothing() {
    let (app, _) = start().await;
    app.test_env.age_picture("/media/course-x.jpg", TWO_DAYS);
    let before = addresses(&app);
    let collector = collector(&app, app.test_env.env()).await;
    for event in [
        json!({}),
        json!({ "job": "collect" }),
        json!({ "job": 7 }),
        json!([]),
    ] {
        let run = collector.handle(event).await;
        assert!(matches!(run, Err(NotCollected::UnknownEvent)), "{run:?}");
    }
    assert_eq!(addresses(&app), before);
}
