//! What is chosen must be in the catalogue, and belong together.

use crate::{App, refusal, with};
use domain::{
    CollegeId, CourseId, PackageId,
    catalogue::{College, SaleState},
    registration::Selection,
};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, COLLEGE, COURSE, OTHER_COLLEGE, OTHER_COURSE, SINGLE, registration};

const NO_PACKAGE: (&str, &str) = ("packageId", "This package is no longer available");
const NO_FIT: (&str, &str) = ("type", "The type does not fit the package");
const NOT_INCLUDED: (&str, &str) = ("collegeId", "This college does not belong to the package");
const NOT_OFFERED: (&str, &str) = ("course_category", "This course does not belong to the college");

async fn assert_refused(app: &App, form: &Value, (field, message): (&str, &str)) {
    let answer = app.form_refused(form).await;
    assert_eq!(refusal(&answer), (422, "invalid_field", field), "{form}");
    assert_eq!(answer.message(), message, "{form}");
}

#[tokio::test]
async fn a_choice_that_does_not_belong_together_is_refused_by_field() {
    let app = App::start().await;
    let outside = College {
        id: CollegeId::parse("hill-top").unwrap(),
        name: "Hill Top College".to_owned(),
        description: String::new(),
        courses: vec![CourseId::parse(COURSE).unwrap()],
        version: 1,
    };
    app.test_env.catalogue().put_college(&outside).await.unwrap();

    let all = registration(ALL, "asha@example.com");
    let single = registration(SINGLE, "asha@example.com");
    let for_all = with(&single, "type", "allColleges");
    let for_one = with(&with(&single, "packageId", ALL), "order_amount", 1850);
    for (form, refused) in [
        (with(&all, "packageId", "no-such-package"), NO_PACKAGE),
        (with(&single, "packageId", "no-such-package"), NO_PACKAGE),
        // The ids of other things are not packages.
        (with(&all, "packageId", COLLEGE), NO_PACKAGE),
        (for_all, NO_FIT),
        (for_one, NO_FIT),
        (with(&single, "collegeId", "hill-top"), NOT_INCLUDED),
        (with(&single, "collegeId", "no-such-college"), NOT_INCLUDED),
        (with(&single, "course_category", OTHER_COURSE), NOT_OFFERED),
        (with(&single, "course_category", "no-such-course"), NOT_OFFERED),
        (with(&single, "collegeId", OTHER_COLLEGE), NOT_OFFERED),
    ] {
        assert_refused(&app, &form, refused).await;
    }
}

#[tokio::test]
async fn a_package_that_is_not_on_sale_is_refused_whatever_the_browser_shows() {
    for state in [SaleState::Draft, SaleState::Archived] {
        for package in [ALL, SINGLE] {
            let app = App::start().await;
            let catalogue = app.test_env.catalogue();
            let id = PackageId::parse(package).unwrap();
            let mut off_sale = catalogue.package(&id).await.unwrap().unwrap();
            off_sale.state = state.into();
            catalogue.put_package(&off_sale).await.unwrap();
            let form = registration(package, "asha@example.com");
            assert_refused(&app, &form, NO_PACKAGE).await;
        }
    }
}

#[tokio::test]
async fn a_choice_that_was_deleted_meanwhile_is_refused() {
    for (sk, package, refused) in [
        (format!("PACKAGE#{ALL}"), ALL, NO_PACKAGE),
        (format!("PACKAGE#{SINGLE}"), SINGLE, NO_PACKAGE),
        (format!("COLLEGE#{COLLEGE}"), SINGLE, NOT_INCLUDED),
        (format!("EXAM#{COURSE}"), SINGLE, NOT_OFFERED),
    ] {
        let app = App::start().await;
        let key = json!({ "pk": "CATALOGUE", "sk": sk });
        app.test_env.delete(Table::Catalogue, &key).await;
        assert_refused(&app, &registration(package, "asha@example.com"), refused).await;
    }
}

#[tokio::test]
async fn a_registration_outlives_the_package_and_exam_it_was_for() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    for item in app.test_env.dump(Table::Catalogue).await {
        app.test_env.delete(Table::Catalogue, &item).await;
    }
    assert_eq!(app.status(&order).await.json["status"], "ACTIVE");
    assert_eq!(app.stored(&order).await.selection.exam_name(), "BCA Entrance");
}

#[tokio::test]
async fn the_names_and_the_price_come_from_the_catalogue() {
    let app = App::start().await;
    let order = app
        .stored(&app.register(&registration(SINGLE, "asha@example.com")).await)
        .await;
    assert_eq!(order.amount.get(), 100_000);
    let Selection::SpecificCollege {
        package_name,
        college_name,
        exam_name,
        ..
    } = order.selection
    else {
        panic!("one exam was chosen");
    };
    assert_eq!(package_name, "Single Exam Access");
    assert_eq!(college_name, "Backwater College");
    assert_eq!(exam_name, "BCA Entrance");
}

#[tokio::test]
async fn for_all_colleges_a_college_and_a_course_are_ignored() {
    let app = App::start().await;
    let form = registration(ALL, "asha@example.com");
    let form = with(&form, "collegeId", "not an id");
    let form = with(&form, "course_category", OTHER_COURSE);
    let order = app.stored(&app.register(&form).await).await;
    assert!(matches!(order.selection, Selection::AllColleges { .. }));
}
