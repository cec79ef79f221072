//! What is a price, and which choices the catalogue confirms.

use super::*;
use serde_json::json;
use std::collections::HashMap;

#[test]
fn a_price_is_a_number_of_rupees_with_at_most_two_decimals() {
    for (given, paise) in [
        (json!(0), 0),
        (json!(0.5), 50),
        (json!(0.99), 99),
        (json!(1850), 185_000),
        (json!(1850.25), 185_025),
        (json!(1_000_000), 100_000_000),
    ] {
        assert_eq!(price(Some(&given)), Ok(Paise::new(paise)), "{given}");
    }
    for given in [
        json!(-1),
        json!(0.001),
        json!("100"),
        json!(true),
        json!([1]),
        json!({}),
        json!(1e-7),
    ] {
        assert_eq!(price(Some(&given)), Err(NotAPrice::Malformed), "{given}");
    }
    for given in [
        json!(1_000_000.01),
        json!(10_000_001),
        json!(1e300),
        json!(u64::MAX),
    ] {
        assert_eq!(price(Some(&given)), Err(NotAPrice::TooMuch), "{given}");
    }
    assert_eq!(price(None), Err(NotAPrice::Missing));
    assert_eq!(price(Some(&Value::Null)), Err(NotAPrice::Missing));
}

fn id<T: TryFrom<String, Error = Invalid>>(text: &str) -> T {
    T::try_from(text.to_owned()).unwrap()
}

/// The catalogue as a choice of one exam of one college finds it.
fn catalogue() -> ResolvedSelection {
    ResolvedSelection {
        package: Some(Package {
            id: id("package-1"),
            name: "One college".to_owned(),
            description: String::new(),
            price: Paise::new(185_000),
            allows_all_colleges: false,
            colleges: vec![id("college-0"), id("college-1")],
            state: SaleState::OnSale.into(),
            version: 1,
        }),
        college: Some(College {
            id: id("college-1"),
            name: "City College".to_owned(),
            description: String::new(),
            courses: vec![id("course-0"), id("course-1")],
            version: 1,
        }),
        exam: Some(Exam {
            id: id("course-1"),
            stream_id: id("stream-1"),
            exam_name: "Physics".to_owned(),
            date: "2025-05-24".to_owned(),
            time_start: "09:00".to_owned(),
            time_end: "10:00".to_owned(),
            venue: "Kochi".to_owned(),
            fee: Paise::new(10_000),
            details: String::new(),
            image: String::new(),
            capacity: None,
            seating: ExamSeating::default(),
            version: 1,
        }),
    }
}

fn one_exam() -> Choice {
    Choice::SpecificCollege {
        package: id("package-1"),
        college: id("college-1"),
        course: id("course-1"),
    }
}

fn every_exam() -> Choice {
    Choice::AllColleges {
        package: id("package-1"),
    }
}

/// Changes a part of the catalogue, which is there.
fn with<T>(part: &mut Option<T>, change: impl FnOnce(&mut T)) {
    change(part.as_mut().unwrap());
}

#[test]
fn a_choice_that_the_catalogue_confirms_is_offered_with_the_names_and_the_price_of_today() {
    let offer = catalogue().offer(&one_exam()).unwrap();
    let selection = Selection::SpecificCollege {
        package_id: id("package-1"),
        package_name: "One college".to_owned(),
        college_id: id("college-1"),
        college_name: "City College".to_owned(),
        course_id: id("course-1"),
        exam_name: "Physics".to_owned(),
    };
    let price = Paise::new(185_000);
    assert_eq!(offer, Offer { selection, price });

    let mut found = catalogue();
    with(&mut found.package, |package| package.allows_all_colleges = true);
    let selection = Selection::AllColleges {
        package_id: id("package-1"),
        package_name: "One college".to_owned(),
    };
    assert_eq!(found.offer(&every_exam()), Ok(Offer { selection, price }));
}

#[test]
fn a_choice_that_does_not_fit_the_catalogue_is_refused_by_the_field_that_does_not() {
    type Change = fn(&mut ResolvedSelection);
    let changes: [(&str, Change); 11] = [
        ("packageId", |found| found.package = None),
        ("packageId", |found| {
            with(&mut found.package, |package| {
                package.state = SaleState::Draft.into();
            });
        }),
        ("packageId", |found| {
            with(&mut found.package, |package| {
                package.state = SaleState::Archived.into();
            });
        }),
        ("packageId", |found| {
            let later = Stored::Unrecognised("sold_out".to_owned());
            with(&mut found.package, |package| package.state = later);
        }),
        ("collegeId", |found| found.college = None),
        ("collegeId", |found| {
            with(&mut found.college, |college| college.id = id("college-0"));
        }),
        ("collegeId", |found| {
            with(&mut found.package, |package| {
                package.colleges = vec![id("college-0")];
            });
        }),
        ("course_category", |found| found.exam = None),
        ("course_category", |found| {
            with(&mut found.exam, |exam| exam.id = id("course-0"));
        }),
        ("course_category", |found| {
            with(&mut found.college, |college| {
                college.courses = vec![id("course-0")];
            });
        }),
        ("type", |found| {
            with(&mut found.package, |package| package.allows_all_colleges = true);
        }),
    ];
    for (number, (field, change)) in changes.into_iter().enumerate() {
        let mut found = catalogue();
        change(&mut found);
        let refused = found.offer(&one_exam()).unwrap_err();
        assert_eq!(refused.field, field, "change {number}");
    }
    assert_eq!(catalogue().offer(&every_exam()).unwrap_err().field, "type");
}

