//! The permission smoke test of the closing of the event, which leaves nothing behind: the last step.

use config::Env;
use domain::{
    Entropy, event,
    job::{Job, JobId},
};
use http::StatusCode;
use serde_json::{Value, json};
use store::{
    AuditEntry, EventClosing, Jobs,
    event_closing::{Deletion, RegistrationClosed},
    exports::Export,
};

use super::smoke::{SmokeTest, post};

impl SmokeTest {
    /// Through the API as far as orders that are still open allow, and the job itself as if they were not.
    pub(super) async fn the_closing(&mut self, tables: &Env) {
        self.get("/api/closing", &[]).await;
        for step in ["close_registration", "reopen_registration"] {
            self.call("POST /api/closing", &[], json!({ "step": step })).await;
        }
        let closing = EventClosing::from_env(tables).unwrap();
        let now = self.system.clock().now();
        let entry = |action: &str| {
            AuditEntry::new(
                now,
                &Entropy::system(),
                "a test",
                action,
                event::NAME,
                Value::Null,
                Value::Null,
            )
        };
        let closed = RegistrationClosed {
            at: now,
            by: "a test".to_owned(),
        };
        let written = closing
            .close_registration(&closed, &entry("registration.closed"))
            .await;
        assert_eq!(written.unwrap(), store::Write::Done);
        let id = JobId::generate(now, &Entropy::system());
        // What was under way when it began has ended.
        let begun_at = now - time::Duration::minutes(3);
        let mut job = Job::new(id, "lease".to_owned(), "a test", begun_at, Deletion::default());
        job.wakes = Some(now.unix_timestamp());
        // Its worker has a part of a file.
        let export = json!({
            "id": format!("{}-FEDCBA9876543210", JobId::first_of(now)), "state": "running", "lease": "lease", "writes": 1,
            "heartbeat": now.unix_timestamp(), "created_at": "2025-05-20T10:00:00Z", "created_by": "admin",
            "work": {
                "kind": "audit", "format": "csv", "filters": {},
                "file": { "key": "exports/two.csv", "upload": "00000000-0000-0000-0000-000000000000" },
            },
        });
        let export = serde_json::from_value(export).unwrap();
        let begun = Jobs::<Export>::from_env(tables)
            .unwrap()
            .begin(None, &export, &entry("export.started"))
            .await;
        assert_eq!(begun.unwrap(), store::Write::Done);
        let begun = closing.begin(&job, &entry("event.deletion_begun")).await;
        assert_eq!(begun.unwrap(), store::Write::Done);
        let url = format!("{}/close-event", self.system.outside_url());
        let (status, answer) = post("POST", &url, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
        let report = self.get("/api/closing", &[]).await;
        assert_eq!(report["deletion"]["step"], "done", "{report}{}", self.refusals());
        assert_eq!(report["deletion"]["sheet_emptied"], true, "{report}");
        assert!(report["deletion"]["redacted"].as_u64() > Some(0), "{report}");
        assert!(report["deletion"]["exports"].as_u64() > Some(0), "{report}");
    }
}
