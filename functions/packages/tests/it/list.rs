//! The list itself.

use crate::{Packages, start};
use domain::{
    CollegeId, PackageId, Paise,
    catalogue::{Package, SaleState},
};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{App, COLLEGE, COURSE, Fault, OTHER_COLLEGE, OTHER_COURSE, SINGLE};

async fn remove(app: &App, sk: &str) {
    let key = json!({ "pk": "CATALOGUE", "sk": sk });
    app.test_env.delete(Table::Catalogue, &key).await;
}

async fn offered(app: &App) -> Value {
    let list = app.list().await.json;
    let packages = list.as_array().unwrap();
    let single = packages.iter().find(|package| package["_id"] == SINGLE);
    single.unwrap()["collegeList"].clone()
}

fn courses_of(college: &Value) -> Vec<&str> {
    let courses = college["courseList"].as_array().unwrap();
    courses
        .iter()
        .map(|course| course["_id"].as_str().unwrap())
        .collect()
}

fn course(id: &str, name: &str) -> Value {
    json!({
        "_id": id,
        "examName": name,
        "date": "2025-05-31",
        "timeStart": "10:00",
        "timeEnd": "12:00",
        "venue": "Hall A",
        "sold_out": false,
    })
}

#[tokio::test]
async fn the_list_has_the_nested_shape_that_the_form_reads() {
    let app = start().await;
    let colleges = json!([
        {
            "_id": "backwater",
            "name": "Backwater College",
            "description": "",
            "courseList": [
                course("backwater-bca", "BCA Entrance"),
                course("backwater-bsc", "B.Sc Entrance"),
            ],
        },
        {
            "_id": "spice-coast",
            "name": "Spice Coast College",
            "description": "",
            "courseList": [course("spice-coast-bba", "BBA Entrance")],
        },
    ]);
    assert_eq!(
        app.list().await.json,
        json!([
            {
                "_id": "all-inclusive",
                "name": "All-Inclusive Exam Access",
                "description": "For the expo.",
                "price": 1850,
                "AllowAllCollege": true,
                "collegeList": colleges,
            },
            {
                "_id": "single-exam",
                "name": "Single Exam Access",
                "description": "For the expo.",
                "price": 1000,
                "AllowAllCollege": false,
                "collegeList": colleges,
            },
        ])
    );
}

#[tokio::test]
async fn the_whole_list_is_one_request_to_the_database() {
    let app = start().await;
    app.test_env.database.set(Fault::None);
    app.list().await;
    assert_eq!(app.test_env.database.requests(), 1);
}

#[tokio::test]
async fn deleted_colleges_exams_and_packages_vanish_and_the_rest_stays() {
    let app = start().await;
    remove(&app, &format!("EXAM#{COURSE}")).await;
    let colleges = offered(&app).await;
    assert_eq!(courses_of(&colleges[0]), ["backwater-bsc"]);
    assert_eq!(courses_of(&colleges[1]), ["spice-coast-bba"]);

    remove(&app, &format!("COLLEGE#{COLLEGE}")).await;
    let colleges = offered(&app).await;
    assert_eq!(colleges.as_array().unwrap().len(), 1);
    assert_eq!(colleges[0]["_id"], OTHER_COLLEGE);

    remove(&app, &format!("COLLEGE#{OTHER_COLLEGE}")).await;
    assert_eq!(offered(&app).await, json!([]));

    remove(&app, &format!("PACKAGE#{SINGLE}")).await;
    assert_eq!(app.list().await.json.as_array().unwrap().len(), 1);
    remove(&app, "PACKAGE#all-inclusive").await;
    assert_eq!(app.list().await.json, json!([]));
}

#[tokio::test]
async fn a_package_for_all_colleges_lists_each_that_has_an_exam_whatever_is_written_with_it() {
    let app = start().await;
    let package = Package {
        id: PackageId::parse("all-inclusive").unwrap(),
        name: "Everything".to_owned(),
        description: String::new(),
        price: Paise::new(185_050),
        allows_all_colleges: true,
        colleges: vec![CollegeId::parse(COLLEGE).unwrap()],
        state: SaleState::OnSale.into(),
        version: 2,
    };
    app.test_env.catalogue().put_package(&package).await.unwrap();
    let names = async || {
        let list = app.list().await.json;
        assert_eq!(list[0]["price"], json!(1850.5));
        let colleges = list[0]["collegeList"].as_array().unwrap().clone();
        let names = colleges
            .iter()
            .map(|college| college["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["Backwater College", "Spice Coast College"]);
    remove(&app, &format!("EXAM#{OTHER_COURSE}")).await;
    assert_eq!(
        names().await,
        ["Backwater College"],
        "nothing can be sat at the other one"
    );
}

#[tokio::test]
async fn a_catalogue_of_more_than_a_megabyte_is_listed_whole() {
    let app = start().await;
    for number in 0..30 {
        let package = Package {
            id: PackageId::parse(&format!("package-{number:02}")).unwrap(),
            name: format!("Package {number}"),
            description: "x".repeat(50_000),
            price: Paise::new(100),
            allows_all_colleges: true,
            colleges: vec![],
            state: SaleState::OnSale.into(),
            version: 1,
        };
        app.test_env.catalogue().put_package(&package).await.unwrap();
    }
    assert_eq!(app.list().await.json.as_array().unwrap().len(), 32);
}

#[tokio::test]
async fn a_course_says_how_many_places_are_left_where_that_is_few_and_when_none_is() {
    let app = start().await;
    let course = async || {
        let colleges = offered(&app).await;
        let courses = colleges[0]["courseList"].as_array().unwrap().clone();
        courses
            .into_iter()
            .find(|course| course["_id"] == COURSE)
            .unwrap()
    };
    let said = |course: &Value| (course.get("seats_left").cloned(), course["sold_out"].clone());
    for (places, left, sold_out) in [
        (22, None, false),
        (21, Some(20), false),
        (2, Some(1), false),
        (1, Some(0), true),
    ] {
        app.test_env.limit_places(COURSE, places).await;
        if places == 22 {
            app.test_env.paid_place("asha@example.com").await;
        }
        assert_eq!(
            said(&course().await),
            (left.map(|left| json!(left)), json!(sold_out)),
            "{places}"
        );
    }
    // One who has paid is to be given a place.
    app.test_env.limit_places(COURSE, 3).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let mut capacity = items.into_iter().find(|item| item["sk"] == "CAPACITY").unwrap();
    capacity["awaited"] = json!(1);
    app.test_env.put(Table::Registrations, &capacity).await;
    assert_eq!(said(&course().await), (Some(json!(1)), json!(false)));
}
