//! The portal: lists, accounts, sessions, the sheet and exports.

use accounts::second_factor::code_at;
use config::Env;
use domain::{
    Entropy,
    job::{Job, JobId},
};
use http::StatusCode;
use serde_json::{Value, json};
use store::{AuditEntry, Import, Jobs, Write, exports::Export};

use crate::rights::smoke::{PATIENCE, PAUSE, SmokeTest, post};

impl SmokeTest {
    pub(super) async fn the_portal(&mut self) {
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

    /// The settings of the event, set and taken away again.
    pub(super) async fn the_settings_of_the_event(&mut self) {
        self.get("/api/event", &[]).await;
        self.get("/api/event/settings", &[]).await;
        for (version, opens_at) in [(0, json!("2025-01-01T00:00:00Z")), (1, Value::Null)] {
            let form = json!({ "version": version, "opens_at": opens_at });
            self.call("PUT /api/event/settings", &[], form).await;
        }
    }

    /// The line, looked at, held and let go on.
    pub(super) async fn the_line(&mut self) {
        self.get("/api/payments/line", &[]).await;
        let until = self.system.clock().now() + time::Duration::minutes(5);
        let form = json!({ "until": until.format(&time::format_description::well_known::Rfc3339).unwrap() });
        self.call("PUT /api/payments/line/hold", &[], form).await;
        self.call("DELETE /api/payments/line/hold", &[], Value::Null)
            .await;
    }

    /// Accounts: another administrator who steps down, with a second factor that is set up, used and taken away.
    pub(super) async fn people(&mut self) {
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
        let of_binu = "/api/admin/users/{username}/sessions";
        let sessions = self.get(of_binu, &["Binu"]).await;
        let id = sessions[0]["id"].as_str().unwrap();
        self.ends(&format!("DELETE {of_binu}/{{id}}"), &["Binu", id], Value::Null)
            .await;
        self.ends(&format!("DELETE {of_binu}"), &["Binu"], Value::Null)
            .await;
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
        // A code is good for its own half minute alone, which may end while it is on its way.
        let confirmed = loop {
            let code = code_at(secret, self.system.clock().now()).unwrap();
            let confirm = json!({ "code": code, "password": "expo-admin" });
            let route = "POST /api/admin/second-factor/confirm";
            match self.ask(route, &[], confirm).await {
                (StatusCode::OK, confirmed) => break confirmed,
                (status, answer) => assert_eq!(
                    (status, &answer["field"]),
                    (StatusCode::UNPROCESSABLE_ENTITY, &json!("code")),
                    "{answer}{}",
                    self.refusals()
                ),
            }
        };
        self.go_on_with(&confirmed);
        let form = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
        let asked = self.call("POST /api/admin/login", &[], form).await;
        let answer = json!({ "challenge": asked["challenge"], "code": confirmed["recovery_codes"][0] });
        self.call("POST /api/admin/login/second-factor", &[], answer)
            .await;
        let removal = json!({ "code": confirmed["recovery_codes"][1], "password": "expo-admin" });
        let removed = self.call("DELETE /api/admin/second-factor", &[], removal).await;
        self.go_on_with(&removed);
        for email in ["admin@organiser.example", "office@organiser.example"] {
            let address = json!({ "email": email, "password": "expo-admin" });
            let moved = self.call("PUT /api/admin/account", &[], address).await;
            self.go_on_with(&moved);
        }
    }

    /// One session that is ended by another, all of them, and one that signs out.
    pub(super) async fn own_sessions(&mut self) {
        self.sign_in().await;
        let sessions = self.get("/api/admin/sessions", &[]).await;
        let other = sessions
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["current"] == false);
        let id = other.unwrap()["id"].as_str().unwrap();
        let password = json!({ "password": "expo-admin" });
        let route = "DELETE /api/admin/sessions/{id}";
        let ended = self.call(route, &[id], password.clone()).await;
        self.go_on_with(&ended);
        self.ends("DELETE /api/admin/sessions", &[], password).await;
        self.sign_in().await;
        self.call("POST /api/admin/logout", &[], Value::Null).await;
    }

    async fn ends(&mut self, route: &str, places: &[&str], body: Value) {
        let (status, answer) = self.ask(route, places, body).await;
        assert_eq!(
            status,
            StatusCode::NO_CONTENT,
            "{route}: {answer}{}",
            self.refusals()
        );
    }

