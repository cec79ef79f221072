//! What runs by the clock, and what the people on call run.

use aws_emulation::Fault as MailFault;
use aws_sdk_dynamodb::types::AttributeValue;
use config::Env;
use domain::{
    AttentionKind, CustomerId, Entropy, OrderId,
    payment::{Ask, AttemptState, Lane, Order, OrderPlace, Status},
};
use http::StatusCode;
use serde_json::json;
use sheets_simulator::{Fault as SheetFault, Rule};
use store::{
    Registrations, Write,
    registrations::{Candidate, attention::Flag, create::Created, places::PlaceAction, settle::UnpaidChange},
};

use crate::rights::smoke::{SmokeTest, post};

impl SmokeTest {
    /// Orders without a webhook, a mail that SES rejected, and a sync whose worker hangs.
    pub(super) async fn what_the_reconciler_finds(&mut self) {
        self.system.mailbox().fail(MailFault::Down);
        self.paid_thrice("reconciler@x.example").await;
        self.system.sheets().fail(Rule {
            call: None,
            after: 0,
            times: None,
            fault: SheetFault::Held,
        });
        let url = format!("{}/api/sync-all", self.system.site_url());
        let bearer = ("authorization".to_owned(), format!("Bearer {}", self.token));
        let hanging = tokio::spawn(async move { post("POST", &url, [&bearer], "{}".to_owned()).await });
        let state = format!("{}/api/sync", self.system.site_url());
        let bearer = ("authorization".to_owned(), format!("Bearer {}", self.token));
        self.until("the sync", async || {
            post("GET", &state, [&bearer], String::new()).await.1["running"] == true
        })
        .await;
        self.reconcile().await;
        self.system.sheets().heal();
        // A mail that the notifier has in its hands at this moment is left to it, so once may not be enough.
        self.until("a mail by the reconciler", async || {
            self.reconcile().await;
            self.has_used("reconciler", "ses:SendRawEmail", "arn:")
        })
        .await;
        self.system.mailbox().heal();
        hanging.abort();
    }

    /// A payment and a refund without webhooks.
    pub(super) async fn what_the_provider_lists(&mut self) {
        let [_, _, refunded] = self.paid_thrice("recon@x.example").await;
        self.system.simulator().refund(&refunded).unwrap();
        let url = format!("{}/recon", self.system.outside_url());
        let (status, answer) = post("POST", &url, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
        let counts = ["paid", "reversals", "finished"].map(|member| &answer[member]);
        assert_eq!(counts, [&json!(3), &json!(1), &json!(true)], "{answer}");
    }

    /// The flag of an order that could not be read, and can be.
    pub(super) async fn what_can_be_read_again(&mut self, tables: &Env) {
        let registrations = Registrations::from_env(tables).unwrap();
        let id = OrderId::parse(&self.paid_thrice("again@x.example").await[0]).unwrap();
        let order = registrations.order(&id).await.unwrap().unwrap();
        let flag = Flag::new(&order, AttentionKind::Unreadable, order.created_at);
        registrations.flag(&flag).await.unwrap();
        self.reconcile().await;
        let left = registrations.flag_of(&id, AttentionKind::Unreadable).await;
        assert_eq!(left.unwrap(), None, "{}", self.refusals());
    }

    /// One that nobody has paid for, which is forgotten with the place that it holds.
    pub(super) async fn an_old_registration(&mut self, tables: &Env) {
        let (registrations, entropy) = (Registrations::from_env(tables).unwrap(), Entropy::system());
        let id = OrderId::parse(&self.paid_thrice("old@x.example").await[0]).unwrap();
        let paid = registrations.order(&id).await.unwrap().unwrap();
        let (customer_id, created_at) = (
            CustomerId::generate(&entropy),
            paid.created_at - time::Duration::days(200),
        );
        let candidate = Candidate {
            customer_id: customer_id.clone(),
            created_at,
            ..registrations
                .registered(&paid.customer_id)
                .await
                .unwrap()
                .unwrap()
        };
        let (exam, _) = paid.held_place().unwrap();
        let places = registrations.exam_places(exam).await.unwrap().unwrap();
        let order = Order {
            place: places.choose(&entropy).map(OrderPlace::Held),
            order_id: OrderId::generate(&customer_id, &entropy),
            customer_id,
            status: Status::Created,
            paid_at: None,
            created_at,
            expires_at: created_at,
            ..paid
        };
        let due = Ask {
            at: created_at,
            lane: Lane::First,
        };
        let created = registrations.create(&candidate, &order, due, None, None).await;
        assert_eq!(created.unwrap(), Created::Done);
        let change = UnpaidChange {
            status: Status::Expired,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
            place: PlaceAction::Keep,
            due: None,
        };
        let written = registrations.record_unpaid(&order, &change).await;
        assert_eq!(written.unwrap(), Write::Done);
        let url = format!("{}/retention", self.system.outside_url());
        // As soon as the lists have it.
        self.until("an old registration that is forgotten", async || {
            let (status, answer) = post("POST", &url, [], String::new()).await;
            assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
            answer["forgotten"] == 1
        })
        .await;
    }

    /// What the people on call do about an account, and about a read model with an entry that belongs to nobody.
    pub(super) async fn on_call(&self, tables: &Env) {
        let stray = [
            ("pk", "BY_MODE#online#0"),
            ("sk", "01747713600000#CNOBODY00000"),
            ("kind", "ENTRY"),
        ];
        let stray = stray.map(|(name, value)| (name.to_owned(), AttributeValue::S(value.to_owned())));
        let database = aws_sdk_dynamodb::Client::new(&tables.aws_for("DYNAMODB").unwrap());
        let put = database
            .put_item()
            .table_name(tables.required("TABLE_REGISTRATIONS").unwrap());
        put.set_item(Some(stray.into())).send().await.unwrap();
        for request in [
            json!({ "action": "create", "username": "Asha" }),
            json!({ "action": "change_role", "username": "Asha", "role": "door" }),
            json!({ "action": "reset_password", "username": "Asha" }),
            json!({ "action": "disable", "username": "Asha" }),
            json!({ "action": "list" }),
            json!({ "action": "rebuild" }),
        ] {
            let url = format!("{}/operations", self.system.outside_url());
            let (status, answer) = post("POST", &url, [], request.to_string()).await;
            assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
            assert!(answer["message"].is_string(), "{answer}");
        }
    }

    /// An hour later everything that was put off is due.
    pub(super) async fn reconcile(&self) {
        self.system.clock().advance(3600).unwrap();
        let url = format!("{}/reconcile", self.system.outside_url());
        let (status, answer) = post("POST", &url, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
    }
}
