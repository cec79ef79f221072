//! The permission smoke test, step by step: everything that the functions do: every route, every event, and the
//! branches that need a right of their own.

use accounts::second_factor::code_at;
use aws_emulation::{Fault as MailFault, Mail};
use aws_sdk_dynamodb::types::AttributeValue;
use config::Env;
use domain::{
    AttentionKind, Clock, CustomerId, Entropy, OrderId,
    export::ExportId,
    payment::{Ask, AttemptState, Lane, Order, Status},
};
use http::StatusCode;
use provider_simulator::{
    Call, Fault as ProviderFault, PaymentMethod, PaymentStatus, WebhookMode, WebhookRequest,
};
use serde_json::{Value, json};
use sheets_simulator::{Fault as SheetFault, Rule};
use std::time::Duration;
use store::{
    AuditEntry, ExportJob, ExportJobs, Registrations, Reminders, Write,
    registrations::{Candidate, attention::Flag, create::Created, settle::Unpaid},
};
use time::OffsetDateTime;

use super::smoke::{ANOTHER_PICTURE, PICTURE, SmokeTest, message, post};

impl SmokeTest {
    /// `tables` configures a command on the system's tables.
    pub(super) async fn all(&mut self, tables: &Env) {
        self.system.simulator().set_webhooks(WebhookMode::Withhold);
        self.before_a_rebuild(tables).await;
        self.content().await;
        self.pictures_that_nothing_shows().await;
        self.payments_settled_by_the_webhook().await;
        self.payments_settled_by_the_status().await;
        self.an_order_that_the_provider_refuses().await;
        self.at_the_counter().await;
        self.at_the_counter_at_once().await;
        let cleared = self.at_the_door().await;
        self.the_portal().await;
        self.the_sheet().await;
        self.exports(&cleared).await;
        self.an_export_whose_worker_died(tables).await;
        self.a_mail_that_comes_back().await;
        self.what_the_reconciler_finds().await;
        self.what_the_provider_lists().await;
        self.what_can_be_read_again(tables).await;
        self.an_old_registration(tables).await;
        self.a_place_in_line(tables).await;
        self.on_call(tables).await;
        self.passes_that_were_lost().await;
        self.call("POST /api/contact", &[], message()).await;
        self.people().await;
        self.the_closing(tables).await;
        self.own_sessions().await;
    }

    /// The catalogue, whose candidates are counted in the layout of release 1.0 until a rebuild has ended.
    async fn before_a_rebuild(&mut self, tables: &Env) {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        let number = |number: u8| AttributeValue::N(number.to_string());
        let key = [("pk", text("FIGURES")), ("sk", text("REVISION"))];
        let key = key.map(|(name, value)| (name.to_owned(), value));
        let counts = [("revision", number(1)), ("current", number(1))];
        let counts = counts.map(|(name, value)| (name.to_owned(), value));
        let table = tables.required("TABLE_REGISTRATIONS").unwrap();
        let database = aws_sdk_dynamodb::Client::new(&tables.aws_for("DYNAMODB").unwrap());
        let put = database.put_item().table_name(&table);
        let earlier = key.clone().into_iter().chain(counts).collect();
        put.set_item(Some(earlier)).send().await.unwrap();
        self.catalogue().await;
        let delete = database.delete_item().table_name(&table);
        delete.set_key(Some(key.into())).send().await.unwrap();
    }

