//! Disputes: each stage is kept once under one flag, which never goes back, and the status stays PAID.

use crate::{App, assert_taken, kept, note, paid_order};
use domain::{
    AttentionKind,
    payment::{DisputeState, PassValidity},
};
use provider_simulator::{Call, Fault as ProviderFault, PaymentStatus, Shown, SignedWebhook};
use store::registrations::attention::Flag;
use test_support::Fault;
use time::Duration;

/// The webhooks of a dispute that passes through these words, a day each, in their order.
async fn dispute_webhooks(app: &App, id: &str, words: &[&str]) -> Vec<SignedWebhook> {
    app.test_env.provider.dispute(id).unwrap();
    for word in words {
        app.test_env.clock.advance(Duration::DAY);
        app.test_env.provider.move_dispute(id, word).unwrap();
    }
    app.test_env.provider.take_webhooks()
}

#[tokio::test]
async fn each_stage_of_a_dispute_is_kept_under_one_flag() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    let id = order.order_id.as_str();
    app.test_env.provider.dispute(id).unwrap();
    assert_taken(&app.deliver_all().await[0], "Kept");
    for event in ["DISPUTE_UPDATED", "DISPUTE_CLOSED"] {
        assert_taken(&app.tell(event, id).await, "Kept");
        assert_taken(&app.tell(event, id).await, "Kept before");
    }
    let (events, flags) = kept(&app).await;
    assert_eq!(events.len(), 3);
    assert!(events.iter().all(|event| event.starts_with("DISPUTE ")));
    assert_eq!(flags, ["DISPUTED"]);
    assert_eq!(app.status(&order).await, "PAID");
}

#[tokio::test]
async fn a_dispute_that_is_lost_at_any_stage_takes_the_money_and_what_it_paid_for() {
    for stage in [
        "RETRIEVAL",
        "DISPUTE",
        "CHARGEBACK",
        "PRE_ARBITRATION",
        "ARBITRATION",
    ] {
        for (end, left) in [
            ("CREATED", 100_000),
            ("INSUFFICIENT_EVIDENCE", 100_000),
            ("MERCHANT_WON", 100_000),
            ("MERCHANT_LOST", 0),
            ("MERCHANT_ACCEPTED", 0),
        ] {
            let app = App::start().await;
            let order = paid_order(&app).await;
            let id = order.order_id.as_str();
            let word = format!("{stage}_{end}");
            app.test_env.provider.dispute(id).unwrap();
            app.test_env.provider.move_dispute(id, &word).unwrap();
            for answer in app.deliver_all().await {
                assert_eq!(answer.status, 200);
            }
            let stored = app.test_env.stored(id).await;
            assert_eq!(
                (stored.net().get(), stored.refundable().get()),
                (left, left as u64),
                "{word}"
            );
            assert_eq!(stored.validity() == Some(PassValidity::Valid), left > 0, "{word}");
            let claims = app.test_env.registrations().claims(&order.claim_key()).await;
            assert_eq!(claims.unwrap().paid(), left > 0, "{word}");
            assert_eq!(stored.disputes[0].word, word);
        }
    }
}

#[tokio::test]
async fn a_loss_that_the_bank_takes_back_brings_the_money_and_the_claim_back() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    let id = order.order_id.as_str();
    app.test_env.provider.dispute(id).unwrap();
    for (word, left) in [
        ("CHARGEBACK_MERCHANT_LOST", 0),
        ("PRE_ARBITRATION_UNDER_REVIEW", 0),
        ("PRE_ARBITRATION_MERCHANT_LOST", 0),
        ("ARBITRATION_MERCHANT_WON", 100_000),
    ] {
        app.test_env.clock.advance(Duration::DAY);
        app.test_env.provider.move_dispute(id, word).unwrap();
        app.deliver_all().await;
        let stored = app.test_env.stored(id).await;
        assert_eq!(stored.net().get(), left, "{word}");
        let claims = app.test_env.registrations().claims(&order.claim_key()).await;
        assert_eq!(claims.unwrap().paid(), left > 0, "{word}");
        assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
    }
    // It is no second payment of anything.
    assert_eq!(kept(&app).await.1, ["DISPUTED"]);
}

#[tokio::test]
async fn news_of_a_dispute_in_any_order_leave_the_newest_in_the_flag_and_the_order() {
    // Asked, the provider knows the newest; it may also not list the dispute, or not answer.
    for no_disputes in [false, true] {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let app = App::start().await;
            let paid = paid_order(&app).await;
            let id = paid.order_id.as_str();
            let words = ["CHARGEBACK_UNDER_REVIEW", "CHARGEBACK_MERCHANT_WON"];
            let webhooks = dispute_webhooks(&app, id, &words).await;
            let shown = Shown {
                no_disputes,
                ..Shown::default()
            };
            app.test_env.provider.show(id, shown).unwrap();
            for at in order {
                assert_eq!(app.deliver(&webhooks[at]).await.status, 200);
            }
            let flagged = note(&app).await.unwrap();
            assert!(
                flagged.ends_with(" CHARGEBACK_MERCHANT_WON"),
                "{order:?}: {flagged}"
            );
            let stored = app.test_env.stored(id).await;
            assert_eq!(stored.disputes[0].word, "CHARGEBACK_MERCHANT_WON", "{order:?}");
            assert_eq!(stored.disputes[0].state, DisputeState::Won, "{order:?}");
        }
    }
}