    pub(super) async fn the_sheet(&mut self) {
        self.get("/api/sync", &[]).await;
        self.call("POST /api/sync", &[], json!({})).await;
        self.call("POST /api/sync-all", &[], json!({})).await;
    }

    /// A list that is paid, and one whose worker died before it had read a line.
    pub(super) async fn a_school_list(&mut self, tables: &Env) {
        let csv = "name,email,phone\nListed One,listed-1@x.example,9876543210\nListed Two,listed-2@x.example,9876543210";
        let form = json!({
            "csv": csv, "package": "single-exam", "college": "periyar-engineering", "course": "periyar-cse",
            "payment": "paid", "mode": "cash", "commit": true,
        });
        let key = "00000000-0000-4000-8000-a5c001150000".to_owned();
        let headers = [("idempotency-key".to_owned(), key)];
        let (status, begun) = self
            .ask_with("POST /api/imports", &[], &headers, form.to_string())
            .await;
        assert_eq!(status, StatusCode::ACCEPTED, "{begun}{}", self.refusals());
        let id = begun["import_id"].as_str().unwrap().to_owned();
        self.registered(&id).await;
        let people = self.get("/api/imports/{id}/people", &[&id]).await;
        assert_eq!(people["people"].as_array().unwrap().len(), 2, "{people}");
        self.get("/api/imports", &[]).await;

        let now = self.system.clock().now();
        let jobs: Jobs<Import> = Jobs::from_env(tables).unwrap();
        let taken = jobs.newest(1).await.unwrap().remove(0);
        let id = JobId::parse(&format!("{}-0123456789ABCDEF", JobId::first_of(now))).unwrap();
        let dead = Job {
            heartbeat: 0,
            ..Job::new(id.clone(), "lease".to_owned(), "admin", now, taken.work)
        };
        let entropy = Entropy::system();
        let entry = AuditEntry::new(
            now,
            &entropy,
            "admin",
            "import.started",
            id.as_str(),
            Value::Null,
            Value::Null,
        );
        assert_eq!(jobs.begin(None, &dead, &entry).await.unwrap(), Write::Done);
        self.reconcile().await;
        self.registered(id.as_str()).await;
    }

    /// Waits until everybody on a list is registered.
    async fn registered(&mut self, id: &str) {
        for _ in 0..PATIENCE {
            let list = self.get("/api/imports/{id}", &[id]).await;
            if list["state"] == "done" {
                return;
            }
            assert_eq!(list["state"], "running", "{list}{}", self.refusals());
            tokio::time::sleep(PAUSE).await;
        }
        panic!("the list was not registered{}", self.refusals());
    }

    /// Exports of every kind, one that is cancelled, and a file that is fetched.
    pub(super) async fn exports(&mut self, cleared: &str) {
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
            for _ in 0..PATIENCE {
                let export = self.get("/api/exports/{id}", &[&id]).await;
                if let Some(url) = export["url"].as_str() {
                    file = url.to_owned();
                    break;
                }
                assert_eq!(export["state"], "running", "{export}{}", self.refusals());
                tokio::time::sleep(PAUSE).await;
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
    pub(super) async fn an_export_whose_worker_died(&mut self, tables: &Env) {
        let now = self.system.clock().now();
        let id = format!("{}-0123456789ABCDEF", JobId::first_of(now));
        let job = json!({
            "id": id, "state": "running", "lease": "lease", "writes": 1, "heartbeat": 0, "created_at": "2025-05-20T10:00:00Z",
            "created_by": "admin",
            "work": {
                "kind": "seats", "format": "csv", "filters": {},
                "file": { "key": "exports/one.csv", "upload": "00000000-0000-0000-0000-000000000000" },
            },
        });
        let job: Job<Export> = serde_json::from_value(job).unwrap();
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
        let begun = Jobs::from_env(tables).unwrap().begin(None, &job, &entry).await;
        assert_eq!(begun.unwrap(), Write::Done);
        self.reconcile().await;
        for _ in 0..PATIENCE {
            let export = self.get("/api/exports/{id}", &[&id]).await;
            if export["state"] == "failed" {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!(
            "the export of a kind that is not known did not fail{}",
            self.refusals()
        );
    }
}
