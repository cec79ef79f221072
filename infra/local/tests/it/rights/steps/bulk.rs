//! The same for many candidates.

use config::Env;
use domain::{
    BulkAction, Entropy,
    job::{Job, JobId},
    message::Audience,
};
use http::StatusCode;
use serde_json::{Value, json};
use store::{AuditEntry, BulkJob, Jobs, Write};

use crate::rights::smoke::{PATIENCE, PAUSE, SmokeTest};

impl SmokeTest {
    /// Passes that are mailed again, withdrawn and given back, money that is taken, and one whose worker died.
    pub(super) async fn bulk(&mut self, list: &str, tables: &Env) {
        let preview = json!({ "action": "resend", "audience": { "not_checked_in": list } });
        self.call("POST /api/bulk/preview", &[], preview).await;
        self.a_pass_for_nothing().await;
        for (number, action) in ["mark_paid", "resend", "withdraw", "restore"]
            .into_iter()
            .enumerate()
        {
            let Some(id) = self.bulk_begun(number, action).await else {
                continue;
            };
            let done = self.bulk_ended(&id).await;
            assert_eq!(done["left"], 0, "{done}{}", self.refusals());
            for outcome in ["done", "skipped", "failed"] {
                let path = format!("/api/bulk/{{id}}/results?outcome={outcome}");
                self.get(&path, &[&id]).await;
            }
            for act in ["POST /api/bulk/{id}/stop", "POST /api/bulk/{id}/resume"] {
                let (status, answer) = self.ask(act, &[&id], json!({})).await;
                assert_eq!(status, StatusCode::CONFLICT, "{answer}{}", self.refusals());
            }
        }
        self.get("/api/bulk", &[]).await;
        let dead = self.a_dead_bulk(tables).await;
        self.reconcile().await;
        self.bulk_ended(&dead).await;
    }

    /// One whose money went back and whose pass was given back for nothing: with the pass goes what it holds.
    async fn a_pass_for_nothing(&mut self) {
        let form = json!({
            "name": "Devi Menon", "email": "guest@x.example", "phone": "9876543219",
            "exam_preference": "Offline", "payment_mode": "upi", "order_amount": 1000, "paid": true,
            "packageId": "single-exam", "type": "specificCollege", "collegeId": "nila-law",
            "course_category": "nila-ballb",
        });
        let made = self.call("POST /api/customers", &[], form).await;
        let order = made["order_id"].as_str().unwrap();
        let key = (
            "idempotency-key".to_owned(),
            "5d3c3a52-2c55-4b7c-8c0a-1d2f6a1b7e92".to_owned(),
        );
        let whole = json!({ "amount": 1000, "reason": "Cannot come" }).to_string();
        let refund = "POST /api/payments/{order_id}/refunds";
        let (status, answer) = self.ask_with(refund, &[order], &[key], whole).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{answer}{}", self.refusals());
        let back = json!({ "validity": "valid", "reason": "A guest of the organisers" });
        self.call("POST /api/payments/{order_id}/validity", &[order], back)
            .await;
        // A bulk action mails nobody while another mail is due.
        self.reconcile().await;
    }

    /// One for everybody to whom it applies; None where that is nobody.
    async fn bulk_begun(&mut self, number: usize, action: &str) -> Option<String> {
        let mut form = json!({ "action": action });
        if ["withdraw", "restore"].contains(&action) {
            form["reason"] = json!("A test of everybody");
        }
        let key = format!("00000000-0000-4000-8000-0000000b01{number:02}");
        let headers = [("idempotency-key".to_owned(), key)];
        // The lists follow the table after a moment.
        for _ in 0..PATIENCE {
            let (_, preview) = self.ask("POST /api/bulk/preview", &[], form.clone()).await;
            if preview["changes"] == 0 {
                return None;
            }
            form["expected"] = preview["changes"].clone();
            let (status, begun) = self
                .ask_with("POST /api/bulk", &[], &headers, form.to_string())
                .await;
            if status == StatusCode::ACCEPTED {
                return Some(begun["bulk_id"].as_str().unwrap().to_owned());
            }
            assert_eq!(begun["code"], "count_changed", "{begun}{}", self.refusals());
            tokio::time::sleep(PAUSE).await;
        }
        panic!("{action} does not begin{}", self.refusals());
    }

    async fn bulk_ended(&mut self, id: &str) -> Value {
        for _ in 0..PATIENCE {
            let bulk = self.get("/api/bulk/{id}", &[id]).await;
            if bulk["state"] == "done" {
                return bulk;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("the bulk action {id} does not end{}", self.refusals());
    }

    /// One that is under way and whose worker has given no sign of life.
    async fn a_dead_bulk(&self, tables: &Env) -> String {
        let now = self.system.clock().now();
        let audience = Audience {
            package: Some("nobody-has-this".to_owned()),
            ..Audience::default()
        };
        let work = BulkJob::new(BulkAction::Resend, String::new(), audience);
        let entropy = Entropy::system();
        let id = JobId::generate(now, &entropy);
        let mut job = Job::new(id.clone(), "lease".to_owned(), "admin", now, work);
        job.heartbeat = 0;
        let (none, action) = (Value::Null, "bulk.started");
        let entry = AuditEntry::new(now, &entropy, "admin", action, id.as_str(), none.clone(), none);
        let begun = Jobs::from_env(tables).unwrap().begin(None, &job, &entry).await;
        assert_eq!(begun.unwrap(), Write::Done);
        id.to_string()
    }
}
