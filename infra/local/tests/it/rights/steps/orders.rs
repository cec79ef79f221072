//! Orders that are made on the site: the line, payments by each way, and their mails.

use std::time::Duration;

use aws_emulation::{Fault as MailFault, Mail};
use config::Env;
use domain::{
    Clock, OrderId,
    payment::{AttemptState, Status},
};
use http::StatusCode;
use provider_simulator::{Call, Fault as ProviderFault, PaymentMethod, PaymentStatus, WebhookRequest};
use serde_json::{Value, json};
use store::{
    Registrations, Reminders, Write,
    registrations::{places::PlaceAction, settle::UnpaidChange},
};

use crate::rights::smoke::SmokeTest;

impl SmokeTest {
    /// Paid orders of one address: two for one course, of which the second meets the claim of the first, and one for
    /// the package that covers it.
    pub(super) async fn paid_thrice(&mut self, email: &str) -> [String; 3] {
        let mut orders = Vec::new();
        for (package, kind, amount) in [
            ("single-exam", "specificCollege", 1000),
            ("single-exam", "specificCollege", 1000),
            ("all-inclusive", "allColleges", 1850),
        ] {
            let form = json!({
                "customer_name": "Asha Rao", "customer_email": email, "customer_phone": "9876543210",
                "exam_preference": "Offline", "order_amount": amount, "order_currency": "INR",
                "packageId": package, "collegeId": "nila-law", "course_category": "nila-ballb",
                "type": kind,
            });
            let created = self.call("POST /api/payments/create-order", &[], form).await;
            let order = created["order_id"].as_str().unwrap().to_owned();
            let paid = self.system.simulator();
            paid.attempt(&order, PaymentStatus::Success, PaymentMethod::default())
                .unwrap();
            orders.push(order);
        }
        orders.try_into().unwrap()
    }

    /// Its key is given back, and its place.
    pub(super) async fn an_order_that_the_provider_refuses(&mut self) {
        let refused = ProviderFault::Status { status: 400 };
        self.system
            .simulator()
            .fail_next(Some(Call::CreateOrder), refused);
        let form = json!({
            "customer_name": "Asha Rao", "customer_email": "refused@x.example", "customer_phone": "9876543210",
            "exam_preference": "Offline", "order_amount": 1000, "order_currency": "INR",
            "packageId": "single-exam", "collegeId": "nila-law", "course_category": "nila-ballb",
            "type": "specificCollege",
        });
        let key = (
            "idempotency-key".to_owned(),
            "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10".to_owned(),
        );
        let route = "POST /api/payments/create-order";
        let (status, answer) = self.ask_with(route, &[], &[key], form.to_string()).await;
        assert_eq!(status, StatusCode::BAD_GATEWAY, "{answer}{}", self.refusals());
    }

    /// Last of the orders: the line is paused after it.
    pub(super) async fn a_place_in_line(&mut self, tables: &Env) {
        let busy = ProviderFault::RateLimited { retry_after: 900 };
        self.system.simulator().fail_next(Some(Call::CreateOrder), busy);
        let form = json!({
            "customer_name": "Asha Rao", "customer_email": "line@x.example", "customer_phone": "9876543210",
            "exam_preference": "Offline", "order_amount": 1850, "packageId": "all-inclusive", "type": "allColleges",
        });
        for _ in ["its order is refused", "it joins behind"] {
            let (status, answer) = self
                .ask("POST /api/payments/create-order", &[], form.clone())
                .await;
            assert_eq!(status, StatusCode::ACCEPTED, "{answer}{}", self.refusals());
            let request = json!({ "ticket": answer["ticket"], "email": "line@x.example" });
            let (status, answer) = self.ask("POST /api/payments/line/mail", &[], request).await;
            assert_eq!(status, StatusCode::ACCEPTED, "{answer}{}", self.refusals());
        }
        // An hour later the places are over, and their reminders are removed.
        self.reconcile().await;
        let reminders = Reminders::from_env(tables).unwrap();
        let later = Clock::system().now() + Duration::from_secs(7 * 24 * 60 * 60);
        assert_eq!(reminders.due(later, 10).await.unwrap(), [], "{}", self.refusals());
    }

