//! Changed banners.

use crate::{Banners, form, picture, place, shown, start, with};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{App, Request};

async fn start_with_banner() -> (App, Value) {
    let app = start().await;
    let banner = app.added().await;
    (app, banner)
}

/// The item of the only banner.
async fn stored(app: &App) -> Value {
    let mut items = app.test_env.dump(Table::Content).await;
    assert_eq!(items.len(), 1);
    items.remove(0)
}

#[tokio::test]
async fn a_change_of_name_and_link_keeps_the_pictures() {
    let (app, banner) = start_with_banner().await;
    let pictures = app.test_env.pictures();
    for kept in [
        json!({}),
        json!({ "deskImgLink": banner["deskImgLink"], "mobImgLink": banner["mobImgLink"] }),
        json!({ "deskImgLink": "", "mobImgLink": null }),
    ] {
        let form = with(
            with(kept, "bannerName", "Second day"),
            "link",
            "https://example.org/",
        );
        let answer = app.update(&banner["_id"], &form).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json["message"], "Banner updated successfully");
        let changed = &answer.json["banner"];
        assert_eq!(
            (&changed["bannerName"], &changed["link"]),
            (&json!("Second day"), &json!("https://example.org/"))
        );
        assert_eq!(shown(changed), shown(&banner));
        assert_eq!(app.listed().await, std::slice::from_ref(changed));
    }
    assert!(app.test_env.pictures() == pictures);
}

#[tokio::test]
async fn a_link_that_is_left_out_stays_and_a_blank_one_leads_home() {
    let (app, banner) = start_with_banner().await;
    let answer = app.update(&banner["_id"], &json!({ "bannerName": "x" })).await;
    assert_eq!(answer.json["banner"]["link"], "/about-us");
    let answer = app
        .update(&banner["_id"], &json!({ "bannerName": "x", "link": " " }))
        .await;
    assert_eq!(answer.json["banner"]["link"], "/");
}

#[tokio::test]
async fn a_new_picture_replaces_the_old_one_which_is_removed() {
    let (app, banner) = start_with_banner().await;
    let form = json!({ "bannerName": "Opening day", "deskImgLink": picture(200), "version": 1 });
    let answer = app.update(&banner["_id"], &form).await;
    let changed = &answer.json["banner"];
    assert_ne!(changed["deskImgLink"], banner["deskImgLink"], "{}", answer.json);
    assert_eq!(changed["mobImgLink"], banner["mobImgLink"]);
    assert_eq!(changed["version"], 2);
    assert_eq!(app.addresses(), shown(changed));

    let log = app.log().await;
    let entry = log
        .iter()
        .find(|entry| entry["action"] == "banner.updated")
        .unwrap();
    assert_eq!((&entry["before"], &entry["after"]), (&banner, changed));
    assert_eq!(entry["subject"], banner["_id"]);
}

#[tokio::test]
async fn the_same_picture_again_replaces_itself() {
    let (app, banner) = start_with_banner().await;
    let before = app.test_env.pictures();
    let answer = app.update(&banner["_id"], &form()).await;
    let changed = &answer.json["banner"];
    assert_eq!(app.addresses(), shown(changed));
    let after = app.test_env.pictures();
    for field in ["deskImgLink", "mobImgLink"] {
        let [old, new] = [&banner, changed].map(|banner| banner[field].as_str().unwrap());
        assert_ne!(old, new);
        assert!(before[old] == after[new], "{field}");
    }
}

#[tokio::test]
async fn the_pictures_may_be_swapped() {
    let (app, banner) = start_with_banner().await;
    let before = app.test_env.pictures();
    let form = json!({ "bannerName": "x", "deskImgLink": picture(20), "mobImgLink": picture(10) });
    let answer = app.update(&banner["_id"], &form).await;
    let changed = &answer.json["banner"];
    let after = app.test_env.pictures();
    let of = |banner: &Value, field: &str| banner[field].as_str().unwrap().to_owned();
    assert!(before[&of(&banner, "mobImgLink")] == after[&of(changed, "deskImgLink")]);
    assert!(before[&of(&banner, "deskImgLink")] == after[&of(changed, "mobImgLink")]);
    assert_eq!(app.addresses(), shown(changed));
}