    async fn catalogue(&mut self) {
        self.get("/api/packages/list", &[]).await;
        for (kind, form) in [
            (
                "packages",
                json!({ "name": "A", "description": "B", "price": 10, "AllowAllCollege": true }),
            ),
            (
                "colleges",
                json!({ "name": "A", "description": "B", "courseList": [] }),
            ),
        ] {
            self.get(&format!("/api/{kind}"), &[]).await;
            let save = format!("POST /api/{kind}");
            let saved = self.call(&save, &[], form.clone()).await;
            let one = saved.get("package").or(saved.get("college")).unwrap();
            let id = one["_id"].as_str().unwrap();
            let mut edited = form;
            edited["_id"] = json!(id);
            self.call(&save, &[], edited).await;
            self.get(&format!("/api/{kind}/{{id}}"), &[id]).await;
            self.get("/api/catalogue/{kind}/{id}/dependents", &[kind, id])
                .await;
            self.call(
                &format!("DELETE /api/{kind}/{{id}}?if_unused=true"),
                &[id],
                Value::Null,
            )
            .await;
        }

        self.get("/api/exams", &[]).await;
        let saved = self
            .call("POST /api/exams", &[], json!({ "categoryName": "A" }))
            .await;
        let stream = saved["exam"]["_id"].as_str().unwrap();
        self.get("/api/catalogue/{kind}/{id}/dependents", &["exams", stream])
            .await;
        self.call("PUT /api/exams/{id}", &[stream], json!({ "categoryName": "B" }))
            .await;
        self.get("/api/exam-details", &[]).await;
        let mut form = json!({
            "examId": stream, "date": "2025-05-31", "timeStart": "10:00", "timeEnd": "11:30", "examFee": 1000,
            "image": PICTURE,
        });
        let saved = self.call("POST /api/exam-details", &[], form.clone()).await;
        let detail = saved["examDetail"]["_id"].as_str().unwrap();
        self.get("/api/exam-details/exam/{examId}", &[stream]).await;
        form["image"] = json!(ANOTHER_PICTURE);
        self.call("PUT /api/exam-details/{id}", &[detail], form).await;
        self.call(
            "DELETE /api/exam-details/{id}?if_unused=true",
            &[detail],
            Value::Null,
        )
        .await;
        self.call("DELETE /api/exams/{id}", &[stream], Value::Null).await;
    }

    async fn content(&mut self) {
        for group in ["banners", "inst-brand", "brand"] {
            self.get(&format!("/api/{group}/listBanners"), &[]).await;
            let mut form = json!({ "bannerName": "New", "deskImgLink": PICTURE, "mobImgLink": PICTURE });
            let saved = self
                .call(&format!("POST /api/{group}/addBanner"), &[], form.clone())
                .await;
            let id = saved["banner"]["_id"].as_str().unwrap();
            form["deskImgLink"] = json!(ANOTHER_PICTURE);
            self.call(&format!("PUT /api/{group}/updateLink/{{id}}"), &[id], form)
                .await;
            self.call(
                &format!("DELETE /api/{group}/deleteBanner/{{id}}"),
                &[id],
                Value::Null,
            )
            .await;
        }
    }