/// The webhooks of a dispute of a second payment that passes through these words, a day each, in their order.
async fn further_dispute_webhooks(app: &App, id: &str, words: &[&str]) -> Vec<SignedWebhook> {
    let provider = &app.test_env.provider;
    let further = app.test_env.attempt(id, PaymentStatus::Success);
    provider.take_webhooks();
    provider.dispute_payment(id, &further).unwrap();
    for word in words {
        app.test_env.clock.advance(Duration::DAY);
        provider.move_dispute(id, word).unwrap();
    }
    provider.take_webhooks()
}

/// Lets the provider list what it has of an order, or no dispute, or fail.
fn let_it_list(app: &App, id: &str, (no_disputes, is_down): (bool, bool)) {
    let provider = &app.test_env.provider;
    let shown = Shown {
        no_disputes,
        ..Shown::default()
    };
    provider.show(id, shown).unwrap();
    if is_down {
        let down = ProviderFault::Status { status: 503 };
        provider.fail_always(Some(Call::Refunds), down);
    }
}

#[tokio::test]
async fn late_news_of_a_dispute_of_a_further_payment_are_not_told_again() {
    // Asked, the provider knows the newest; it may also not list the dispute, or not answer.
    for listing in [(false, false), (true, false), (false, true)] {
        for order in [&[1, 0][..], &[2, 0, 1], &[0, 2, 1], &[1, 2, 0]] {
            let app = App::start().await;
            let paid = paid_order(&app).await;
            let id = paid.order_id.as_str();
            let words = ["CHARGEBACK_UNDER_REVIEW", "CHARGEBACK_MERCHANT_LOST"];
            let webhooks = further_dispute_webhooks(&app, id, &words).await;
            let_it_list(&app, id, listing);
            let status = if listing.1 { 502 } else { 200 };
            for at in order {
                assert_eq!(app.deliver(&webhooks[*at]).await.status, status);
            }
            let newest = match listing {
                (false, false) => 2,
                _ => *order.iter().max().unwrap(),
            };
            let flagged = disputed(&app).await.unwrap();
            assert!(
                flagged.note.starts_with("DISPUTE_OF_FURTHER_PAYMENT ")
                    && flagged.note.ends_with(words[newest - 1]),
                "{listing:?} {order:?}: {}",
                flagged.note
            );
            // Nor is what was dealt with back on the list.
            app.test_env.clear_flag(&flagged).await;
            for webhook in &webhooks[..=newest] {
                assert_eq!(app.deliver(webhook).await.status, status);
            }
            assert_eq!(disputed(&app).await, None, "{listing:?} {order:?}");
        }
    }
}

#[tokio::test]
async fn a_dispute_of_a_further_payment_that_is_taken_up_again_after_its_decision_is_told() {
    for listing in [(false, false), (true, false), (false, true)] {
        let app = App::start().await;
        let paid = paid_order(&app).await;
        let id = paid.order_id.as_str();
        let words = ["CHARGEBACK_MERCHANT_WON", "PRE_ARBITRATION_UNDER_REVIEW"];
        let webhooks = further_dispute_webhooks(&app, id, &words).await;
        let_it_list(&app, id, listing);
        for webhook in &webhooks {
            app.deliver(webhook).await;
        }
        let flagged = disputed(&app).await.unwrap();
        assert!(flagged.note.ends_with(words[1]), "{listing:?}: {}", flagged.note);
    }
}

/// The flag of a dispute, beside that of a further payment that went back.
async fn disputed(app: &App) -> Option<Flag> {
    let flags = app.flags().await.into_iter();
    let mut disputed = flags.filter(|flag| flag.flag == AttentionKind::Disputed);
    disputed.next()
}

/// Delivers older news of a dispute and lets the newest come before each of its requests in turn; returns whether the older
/// is what a person is told at the end.
async fn ends_with_the_older(fault: Fault) -> bool {
    for request in 1.. {
        let app = App::start().await;
        let order = paid_order(&app).await;
        let id = order.order_id.as_str();
        let webhooks = dispute_webhooks(&app, id, &["CHARGEBACK_MERCHANT_WON"]).await;
        let shown = Shown {
            no_disputes: true,
            ..Shown::default()
        };
        app.test_env.provider.show(id, shown).unwrap();
        app.test_env.database.set(fault);
        let (older, newer) = (app.deliver(&webhooks[0]), app.deliver(&webhooks[1]));
        let met = app.test_env.database.meet(request, older, newer).await;
        app.test_env.database.set(Fault::None);
        let Some((older, newer)) = met else {
            assert!(request > 3, "a webhook made too few requests");
            return false;
        };
        // The provider sends again what was refused.
        for (answer, webhook) in [(older, &webhooks[0]), (newer, &webhooks[1])] {
            if answer.status != 200 {
                assert_eq!(app.deliver(webhook).await.status, 200);
            }
        }
        if !note(&app).await.unwrap().ends_with(" CHARGEBACK_MERCHANT_WON") {
            return true;
        }
    }
    unreachable!("a webhook has made every request there is")
}

