//! What the event shows and does: packages, banners, and who came in.

use super::entry;
use domain::{
    BannerId, CustomerId, PackageId, Word,
    catalogue::{Package, SaleState},
    check_in::{Admission, Crossing, Crossings, Direction, Entrance, List, Notice, Refusal, ScanPlace},
    content::{Banner, Group, Link},
};
use store::{
    AuditLog, CheckIns, Content, Write,
    check_in::{
        Answer, Crossed, CrossingOver, CrossingsTurn, Entering, Leaving, ListOptions, Taken, Used,
        WithoutRight,
    },
};
use test_support::{SINGLE, TestEnv};

/// Somebody whom two devices let in, and somebody whose admission was taken back.
pub(super) async fn check_ins(test_env: &TestEnv) {
    let env = test_env.env();
    let check_ins = CheckIns::from_env(&env).unwrap();
    let list = List::parse("day:2025-05-31").unwrap();
    let now = test_env.clock.now();
    let place = |device: &str| ScanPlace {
        at: now,
        by: "meera".to_owned(),
        device: device.to_owned(),
    };
    for (candidate, double) in [("CZ6S4932KF26", true), ("CZ6S4932KF27", false)] {
        let customer_id = CustomerId::parse(candidate).unwrap();
        let nonce = format!("nonce-{candidate}");
        let mut admission = Admission::new(customer_id, place("Gate 1"), nonce);
        if double {
            admission.others.push(Entrance {
                place: place("Gate 2"),
                nonce: "nonce-of-gate-2".to_owned(),
                double: None,
            });
        }
        let second = double.then(|| place("Gate 2"));
        let entering = Entering {
            list: &list,
            admission: &admission,
            known: None,
            double: second.as_ref(),
            turn: CrossingsTurn::default(),
            lookups: &["Jci9Cdg_Vi9QocIN5n1yCA".to_owned()],
            used: &Used {
                nonce: admission.nonce.clone(),
                fingerprint: "0f".repeat(32),
                list: list.to_string(),
                let_in: true,
                undone: false,
                answer: Answer {
                    admitted: true,
                    reason: None,
                    notices: vec![Notice::NumberOnly.into()],
                    customer_id: Some(admission.customer_id.clone()),
                    place: Some(admission.place.clone()),
                    double: second.clone(),
                    ..Answer::default()
                },
            },
            again: false,
            now,
        };
        assert_eq!(check_ins.enter(&entering).await.unwrap(), Write::Done);
        if !double {
            let log = AuditLog::from_env(&env).unwrap();
            let undone = entry(test_env, "check_in.undone");
            let leaving = Leaving {
                list: &list,
                customer_id: &admission.customer_id,
                taken: Taken::Admitted {
                    known: &admission,
                    left: None,
                },
                turn: CrossingsTurn::default(),
                place: &place("Gate 1"),
                lookups: &[],
                used: None,
                audit: log.table().audit(&undone),
                now,
            };
            assert_eq!(check_ins.leave(&leaving).await.unwrap(), Write::Done);
        }
    }
    crossings(test_env, &check_ins, &list, &place("Gate 3")).await;
    let record = WithoutRight {
        customer_id: CustomerId::parse("CZ6S4932KF28").unwrap(),
        list: list.to_string(),
        reason: Refusal::Withdrawn.into(),
        place: place("Gate 1"),
        nonce: "nonce-without-right".to_owned(),
    };
    let used = Used {
        fingerprint: "0f".repeat(32),
        list: list.to_string(),
        let_in: true,
        undone: false,
        ..Used::undone(&record.nonce)
    };
    let log = AuditLog::from_env(&env).unwrap();
    let entry = entry(test_env, "check_in.without_right");
    let noted = check_ins.note_without_right(&record, &used, false, log.table().audit(&entry), now);
    assert_eq!(noted.await.unwrap(), Write::Done);
}

/// Somebody who went out of a list that counts it, and whose scan in comes later.
async fn crossings(test_env: &TestEnv, check_ins: &CheckIns, list: &List, place: &ScanPlace) {
    let log = AuditLog::from_env(&test_env.env()).unwrap();
    let options = ListOptions {
        list: list.clone(),
        check_out: true,
    };
    let entry = entry(test_env, "check_in.options");
    let set = check_ins.set_options(None, &options, log.table().audit(&entry));
    assert_eq!(set.await.unwrap(), Write::Done);
    let customer_id = CustomerId::parse("CZ6S4932KF29").unwrap();
    let exit = Crossing {
        direction: Direction::Out,
        place: place.clone(),
        nonce: "nonce-of-the-exit".to_owned(),
    };
    let crossings = Crossings::none(customer_id.clone()).with(exit).unwrap();
    let crossing = CrossingOver {
        list,
        customer_id: &customer_id,
        turn: CrossingsTurn {
            next: Some(&crossings),
            ..CrossingsTurn::default()
        },
        known: None,
        explained: None,
        place,
        lookups: &[],
        used: &Used {
            fingerprint: "0f".repeat(32),
            list: list.to_string(),
            let_in: true,
            undone: false,
            answer: Answer {
                customer_id: Some(customer_id.clone()),
                crossed: Some(Crossed::NotIn.into()),
                ..Answer::default()
            },
            ..Used::undone("nonce-of-the-exit")
        },
        again: false,
        now: test_env.clock.now(),
    };
    assert_eq!(check_ins.cross(&crossing).await.unwrap(), Write::Done);
}

/// A package in each state; those of the test environment are on sale.
pub(super) async fn catalogue(test_env: &TestEnv) {
    let catalogue = test_env.catalogue();
    let single = catalogue
        .package(&PackageId::parse(SINGLE).unwrap())
        .await
        .unwrap();
    let single = single.unwrap();
    for state in [SaleState::Draft, SaleState::Archived] {
        let package = Package {
            id: PackageId::parse(&format!("package-{}", state.as_str())).unwrap(),
            state: state.into(),
            ..single.clone()
        };
        catalogue.put_package(&package).await.unwrap();
    }
}

pub(super) async fn content(test_env: &TestEnv) {
    let content = Content::from_env(&test_env.env()).unwrap();
    for group in Group::ALL {
        let banner = Banner {
            id: BannerId::parse(group.noun()).unwrap(),
            name: "Expo".to_owned(),
            desktop: "/media/hero-0123.jpg".to_owned(),
            mobile: group
                .has_mobile()
                .then(|| "/media/hero-mobile-0123.jpg".to_owned()),
            link: Link::parse("/register").unwrap(),
            version: 1,
        };
        content.put(group, &banner).await.unwrap();
    }
}