    async fn pictures_that_nothing_shows(&mut self) {
        let url = format!("{}/collect-pictures", self.system.outside_url());
        let (status, answer) = post("POST", &url, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
        assert_eq!(answer, json!({ "collected": 0, "left": 0 }));
    }

    /// Paid orders of one address: two for one course, of which the second meets the claim of the first, and one for
    /// the package that covers it.
    async fn paid_thrice(&mut self, email: &str) -> [String; 3] {
        let mut orders = Vec::new();
        for (package, kind, amount) in [
            ("single-exam", "specificCollege", 1000),
            ("single-exam", "specificCollege", 1000),
            ("all-inclusive", "allColleges", 1850),
        ] {
            let form = json!({
                "customer_name": "Asha Rao", "customer_email": email, "customer_phone": "9876543210",
                "exam_preference": "Online", "order_amount": amount, "order_currency": "INR",
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

    /// Its key is given back.
    async fn an_order_that_the_provider_refuses(&mut self) {
        let refused = ProviderFault::Status { status: 400 };
        self.system
            .simulator()
            .fail_next(Some(Call::CreateOrder), refused);
        let form = json!({
            "customer_name": "Asha Rao", "customer_email": "refused@x.example", "customer_phone": "9876543210",
            "exam_preference": "Online", "order_amount": 1850, "order_currency": "INR",
            "packageId": "all-inclusive", "type": "allColleges",
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
    async fn a_place_in_line(&mut self, tables: &Env) {
        let busy = ProviderFault::RateLimited { retry_after: 900 };
        self.system.simulator().fail_next(Some(Call::CreateOrder), busy);
        let form = json!({
            "customer_name": "Asha Rao", "customer_email": "line@x.example", "customer_phone": "9876543210",
            "exam_preference": "Online", "order_amount": 1850, "packageId": "all-inclusive", "type": "allColleges",
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
    async fn passes_that_were_lost(&mut self) {
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

    async fn payments_settled_by_the_webhook(&mut self) {
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
    }

    async fn payments_settled_by_the_status(&mut self) {
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

    async fn at_the_counter(&mut self) {
        let form = json!({
            "name": "Binu Nair", "email": "counter@x.example", "phone": "9876543211",
            "exam_preference": "Offline", "payment_mode": "cash", "order_amount": 1000,
            "packageId": "single-exam", "type": "specificCollege", "collegeId": "periyar-engineering",
            "course_category": "periyar-cse",
        });
        let registered = self.call("POST /api/customers", &[], form).await;
        let customer = registered["customer_id"].as_str().unwrap();
        let found = self.get("/api/customers/{customerId}", &[customer]).await;
        let corrected = json!({ "version": 0, "email": "corrected@x.example" });
        self.call("PUT /api/customers/{customerId}", &[customer], corrected)
            .await;
        let note = json!({ "text": "Called us" });
        let (status, answer) = self
            .ask_with(
                "POST /api/customers/{customerId}/notes",
                &[customer],
                &[],
                note.to_string(),
            )
            .await;
        assert_eq!(status, StatusCode::CREATED, "{answer}{}", self.refusals());
        let order = found["payments"][0]["order_id"].as_str().unwrap();
        self.call(
            "PUT /api/payments/{order_id}/status",
            &[order],
            json!({ "status": "PAID" }),
        )
        .await;
        for (key, amount) in [
            ("5d3c3a52-2c55-4b7c-8c0a-1d2f6a1b7e90", 250),
            ("5d3c3a52-2c55-4b7c-8c0a-1d2f6a1b7e91", 750),
        ] {
            let key = ("idempotency-key".to_owned(), key.to_owned());
            let part = json!({ "amount": amount, "reason": "Cannot come" });
            let refund = "POST /api/payments/{order_id}/refunds";
            let (status, answer) = self.ask_with(refund, &[order], &[key], part.to_string()).await;
            assert_eq!(status, StatusCode::ACCEPTED, "{answer}{}", self.refusals());
        }
        for validity in ["valid", "withdrawn"] {
            let decided = json!({ "validity": validity, "reason": "Registered twice" });
            self.call("POST /api/payments/{order_id}/validity", &[order], decided)
                .await;
        }
        let paid = json!({
            "name": "Devi Menon", "email": "paid@x.example", "phone": "9876543212",
            "exam_preference": "Offline", "payment_mode": "upi", "order_amount": 1000, "paid": true,
            "packageId": "single-exam", "type": "specificCollege", "collegeId": "periyar-engineering",
            "course_category": "periyar-cse",
        });
        self.call("POST /api/customers", &[], paid).await;
        let till = self.get("/api/till", &[]).await;
        let counted = json!({ "day": till["day"], "counted": { "cash": 1000, "upi": 1000 } });
        self.call("POST /api/till/close", &[], counted).await;
        // A till in which there is nothing yet.
        let empty = json!({ "day": "2025-05-02", "counted": {} });
        self.call("POST /api/till/close", &[], empty).await;
    }

    /// Two devices let the same person in, one of them without a network; then it is taken back, and practice is cleared.
    /// Returns that list.
    async fn at_the_door(&mut self) -> String {
        let form = json!({
            "name": "Esha Pillai", "email": "door@x.example", "phone": "9876543213",
            "exam_preference": "Offline", "payment_mode": "upi", "order_amount": 1850, "paid": true,
            "packageId": "all-inclusive", "type": "allColleges",
        });
        let registered = self.call("POST /api/customers", &[], form).await;
        // An exam whose day is still to come, so that its list can be cleared.
        let saved = self
            .call("POST /api/exams", &[], json!({ "categoryName": "Door" }))
            .await;
        let stream = saved["exam"]["_id"].as_str().unwrap();
        let exam = json!({
            "examId": stream, "date": "2999-05-31", "timeStart": "10:00", "timeEnd": "11:30", "examFee": 1000,
        });
        let saved = self.call("POST /api/exam-details", &[], exam).await;
        let exam = saved["examDetail"]["_id"].as_str().unwrap();
        let list = format!("exam:{exam}");
        self.get("/api/check-in/lists", &[]).await;
        let scan = |device: &str, minute: u8| {
            json!({
                "code": registered["customer_id"], "list": list, "nonce": format!("nonce-{device}"),
                "scanned_at": format!("2025-05-01T04:{minute:02}:00Z"), "device": device, "offline": true,
            })
        };
        self.call("POST /api/check-in/redeem", &[], scan("gate-2", 20))
            .await;
        self.call("POST /api/check-in/redeem", &[], scan("gate-3", 30))
            .await;
        let batch = json!({ "redeems": [scan("gate-1", 10)] });
        self.call("POST /api/check-in/redeem-batch", &[], batch).await;
        let undo = json!({ "code": registered["customer_id"], "list": list, "reason": "Wrong person" });
        self.call("POST /api/check-in/undo", &[], undo).await;
        self.call("POST /api/check-in/redeem", &[], scan("gate-4", 40))
            .await;
        let of = |call: &str| format!("/api/check-in/{call}?list=exam%3A{exam}");
        self.get(&of("attendance"), &[]).await;
        self.get(&of("roster"), &[]).await;
        self.get(&of("attendance/candidates"), &[]).await;
        self.call("POST /api/check-in/clear", &[], json!({ "list": list }))
            .await;
        let delete = "DELETE /api/exam-details/{id}?if_unused=true";
        self.call(delete, &[exam], Value::Null).await;
        self.call("DELETE /api/exams/{id}", &[stream], Value::Null).await;
        list
    }

    /// A form that is sent several times at once, so that one of them finds its key taken after it had looked.
    async fn at_the_counter_at_once(&mut self) {
        for attempt in 0..50 {
            let form = json!({
                "name": "Binu Nair", "email": format!("double-{attempt}@x.example"), "phone": "9876543211",
                "exam_preference": "Offline", "payment_mode": "cash", "order_amount": 1850,
                "packageId": "all-inclusive", "type": "allColleges",
            });
            let url = format!("{}/api/customers", self.system.site_url());
            let headers = [
                ("authorization".to_owned(), format!("Bearer {}", self.token)),
                (
                    "idempotency-key".to_owned(),
                    format!("00000000-0000-4000-8000-{attempt:012}"),
                ),
            ];
            let sent = (0..8).map(|_| post("POST", &url, &headers, form.to_string()));
            for (status, answer) in futures::future::join_all(sent).await {
                assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
            }
            if self.has_used("customers", "dynamodb:GetItem", "RegistrationsTable") {
                return;
            }
        }
        panic!("no two of fifty times eight calls met");
    }

    async fn the_portal(&mut self) {
        for query in ["", "?email=counter", "?status=PAID&page=2"] {
            self.get(&format!("/api/customers{query}"), &[]).await;
        }
        self.get("/api/admin/dashboard", &[]).await;
        self.get("/api/admin/logs", &[]).await;
        let flags = self.get("/api/admin/attention", &[]).await;
        let (order, flag) = (&flags[0]["order_id"], &flags[0]["flag"]);
        let places = [order.as_str().unwrap(), flag.as_str().unwrap()];
        let clear = "DELETE /api/admin/attention/{order_id}/{flag}";
        self.call(clear, &places, Value::Null).await;
    }

    /// Accounts: another administrator who steps down, with a second factor that is set up, used and taken away.
    async fn people(&mut self) {
        self.get("/api/admin/account", &[]).await;
        self.get("/api/admin/users", &[]).await;
        self.get("/api/admin/users", &[]).await;
        let email = "binu@organiser.example";
        let form = json!({ "username": "Binu", "role": "admin", "email": email });
        let (status, made) = self.ask("POST /api/admin/users", &[], form).await;
        assert_eq!(status, StatusCode::CREATED, "{made}{}", self.refusals());
        for _ in ["the first sign-in", "one from a new device"] {
            let form = json!({ "username": "Binu", "password": made["password"] });
            self.call("POST /api/admin/login", &[], form).await;
        }
        self.until("the mail about a sign-in", async || {
            self.reconcile().await;
            self.system.mailbox().mails().iter().any(|mail| mail.to == email)
        })
        .await;
        let change = "PUT /api/admin/users/{username}";
        self.call(change, &["Binu"], json!({ "role": "counter" })).await;
        let (status, _) = self
            .ask(
                "PUT /api/admin/password",
                &[],
                json!({ "current": "a guess", "new": "kadavu plum lantern" }),
            )
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        let begun = self.call("POST /api/admin/second-factor", &[], json!({})).await;
        let secret = begun["secret"].as_str().unwrap();
        let code = |system: &local::System| code_at(secret, system.clock().now()).unwrap();
        let confirm = json!({ "code": code(&self.system) });
        let confirmed = self
            .call("POST /api/admin/second-factor/confirm", &[], confirm)
            .await;
        let form = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
        let asked = self.call("POST /api/admin/login", &[], form).await;
        let answer = json!({ "challenge": asked["challenge"], "code": confirmed["recovery_codes"][0] });
        self.call("POST /api/admin/login/second-factor", &[], answer)
            .await;
        let code = json!({ "code": confirmed["recovery_codes"][1] });
        let (status, answer) = self.ask("DELETE /api/admin/second-factor", &[], code).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{answer}{}", self.refusals());
    }

    /// One session that is ended by another, all of them, and one that signs out.
    async fn own_sessions(&mut self) {
        let sessions = self.get("/api/admin/sessions", &[]).await;
        let id = sessions[0]["id"].as_str().unwrap();
        self.ends("DELETE /api/admin/sessions/{id}", &[id]).await;
        self.sign_in().await;
        self.ends("DELETE /api/admin/sessions", &[]).await;
        self.sign_in().await;
        self.call("POST /api/admin/logout", &[], Value::Null).await;
    }

    async fn ends(&mut self, route: &str, places: &[&str]) {
        let (status, answer) = self.ask(route, places, Value::Null).await;
        assert_eq!(
            status,
            StatusCode::NO_CONTENT,
            "{route}: {answer}{}",
            self.refusals()
        );
    }

    /// A pass that comes back, and arrives when it is sent once more.
    async fn a_mail_that_comes_back(&mut self) {
        self.system.mailbox().fail(MailFault::Bounced);
        let [order, ..] = self.paid_thrice("back@x.example").await;
        self.webhook("PAYMENT_SUCCESS_WEBHOOK", &order).await;
        self.until("the flag of a mail that came back", async || {
            self.has_used("mail-events", "dynamodb:PutItem", "RegistrationsTable")
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

    async fn the_sheet(&mut self) {
        self.get("/api/sync", &[]).await;
        self.call("POST /api/sync", &[], json!({})).await;
        self.call("POST /api/sync-all", &[], json!({})).await;
    }

    /// Exports of every kind, one that is cancelled, and a file that is fetched.
    async fn exports(&mut self, cleared: &str) {
        let mut file = String::new();
        for (kind, format, filters) in [
            ("candidates", "csv", json!({})),
            (
                "candidates",
                "xlsx",
                json!({ "search": "CZ6S4932KF26-0123456789ABCDEFGHJK" }),
            ),
            ("payments", "csv", json!({})),
            ("till", "csv", json!({})),
            ("attendance", "csv", json!({ "list": cleared })),
            ("audit", "csv", json!({})),
        ] {
            let body = json!({ "kind": kind, "format": format, "filters": filters });
            let (status, begun) = self.ask("POST /api/exports", &[], body).await;
            assert_eq!(status, StatusCode::ACCEPTED, "{begun}{}", self.refusals());
            let id = begun["export_id"].as_str().unwrap().to_owned();
            for _ in 0..600 {
                let export = self.get("/api/exports/{id}", &[&id]).await;
                if let Some(url) = export["url"].as_str() {
                    file = url.to_owned();
                    break;
                }
                assert_eq!(export["state"], "running", "{export}{}", self.refusals());
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        let (status, text) = post("GET", &file, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{text}{}", self.refusals());
        self.get("/api/exports", &[]).await;
        let body = json!({ "kind": "candidates", "format": "csv" });
        let (_, begun) = self.ask("POST /api/exports", &[], body).await;
        let id = begun["export_id"].as_str().unwrap();
        let (status, answer) = self.ask("DELETE /api/exports/{id}", &[id], Value::Null).await;
        // It may have ended meanwhile.
        let expected = [StatusCode::NO_CONTENT, StatusCode::CONFLICT];
        assert!(expected.contains(&status), "{answer}{}", self.refusals());
    }

    /// The reconciler calls another worker, which does not know the kind and gives the parts up.
    async fn an_export_whose_worker_died(&mut self, tables: &Env) {
        let now = OffsetDateTime::now_utc();
        let id = format!("{}-0123456789ABCDEF", ExportId::first_of(now));
        let job = json!({
            "export_id": id, "kind": "seats", "format": "csv", "filters": {}, "state": "running", "lease": "lease",
            "heartbeat": 0, "created_at": "2025-05-20T10:00:00Z", "created_by": "admin",
            "file": { "key": "exports/one.csv", "upload": "00000000-0000-0000-0000-000000000000" },
        });
        let job: ExportJob = serde_json::from_value(job).unwrap();
        let entropy = Entropy::system();
        let entry = AuditEntry::new(
            now,
            &entropy,
            "admin",
            "export.started",
            &id,
            Value::Null,
            Value::Null,
        );
        let begun = ExportJobs::from_env(tables).unwrap().begin(&job, &entry).await;
        assert_eq!(begun.unwrap(), Write::Done);
        self.reconcile().await;
        for _ in 0..600 {
            let export = self.get("/api/exports/{id}", &[&id]).await;
            if export["state"] == "failed" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!(
            "the export of a kind that is not known did not fail{}",
            self.refusals()
        );
    }

    /// Orders without a webhook, a mail that SES rejected, and a sync whose worker hangs.
    async fn what_the_reconciler_finds(&mut self) {
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
    async fn what_the_provider_lists(&mut self) {
        let [_, _, refunded] = self.paid_thrice("recon@x.example").await;
        self.system.simulator().refund(&refunded).unwrap();
        let url = format!("{}/recon", self.system.outside_url());
        let (status, answer) = post("POST", &url, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
        let counts = ["paid", "reversals", "finished"].map(|member| &answer[member]);
        assert_eq!(counts, [&json!(3), &json!(1), &json!(true)], "{answer}");
    }

    /// The flag of an order that could not be read, and can be.
    async fn what_can_be_read_again(&mut self, tables: &Env) {
        let registrations = Registrations::from_env(tables).unwrap();
        let id = OrderId::parse(&self.paid_thrice("again@x.example").await[0]).unwrap();
        let order = registrations.order(&id).await.unwrap().unwrap();
        let flag = Flag::new(&order, AttentionKind::Unreadable, order.created_at);
        registrations.flag(&flag).await.unwrap();
        self.reconcile().await;
        let left = registrations.flag_of(&id, AttentionKind::Unreadable).await;
        assert_eq!(left.unwrap(), None, "{}", self.refusals());
    }

    /// One that nobody has paid for, which is forgotten.
    async fn an_old_registration(&mut self, tables: &Env) {
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
        let order = Order {
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
        let created = registrations.create(&candidate, &order, due, None).await;
        assert_eq!(created.unwrap(), Created::Done);
        let change = Unpaid {
            status: Status::Expired,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
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
    async fn on_call(&self, tables: &Env) {
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
    async fn reconcile(&self) {
        self.system.clock().advance(3600).unwrap();
        let url = format!("{}/reconcile", self.system.outside_url());
        let (status, answer) = post("POST", &url, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
    }
}