#[tokio::test]
async fn older_news_that_meets_newer_is_never_what_is_told() {
    assert!(!ends_with_the_older(Fault::None).await);
}

#[tokio::test]
async fn without_the_version_of_the_order_older_news_is_told_at_the_end() {
    assert!(ends_with_the_older(Fault::NoConditions).await);
}

#[tokio::test]
async fn late_news_of_a_dispute_does_not_raise_a_flag_that_somebody_has_cleared() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    let id = order.order_id.as_str();
    let mut webhooks = dispute_webhooks(&app, id, &["CHARGEBACK_MERCHANT_WON"]).await;
    app.deliver(&webhooks.pop().unwrap()).await;
    app.test_env.clear_flag(&app.flags().await[0]).await;
    for webhook in webhooks {
        assert_taken(&app.deliver(&webhook).await, "Kept");
    }
    assert_eq!(note(&app).await, None);
}

#[tokio::test]
async fn what_a_dispute_takes_of_a_payment_whose_person_was_forgotten_is_in_the_accounts_and_flagged() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    let id = order.order_id.as_str();
    let webhooks = dispute_webhooks(&app, id, &["CHARGEBACK_MERCHANT_LOST"]).await;
    app.test_env.forget(&order).await;
    let registrations = app.test_env.registrations();
    let left = async || {
        registrations
            .forgotten_payment(&order.order_id)
            .await
            .unwrap()
            .unwrap()
    };
    assert_eq!(left().await.lost().get(), 0);

    assert_taken(&app.deliver(&webhooks[1]).await, "Kept");
    assert_eq!(left().await.lost(), order.amount);
    let [flag] = app.flags().await.try_into().unwrap();
    assert_eq!(flag.flag, AttentionKind::Disputed);
    assert!(
        flag.note
            .contains(" CHARGEBACK_MERCHANT_LOST, of a payment of Rs 1000 "),
        "{}",
        flag.note
    );
    // It is told once, and late news takes nothing back.
    app.test_env.clear_flag(&flag).await;
    for webhook in &webhooks {
        assert_taken(&app.deliver(webhook).await, "Kept before");
    }
    assert_eq!(left().await.lost(), order.amount);
    assert!(app.flags().await.is_empty());
    // Nothing but the payment is back.
    let rows = app.rows().await;
    let kinds: Vec<&str> = rows.iter().filter_map(|row| row["kind"].as_str()).collect();
    assert!(
        kinds.contains(&"FORGOTTEN_PAYMENT") && !kinds.contains(&"ORDER"),
        "{kinds:?}"
    );
    assert!(
        rows.iter().all(|row| !row.to_string().contains("asha")),
        "{rows:?}"
    );
}

#[tokio::test]
async fn a_dispute_of_a_further_payment_whose_person_was_forgotten_is_told_once() {
    let app = App::start().await;
    let paid = paid_order(&app).await;
    let id = paid.order_id.as_str();
    let webhooks = further_dispute_webhooks(&app, id, &["CHARGEBACK_UNDER_REVIEW"]).await;
    app.test_env.forget(&paid).await;
    assert_taken(&app.deliver(&webhooks[1]).await, "Kept");
    let [flag] = app.flags().await.try_into().unwrap();
    assert_eq!(flag.flag, AttentionKind::Disputed);
    assert!(
        flag.note.starts_with("DISPUTE_OF_FURTHER_PAYMENT ")
            && flag.note.ends_with(
                " CHARGEBACK_UNDER_REVIEW. It is of a payment of Rs 1000 whose person was forgotten."
            ),
        "{}",
        flag.note
    );
    app.test_env.clear_flag(&flag).await;
    for webhook in &webhooks {
        assert_taken(&app.deliver(webhook).await, "Kept before");
    }
    assert!(app.flags().await.is_empty());
    assert!(
        app.rows()
            .await
            .iter()
            .all(|row| !row.to_string().contains("asha"))
    );
}

#[tokio::test]
async fn a_loss_that_the_provider_reports_and_does_not_list_counts() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    let id = order.order_id.as_str();
    app.test_env.provider.dispute(id).unwrap();
    app.test_env.provider.lose_dispute(id).unwrap();
    let shown = Shown {
        no_disputes: true,
        ..Shown::default()
    };
    app.test_env.provider.show(id, shown).unwrap();
    app.deliver_all().await;
    let stored = app.test_env.stored(id).await;
    assert_eq!(
        (stored.net().get(), stored.validity()),
        (0, Some(PassValidity::Withdrawn))
    );
}
