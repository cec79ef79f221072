//! The functions together, as a visitor, the provider and an administrator meet them: what no single function's
//! tests can show. The tests are in `tests/it`; here is the expo that they run.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot set up its expo has failed"
)]

use axum::Router;
use domain::{Entropy, OrderId, payment::Order};
use notifier::Notifier;
use provider_simulator::{PaymentMethod, PaymentStatus, SignedWebhook};
use reconciler::Reconciler;
use serde_json::{Value, json};
use store::{
    registrations::{attention::Flag, outbox::OutboxEntry},
    tables::Table,
};
use test_support::{Answer, Request, TestEnv, call, registration};

/// The functions that exist so far, over one set of outside services.
pub struct Expo {
    /// Everything outside of them.
    pub test_env: TestEnv,
    /// The function `packages`.
    pub packages: Router,
    /// The function `colleges`.
    pub colleges: Router,
    /// The function `customers`.
    pub customers: Router,
    /// The function `exam-details`.
    pub exam_details: Router,
    /// The function `payments`.
    pub payments: Router,
    /// The function `order`.
    pub order: Router,
    /// The function `payment-webhook`.
    pub webhook: Router,
    /// The function `notifier`.
    pub notifier: Notifier,
    /// The function `reconciler`.
    pub reconciler: Reconciler,
}

impl Expo {
    /// Opens an expo in its own environment.
    pub async fn open() -> Self {
        Self::open_with(Entropy::system()).await
    }

    /// Opens an expo whose identifiers are made of this randomness.
    pub async fn open_with(entropy: Entropy) -> Self {
        let test_env = TestEnv::start().await;
        let (env, clock) = (test_env.env(), test_env.clock.handle());
        Self {
            packages: packages::app_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap(),
            colleges: colleges::app_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap(),
            customers: customers::app_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap(),
            exam_details: exam_details::app_and_collector_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap()
                .0,
            payments: payments::app_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap(),
            order: order::app_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap(),
            webhook: payment_webhook::app_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap(),
            notifier: notifier::handler_with(env.clone(), clock.clone(), entropy.clone())
                .await
                .unwrap(),
            reconciler: reconciler::handler_with(env, clock, entropy).await.unwrap(),
            test_env,
        }
    }

    /// Makes a request as the administrator, which must succeed, and returns the answer.
    pub async fn administer(&self, function: &Router, request: Request) -> Value {
        let token = self.test_env.admin_token().await;
        let answer = call(function, request.bearer(&token)).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json);
        answer.json
    }

    /// Registers for a package, and returns the order's id.
    pub async fn register(&self, package: &str, email: &str) -> String {
        let answer = self.create_order(&registration(package, email)).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json);
        answer.json["order_id"].as_str().unwrap().to_owned()
    }

    /// Sends a registration.
    pub async fn create_order(&self, form: &Value) -> Answer {
        call(&self.payments, Request::post("/api/payments/create-order", form)).await
    }

    /// What the return page gets.
    pub async fn status(&self, order: &str) -> Answer {
        call(
            &self.payments,
            Request::get(format!("/api/payments/status/{order}")),
        )
        .await
    }

    /// What the pass page gets.
    pub async fn pass(&self, order: &str) -> Answer {
        call(&self.order, Request::get(format!("/api/order/{order}"))).await
    }

    /// Pays on the provider's page, with this outcome.
    pub fn pay(&self, order: &str, outcome: PaymentStatus) -> String {
        let method = PaymentMethod::Upi {
            upi_id: "testsuccess@gocash".to_owned(),
        };
        self.test_env.provider.attempt(order, outcome, method).unwrap()
    }

    /// Delivers every webhook that waits, and returns how each was taken.
    pub async fn deliver_webhooks(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        for webhook in self.test_env.provider.take_webhooks() {
            answers.push(self.deliver(&webhook).await);
        }
        answers
    }

    /// Delivers one webhook.
    pub async fn deliver(&self, webhook: &SignedWebhook) -> Answer {
        let mut request = Request::post_raw("/api/payments/webhook", webhook.body.clone());
        for (name, value) in &webhook.headers {
            request = request.header(name, value);
        }
        call(&self.webhook, request).await
    }

    /// Lets the stream of the table bring every outbox entry there is, as often as a real stream may.
    pub async fn run_stream(&self) {
        let items = self.test_env.dump(Table::Registrations).await;
        let mails = items.iter().filter(|item| item["kind"] == "MAIL");
        self.run_stream_for(
            mails
                .map(|item| item["order_id"].as_str().unwrap().to_owned())
                .collect(),
        )
        .await;
    }

    /// Lets the stream bring the outbox entries of these orders.
    pub async fn run_stream_for(&self, orders: Vec<String>) {
        let record = |order: String| {
            json!({
                "eventName": "INSERT",
                "dynamodb": {
                    "SequenceNumber": "1",
                    "NewImage": { "kind": { "S": "MAIL" }, "order_id": { "S": order } },
                },
            })
        };
        let records: Vec<Value> = orders.into_iter().map(record).collect();
        let outcome = self.notifier.handle(json!({ "Records": records })).await.unwrap();
        assert!(outcome.failures.is_empty());
    }

    /// The order as stored.
    pub async fn stored(&self, order: &str) -> Order {
        self.test_env
            .registrations()
            .order(&OrderId::parse(order).unwrap())
            .await
            .unwrap()
            .unwrap()
    }

    /// The order's mail as stored.
    pub async fn mail(&self, order: &str) -> Option<OutboxEntry> {
        self.test_env
            .registrations()
            .mail(&OrderId::parse(order).unwrap())
            .await
            .unwrap()
    }

    /// What needs the administrators' attention.
    pub async fn attention(&self) -> Vec<Flag> {
        self.test_env.flags().await
    }

    /// How many mails about an order went out.
    #[must_use]
    pub fn mails_about(&self, order: &str) -> usize {
        self.subjects_about(order).len()
    }

    /// The subjects of the mails about an order that went out.
    #[must_use]
    pub fn subjects_about(&self, order: &str) -> Vec<String> {
        // A mail may name another booking beside its own, and leads to its own alone.
        let link = format!("order_id={order}");
        let mails = self.test_env.mailbox.mails().into_iter();
        let about = mails.filter(|mail| mail.text.contains(&link));
        about.map(|mail| mail.subject).collect()
    }
}