/// Nothing here writes such a banner, but a hand may.
#[tokio::test]
async fn a_picture_that_both_show_stays_while_one_of_them_does() {
    let (app, banner) = start_with_banner().await;
    let mut item = stored(&app).await;
    item["mobile"] = item["desktop"].clone();
    app.test_env.put(Table::Content, &item).await;
    let form = json!({ "bannerName": "x", "mobImgLink": picture(99) });
    let changed = app.update(&banner["_id"], &form).await;
    assert_eq!(changed.json["banner"]["deskImgLink"], banner["deskImgLink"]);
    let kept = app.addresses();
    assert!(
        shown(&changed.json["banner"])
            .iter()
            .all(|address| kept.contains(address))
    );
}

#[tokio::test]
async fn a_change_decided_on_an_older_version_is_refused_and_without_a_version_the_last_one_wins() {
    let (app, banner) = start_with_banner().await;
    let change = json!({ "bannerName": "First", "deskImgLink": picture(200), "version": 1 });
    assert_eq!(app.update(&banner["_id"], &change).await.status, 200);

    // The same picture, too: the one that is shown now must not be taken for the useless upload.
    for version in [0, 1, 3] {
        let stale = with(change.clone(), "version", version);
        let request = Request::put(place("updateLink", &banner["_id"]), &stale);
        let answer = app.assert_refused(request, (409, "stale_version", "")).await;
        assert_eq!(
            answer.message(),
            "This was changed by someone else meanwhile. Reload and try again."
        );
    }
    let answer = app.update(&banner["_id"], &json!({ "bannerName": "Last" })).await;
    assert_eq!(
        (
            &answer.json["banner"]["bannerName"],
            &answer.json["banner"]["version"]
        ),
        (&json!("Last"), &json!(3))
    );
}

#[tokio::test]
async fn changes_side_by_side_all_end_with_one_and_its_picture() {
    let (app, banner) = start_with_banner().await;
    let forms: Vec<_> = (1..=4)
        .map(
            |number| json!({ "bannerName": format!("Number {number}"), "deskImgLink": picture(number * 40) }),
        )
        .collect();
    let [one, two, three, four] = &forms[..] else {
        unreachable!()
    };
    let id = &banner["_id"];
    let answers = tokio::join!(
        app.update(id, one),
        app.update(id, two),
        app.update(id, three),
        app.update(id, four)
    );
    let answers = [answers.0, answers.1, answers.2, answers.3];
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(
        done >= 1
            && answers
                .iter()
                .all(|answer| [200, 409].contains(&answer.status.as_u16()))
    );
    let [last] = &app.listed().await[..] else {
        panic!("one banner")
    };
    assert_eq!(last["version"], 1 + done);
    assert_eq!(app.addresses(), shown(last));
    assert_eq!(app.log().await.len(), 1 + done);
}

#[tokio::test]
async fn an_unknown_banner_cannot_be_changed() {
    let app = start().await;
    app.added().await;
    for id in ["banner-000000000-0000000", "x", "%20", "a%2Fb"] {
        let request = Request::put(format!("/api/banners/updateLink/{id}"), &form());
        let answer = app.assert_refused(request, (404, "not_found", "")).await;
        assert_eq!(answer.message(), "There is no such banner.");
    }
}

#[tokio::test]
async fn a_brand_is_no_banner() {
    let (app, banner) = start_with_banner().await;
    let mut item = stored(&app).await;
    app.test_env.delete(Table::Content, &item).await;
    item["pk"] = json!("BRAND");
    app.test_env.put(Table::Content, &item).await;
    assert!(app.listed().await.is_empty());
    let request = Request::put(place("updateLink", &banner["_id"]), &form());
    app.assert_refused(request, (404, "not_found", "")).await;
    app.assert_refused(
        Request::delete(place("deleteBanner", &banner["_id"])),
        (404, "not_found", ""),
    )
    .await;
}

#[tokio::test]
async fn a_name_is_required_here_too() {
    let (app, banner) = start_with_banner().await;
    let request = Request::put(place("updateLink", &banner["_id"]), &json!({ "link": "/" }));
    let answer = app
        .assert_refused(request, (422, "invalid_field", "bannerName"))
        .await;
    assert_eq!(answer.message(), "Banner name is required");
}
