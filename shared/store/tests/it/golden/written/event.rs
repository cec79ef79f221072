//! What the event shows and does: packages, banners, and who came in.

use super::entry;
use domain::{
    BannerId, CustomerId, PackageId, Word,
    catalogue::{Package, SaleState},
    check_in::{Direction, List, Notice, Passage, Refusal, ScanPlace},
    content::{Banner, Group, Link},
    display_order::{DisplayOrder, Rearrangement},
};
use store::{
    AuditLog, CheckIns, Content, Write,
    check_in::{
        Answer, Crossed, Leaving, ListOptions, PassageTurn, Passing, Seen, Sought, Taken, Used, WithoutRight,
    },
};
use test_support::{SINGLE, TestEnv};

/// Keeps a scan, and returns what is kept then.
async fn pass(check_ins: &CheckIns, list: &List, id: &CustomerId, passage: &Passage, answer: Answer) -> Seen {
    let now = passage.place.at;
    let sought = Sought {
        list,
        candidate: Some(id),
        nonces: &[],
        taken_back: None,
    };
    let seen = check_ins.seen(sought, now).await.unwrap();
    let before = seen.passages(id.clone(), None);
    let passing = Passing {
        turn: PassageTurn {
            list,
            seen: &seen,
            before: &before,
            after: &before.with(passage.clone()).unwrap(),
            place: &passage.place,
            lookups: &["Jci9Cdg_Vi9QocIN5n1yCA".to_owned()],
            now,
        },
        used: &Used {
            fingerprint: "0f".repeat(32),
            list: list.to_string(),
            let_in: true,
            undone: false,
            answer,
            ..Used::undone(&passage.nonce)
        },
        again: false,
    };
    assert_eq!(check_ins.pass(&passing).await.unwrap(), Write::Done);
    check_ins.seen(sought, now).await.unwrap()
}

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
    let came_in = |device: &str, nonce: &str| Passage {
        direction: Direction::In,
        place: place(device),
        nonce: nonce.to_owned(),
        is_through: true,
    };
    for (candidate, double) in [("CZ6S4932KF26", true), ("CZ6S4932KF27", false)] {
        let id = CustomerId::parse(candidate).unwrap();
        let first = came_in("Gate 1", &format!("nonce-{candidate}"));
        let answer = Answer {
            admitted: true,
            notices: vec![Notice::NumberOnly.into()],
            customer_id: Some(id.clone()),
            place: Some(first.place.clone()),
            ..Answer::default()
        };
        let seen = pass(&check_ins, &list, &id, &first, answer.clone()).await;
        if double {
            let second = came_in("Gate 2", "nonce-of-gate-2");
            let answer = Answer {
                admitted: false,
                double: Some(second.place.clone()),
                ..answer
            };
            pass(&check_ins, &list, &id, &second, answer).await;
        } else {
            let log = AuditLog::from_env(&env).unwrap();
            let undone = entry(test_env, "check_in.undone");
            let before = seen.passages(id, None);
            let leaving = Leaving {
                turn: PassageTurn {
                    list: &list,
                    seen: &seen,
                    before: &before,
                    after: &before.without(&first.nonce).unwrap(),
                    place: &place("Gate 1"),
                    lookups: &[],
                    now,
                },
                taken: Taken::Passage(&first),
                used: None,
                audit: log.table().audit(&undone),
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
        dealt_with: None,
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
    let id = CustomerId::parse("CZ6S4932KF29").unwrap();
    let exit = Passage {
        direction: Direction::Out,
        place: place.clone(),
        nonce: "nonce-of-the-exit".to_owned(),
        is_through: true,
    };
    let answer = Answer {
        customer_id: Some(id.clone()),
        crossed: Some(Crossed::NotIn.into()),
        ..Answer::default()
    };
    pass(check_ins, list, &id, &exit, answer).await;
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
    let entry = entry(test_env, "packages.rearranged");
    let log = AuditLog::from_env(&test_env.env()).unwrap();
    let order = rearranged();
    let set = catalogue.arrange_packages(&order, log.table().audit(&entry));
    assert_eq!(set.await.unwrap(), Write::Done);
}

/// An order that somebody has set.
fn rearranged() -> DisplayOrder {
    let shown = ["first", "second"];
    let ids = ["second", "first"].map(str::to_owned).to_vec();
    match DisplayOrder::default().rearrange(&shown, ids, None).unwrap() {
        Rearrangement::Next(order) => order,
        Rearrangement::AsItIs | Rearrangement::Stale => unreachable!("it is another order"),
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
        let entry = entry(test_env, "banners.rearranged");
        let log = AuditLog::from_env(&test_env.env()).unwrap();
        let order = rearranged();
        let set = content.arrange(group, &order, log.table().audit(&entry));
        assert_eq!(set.await.unwrap(), Write::Done);
    }
}