#[test]
fn a_package_of_less_than_a_rupee_is_not_offered() {
    for (paise, payable) in [(0, false), (99, false), (100, true)] {
        let mut found = catalogue();
        with(&mut found.package, |package| package.price = Paise::new(paise));
        let refused = found.offer(&one_exam()).err().map(|refused| refused.field);
        assert_eq!(refused, (!payable).then_some("order_amount"), "{paise}");
    }
}

#[test]
fn a_price_that_was_shown_and_has_changed_is_answered_with_that_of_today() {
    let offer = catalogue().offer(&one_exam()).unwrap();
    assert_eq!(offer.expect_price(Paise::new(185_000)), Ok(()));
    for shown in [184_999, 185_001] {
        let price = Paise::new(185_000);
        assert_eq!(offer.expect_price(Paise::new(shown)), Err(PriceChanged { price }));
    }
}

#[test]
fn a_package_is_saleable_when_it_can_be_paid_for_and_each_college_that_can_be_picked_has_an_exam() {
    let found = catalogue();
    let (package, college, exam) = (
        found.package.unwrap(),
        found.college.unwrap(),
        found.exam.unwrap(),
    );
    let idle = College {
        id: id("college-0"),
        name: "Idle College".to_owned(),
        ..college.clone()
    };
    let idle = College {
        // Its only exam was deleted.
        courses: vec![id("course-0")],
        ..idle
    };
    let exams = HashMap::from([(exam.id.clone(), exam)]);
    let with = |colleges: &[&College]| -> HashMap<CollegeId, College> {
        let by_id = |college: &&College| (college.id.clone(), (*college).clone());
        colleges.iter().map(by_id).collect()
    };
    let (both, good, none) = (with(&[&college, &idle]), with(&[&college]), HashMap::new());
    let all = Package {
        allows_all_colleges: true,
        colleges: Vec::new(),
        ..package.clone()
    };
    let priced = |paise: u64, package: &Package| Package {
        price: Paise::new(paise),
        ..package.clone()
    };
    let no_exam = Err(Unsaleable::NoExam("Idle College".to_owned()));
    for (package, colleges, saleable, field) in [
        (priced(100, &package), &good, Ok(()), ""),
        (priced(99, &package), &good, Err(Unsaleable::Price), "price"),
        (package.clone(), &none, Err(Unsaleable::NoCollege), "collegeList"),
        (package, &both, no_exam, "collegeList"),
        (priced(0, &all), &good, Err(Unsaleable::Price), "price"),
        (all.clone(), &both, Ok(()), ""),
        (
            all.clone(),
            &with(&[&idle]),
            Err(Unsaleable::NothingIncluded),
            "AllowAllCollege",
        ),
        (all, &none, Err(Unsaleable::NothingIncluded), "AllowAllCollege"),
    ] {
        let found = package.saleable(colleges, &exams);
        let named = found.as_ref().err().map_or("", Unsaleable::field);
        assert_eq!((&found, named), (&saleable, field));
    }
}

#[test]
fn a_package_is_stored_with_its_state() {
    for (state, word) in [
        (SaleState::Draft, "draft"),
        (SaleState::Archived, "archived"),
        (SaleState::OnSale, "on_sale"),
    ] {
        let mut package = catalogue().package.unwrap();
        package.state = state.into();
        let stored = json!(package);
        assert_eq!(stored["state"], word);
        let read: Package = serde_json::from_value(stored).unwrap();
        assert_eq!(read, package);
        assert_eq!(read.is_on_sale(), state == SaleState::OnSale);
    }
}

#[test]
fn who_bought_a_package_may_choose_in_it_when_it_is_off_sale() {
    for state in [SaleState::Draft, SaleState::Archived] {
        let off_sale = || {
            let mut found = catalogue();
            with(&mut found.package, |package| package.state = state.into());
            found
        };
        assert!(off_sale().offer(&one_exam()).is_err());
        assert_eq!(off_sale().confirm(&one_exam()), catalogue().offer(&one_exam()));
    }
}
