//! What a till should hold, what a closing records, and what comes after it.

use super::*;
use time::macros::{date, datetime};

fn entry(mode: &str, amount: i64) -> Entry {
    let movement = if amount < 0 {
        Movement::PaidBack
    } else {
        Movement::Paid
    };
    let customer_id = CustomerId::parse("CZ6S4932KF26").unwrap();
    Entry {
        at: datetime!(2025-05-20 06:00 UTC),
        clerk: "asha".to_owned(),
        movement: movement.into(),
        mode: serde_json::from_value(mode.into()).unwrap(),
        amount: Balance::new(amount),
        reference: "one".to_owned(),
        order_id: OrderId::parse("CZ6S4932KF26-0123456789ABCDEFGHJK").unwrap(),
        receipt_no: ReceiptNo::of(&customer_id),
        customer_id,
    }
}

fn by_mode(amounts: &[(PaymentMode, u64)]) -> BTreeMap<PaymentMode, Paise> {
    let amounts = amounts.iter();
    amounts
        .map(|(mode, amount)| (*mode, Paise::new(*amount)))
        .collect()
}

fn closing(counts: BTreeMap<String, ModeCount>) -> Closing {
    Closing {
        number: 1,
        clerk: "asha".to_owned(),
        closed_by: "asha".to_owned(),
        closed_at: datetime!(2025-05-20 12:00 UTC),
        counts,
    }
}

#[test]
fn a_day_begins_at_midnight_in_kolkata() {
    assert_eq!(day_of(datetime!(2025-05-20 18:29:59 UTC)), date!(2025 - 05 - 20));
    assert_eq!(day_of(datetime!(2025-05-20 18:30 UTC)), date!(2025 - 05 - 21));
}

#[test]
fn a_receipt_has_the_pass_number_of_its_candidate() {
    let candidate = CustomerId::parse("CZ6S4932KF26").unwrap();
    assert_eq!(ReceiptNo::of(&candidate).to_string(), "R-CZ6S-4932-KF26");
}

#[test]
fn what_is_expected_is_the_opening_and_what_came_in_less_what_went_out() {
    let entries = [
        entry("cash", 100_000),
        entry("cash", 185_050),
        entry("cash", -100_000),
        entry("upi", 1),
    ];
    let opening = by_mode(&[(PaymentMode::Cash, 50_000)]);
    let counted = by_mode(&[(PaymentMode::Cash, 235_000), (PaymentMode::Upi, 1)]);
    let counts = count(&entries, &opening, &counted).unwrap();
    assert_eq!(counts["cash"].expected, Balance::new(235_050));
    assert_eq!(counts["cash"].difference(), Balance::new(-50));
    assert_eq!(counts["upi"].difference(), Balance::new(0));
    assert_eq!(counts["card"].counted, Paise::new(0));

    let closing = closing(counts);
    let lines = lines(&entries, Some(&closing));
    let cash = &lines["cash"];
    assert_eq!((cash.paid.get(), cash.paid_back.get()), (285_050, 100_000));
    assert_eq!((cash.entries, cash.opening.get()), (3, 50_000));
    assert_eq!(cash.difference(), Some(Balance::new(-50)));
    assert_eq!(cash.since_closing, Balance::new(0));
    let total = total(lines.values());
    assert_eq!((total.expected.get(), total.entries), (235_051, 4));
    assert_eq!(total.difference(), Some(Balance::new(-50)));
}

#[test]
fn a_payment_after_the_closing_is_no_difference_of_it() {
    let before = [entry("cash", 100_000)];
    let counted = by_mode(&[(PaymentMode::Cash, 95_000)]);
    let closing = closing(count(&before, &by_mode(&[]), &counted).unwrap());
    let after = [entry("cash", 100_000), entry("cash", 185_000), entry("card", 5)];
    let lines = lines(&after, Some(&closing));
    assert_eq!(lines["cash"].since_closing, Balance::new(185_000));
    assert_eq!(lines["cash"].difference(), Some(Balance::new(-5_000)));
    assert_eq!(lines["card"].since_closing, Balance::new(5));
    assert_eq!(lines["card"].difference(), Some(Balance::new(0)));
    let total = total(lines.values());
    assert_eq!(total.difference(), Some(Balance::new(-5_000)));
    assert_eq!(total.since_closing, Balance::new(185_005));
}

#[test]
fn what_is_missing_in_one_mode_is_not_made_up_by_another() {
    let entries = [entry("cash", 200_000), entry("upi", 100_000)];
    let counted = by_mode(&[(PaymentMode::Cash, 100_000), (PaymentMode::Upi, 200_000)]);
    let closing = closing(count(&entries, &by_mode(&[]), &counted).unwrap());
    let total = total(lines(&entries, Some(&closing)).values());
    assert_eq!(total.difference(), Some(Balance::new(0)));
    assert_eq!((total.missing.get(), total.surplus.get()), (100_000, 100_000));
}

#[test]
fn a_mode_with_money_must_be_counted() {
    let entries = [entry("upi", 100)];
    let none = by_mode(&[]);
    assert_eq!(count(&entries, &none, &none), Err(PaymentMode::Upi));
    assert_eq!(
        count(&[], &by_mode(&[(PaymentMode::Cash, 1)]), &none),
        Err(PaymentMode::Cash)
    );
    assert!(count(&[], &none, &none).is_ok());
}

#[test]
fn an_open_till_has_no_difference_and_a_mode_that_is_not_known_still_counts() {
    let entries = [entry("cheque", 700)];
    let lines = lines(&entries, None);
    assert_eq!(
        lines.keys().collect::<Vec<_>>(),
        ["card", "cash", "cheque", "upi"]
    );
    let total = total(lines.values());
    assert_eq!(total.expected, Balance::new(700));
    assert_eq!((total.counted, total.difference()), (None, None));
}

#[test]
fn tills_together_are_counted_when_each_is() {
    let counted = TillLine {
        counted: Some(Balance::new(5)),
        ..TillLine::default()
    };
    assert_eq!(counted.with(counted).counted, Some(Balance::new(10)));
    assert_eq!(counted.with(TillLine::default()).counted, None);
}

#[test]
fn a_movement_of_another_release_is_kept() {
    let mut item = serde_json::to_value(entry("cash", 1)).unwrap();
    item["movement"] = "tip".into();
    let read: Entry = serde_json::from_value(item.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), item);
}
