//! From the form to the pass.

use provider_simulator::PaymentStatus;
use scenarios::Expo;
use test_support::{ALL, SINGLE};

#[tokio::test]
async fn a_visitor_registers_pays_and_holds_a_pass_and_one_mail() {
    for package in [ALL, SINGLE] {
        let expo = Expo::open().await;
        let order = expo.register(package, "asha@example.com").await;
        assert_eq!(expo.status(&order).await.json["status"], "ACTIVE");
        assert_eq!(expo.pass(&order).await.status, 404);

        expo.pay(&order, PaymentStatus::Success);
        expo.world.clock.advance(time::Duration::seconds(6));
        let status = expo.status(&order).await;
        assert_eq!(
            status.json,
            serde_json::json!({ "status": "PAID", "attempt": "none" })
        );

        let pass = expo.pass(&order).await;
        assert_eq!(pass.status, 200);
        assert_eq!(pass.json["name"], "Asha Rao");
        assert_eq!(pass.json["phone"], "9876543210");

        expo.run_stream().await;
        for answer in expo.deliver_webhooks().await {
            assert_eq!(answer.status, 200);
        }
        expo.run_stream().await;
        assert_eq!(expo.mails_about(&order), 1);
        assert!(expo.attention().await.is_empty());
    }
}
