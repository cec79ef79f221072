//! A small catalogue: one package for everything, and one for a single exam of one of two colleges.

use domain::{
    CollegeId, CourseId, PackageId, Paise, StreamId,
    catalogue::{College, Exam, ExamSeating, Package, SaleState, Stream},
};
use serde_json::{Value, json};
use store::Catalogue;
use time::macros::datetime;

/// The package of every exam, Rs 1850.
pub const ALL: &str = "all-inclusive";
/// The package of one exam, Rs 1000.
pub const SINGLE: &str = "single-exam";
/// A college of the single package.
pub const COLLEGE: &str = "backwater";
/// One of its exams.
pub const COURSE: &str = "backwater-bca";
/// Another college of the single package.
pub const OTHER_COLLEGE: &str = "spice-coast";
/// Its exam.
pub const OTHER_COURSE: &str = "spice-coast-bba";

/// The stream of every exam.
pub const STREAM: &str = "science";

/// Writes the catalogue.
pub(crate) async fn seed(catalogue: &Catalogue) {
    let stream = Stream {
        id: StreamId::parse(STREAM).unwrap(),
        name: "Science".to_owned(),
        created_at: datetime!(2025-05-01 09:00 UTC),
        version: 1,
        arrivals: 0,
    };
    catalogue.put_stream(&stream).await.unwrap();
    for (id, name) in [
        (COURSE, "BCA Entrance"),
        ("backwater-bsc", "B.Sc Entrance"),
        (OTHER_COURSE, "BBA Entrance"),
    ] {
        let exam = Exam {
            id: CourseId::parse(id).unwrap(),
            stream_id: StreamId::parse(STREAM).unwrap(),
            exam_name: name.to_owned(),
            date: "2025-05-31".to_owned(),
            time_start: "10:00".to_owned(),
            time_end: "12:00".to_owned(),
            venue: "Hall A".to_owned(),
            fee: Paise::new(100_000),
            details: String::new(),
            image: String::new(),
            capacity: None,
            seating: ExamSeating::default(),
            version: 1,
        };
        catalogue.put_exam(&exam).await.unwrap();
    }
    for (id, name, courses) in [
        (COLLEGE, "Backwater College", vec![COURSE, "backwater-bsc"]),
        (OTHER_COLLEGE, "Spice Coast College", vec![OTHER_COURSE]),
    ] {
        let college = College {
            id: CollegeId::parse(id).unwrap(),
            name: name.to_owned(),
            description: String::new(),
            courses: courses
                .into_iter()
                .map(|id| CourseId::parse(id).unwrap())
                .collect(),
            version: 1,
        };
        catalogue.put_college(&college).await.unwrap();
    }
    for (id, name, price, all) in [
        (ALL, "All-Inclusive Exam Access", 185_000, true),
        (SINGLE, "Single Exam Access", 100_000, false),
    ] {
        let colleges = if all { vec![] } else { vec![COLLEGE, OTHER_COLLEGE] };
        let package = Package {
            id: PackageId::parse(id).unwrap(),
            name: name.to_owned(),
            description: "For the expo.".to_owned(),
            price: Paise::new(price),
            allows_all_colleges: all,
            colleges: colleges
                .into_iter()
                .map(|id| CollegeId::parse(id).unwrap())
                .collect(),
            state: SaleState::OnSale.into(),
            version: 1,
        };
        catalogue.put_package(&package).await.unwrap();
    }
}

/// A registration in order, as the form sends it: for one exam, or for all of them.
#[must_use]
pub fn registration(package: &str, email: &str) -> Value {
    let mut form = json!({
        "customer_name": "Asha Rao",
        "customer_email": email,
        "customer_phone": "9876543210",
        "order_amount": 1850,
        "exam_preference": "Offline",
        "payment_mode": "online",
        "packageId": package,
        "type": "allColleges",
        "order_currency": "INR",
    });
    if package == SINGLE {
        form["type"] = json!("specificCollege");
        form["order_amount"] = json!(1000);
        form["collegeId"] = json!(COLLEGE);
        form["course_category"] = json!(COURSE);
    }
    form
}
