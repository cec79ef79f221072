//! Mails of which somebody never hears: what they bear so that it is known when they come back, and those that are given up.

use super::*;
use domain::{Entropy, NewsTags, OrderDigest};

#[tokio::test]
async fn a_mail_about_an_order_bears_which_order_and_what_it_tells() {
    let (app, order) = start().await;
    let env = app.test_env.env_with("MAIL_CONFIGURATION_SET", "main");
    let clock = app.test_env.clock.handle();
    let reconciler = reconciler::handler_with(env, clock, Entropy::system())
        .await
        .unwrap();
    let mut events = app.test_env.mailbox.events();
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    reconciler.run().await.unwrap();
    let event = events.try_recv().unwrap().event;
    let tags = &event["detail"]["mail"]["tags"];
    let expected = NewsTags {
        candidate: order.customer_id.clone(),
        order: OrderDigest::of(&order.order_id),
        news: "pass_withdrawn".to_owned(),
    };
    assert_eq!(NewsTags::read(|name| tags[name][0].as_str()), Some(expected));
    assert!(tags["again"].is_null(), "nobody asks for its delivery");
}

#[tokio::test]
async fn a_mail_about_an_order_that_is_given_up_is_flagged() {
    let (app, order) = start().await;
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    app.test_env.mailbox.fail(MailFault::Down);
    for _ in 0..46 {
        app.run_after(Duration::HOUR).await;
    }
    assert_eq!((app.waiting_news().await, app.flags().await.len()), (1, 0));
    for _ in 0..3 {
        app.run_after(Duration::HOUR).await;
    }
    assert_eq!(app.waiting_news().await, 0);
    let flags = app.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(
        (&flags[0].order_id, flags[0].flag),
        (&order.order_id, AttentionKind::PaidWithoutMail)
    );
    assert!(
        flags[0]
            .note
            .starts_with("Not the pass, but a later mail about the order: "),
        "{}",
        flags[0].note
    );
}