    /// One request that the stream answers, and one that the reconciler finishes.
    pub(super) async fn passes_that_were_lost(&mut self) {
        for (email, by_the_reconciler) in [("status@x.example", false), ("webhook@x.example", true)] {
            let before = self.mails_asked_for(email);
            if by_the_reconciler {
                self.system.mailbox().fail_next(MailFault::Throttled, 1);
            }
            let form = json!({ "email": email });
            let (status, answer) = self.ask("POST /api/passes/find", &[], form).await;
            assert_eq!(status, StatusCode::ACCEPTED, "{answer}{}", self.refusals());
            self.until("the passes", async || {
                if by_the_reconciler {
                    self.reconcile().await;
                }
                self.mails_asked_for(email) > before
            })
            .await;
        }
    }

    fn mails_asked_for(&self, email: &str) -> usize {
        let mails = self.system.mailbox().mails();
        let asked = |mail: &&Mail| mail.to == email && mail.subject.ends_with("as you asked");
        mails.iter().filter(asked).count()
    }

    async fn webhook(&mut self, kind: &str, order: &str) {
        let webhook = self.system.simulator().webhook(&WebhookRequest::of(kind, order));
        let route = "POST /api/payments/webhook";
        let (status, answer) = self.ask_with(route, &[], &webhook.headers, webhook.body).await;
        assert_eq!(status, StatusCode::OK, "{kind}: {answer}{}", self.refusals());
    }

    pub(super) async fn payments_settled_by_the_webhook(&mut self, tables: &Env) {
        self.get(
            "/api/payments/check-email?email=asha@x.example&packageId=all-inclusive",
            &[],
        )
        .await;
        let orders = self.paid_thrice("webhook@x.example").await;
        for order in &orders {
            self.webhook("PAYMENT_SUCCESS_WEBHOOK", order).await;
            self.get("/api/order/{order_id}", &[order]).await;
        }
        for order in &self.paid_thrice("refunded@x.example").await {
            self.webhook("PAYMENT_SUCCESS_WEBHOOK", order).await;
            self.system.simulator().refund(order).unwrap();
            self.webhook("REFUND_STATUS_WEBHOOK", order).await;
        }
        self.a_late_payment(tables).await;
    }

    /// Of an order that has given its place back, and takes another one.
    async fn a_late_payment(&mut self, tables: &Env) {
        let registrations = Registrations::from_env(tables).unwrap();
        let [late, ..] = self.paid_thrice("late@x.example").await;
        let order = registrations.order(&OrderId::parse(&late).unwrap()).await;
        let order = order.unwrap().unwrap();
        let (_, place) = order.held_place().unwrap();
        let change = UnpaidChange {
            status: Status::Expired,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
            due: None,
            place: PlaceAction::GiveBack(place),
        };
        let written = registrations.record_unpaid(&order, &change).await;
        assert_eq!(written.unwrap(), Write::Done);
        self.webhook("PAYMENT_SUCCESS_WEBHOOK", &late).await;
        let order = registrations.order(&order.order_id).await.unwrap().unwrap();
        assert!(order.held_place().is_some(), "{}", self.refusals());
    }

    pub(super) async fn payments_settled_by_the_status(&mut self) {
        for order in self.paid_thrice("status@x.example").await {
            let answer = self.get("/api/payments/status/{order_id}", &[&order]).await;
            assert_eq!(answer["status"], "PAID");
            self.call("POST /api/payments/{order_id}/ask-again", &[&order], Value::Null)
                .await;
            self.mailed("status@x.example").await;
            self.call(
                "POST /api/payments/send-success-email/{order_id}",
                &[&order],
                Value::Null,
            )
            .await;
            self.call(
                "POST /api/payments/{order_id}/resend-email",
                &[&order],
                Value::Null,
            )
            .await;
        }
    }

    async fn mailed(&self, email: &str) {
        let mailbox = self.system.mailbox();
        self.until("the mail", async || {
            mailbox.mails().iter().any(|mail| mail.to == email)
        })
        .await;
    }

    /// A pass that comes back, and arrives when it is sent once more.
    pub(super) async fn a_mail_that_comes_back(&mut self) {
        self.system.mailbox().fail(MailFault::Bounced);
        let [order, ..] = self.paid_thrice("back@x.example").await;
        self.webhook("PAYMENT_SUCCESS_WEBHOOK", &order).await;
        self.until("the flag of a mail that came back", async || {
            self.has_used("mail-events", "dynamodb:UpdateItem", "RegistrationsTable")
        })
        .await;
        self.system.mailbox().heal();
        self.call(
            "POST /api/payments/{order_id}/resend-email",
            &[&order],
            Value::Null,
        )
        .await;
        self.until("the end of that flag", async || {
            self.has_used("mail-events", "dynamodb:DeleteItem", "RegistrationsTable")
        })
        .await;
    }
}
