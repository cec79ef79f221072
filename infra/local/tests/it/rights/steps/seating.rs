//! Halls, and who sits where in an exam.

use http::StatusCode;
use serde_json::{Value, json};

use crate::rights::smoke::{PAUSE, SmokeTest};

/// An exam that the people of the school's list have paid for.
const EXAM: &str = "periyar-cse";

impl SmokeTest {
    /// A hall for two, an exam in it, and all that becomes of its seats.
    pub(super) async fn the_seats(&mut self) {
        let form = json!({ "name": "Hall 9", "rows": 1, "columns": 2 });
        let headers = [(
            "idempotency-key".to_owned(),
            "00000000-0000-4000-8000-5ea750000000".to_owned(),
        )];
        let (status, made) = self
            .ask_with("POST /api/halls", &[], &headers, form.to_string())
            .await;
        assert_eq!(status, StatusCode::CREATED, "{made}{}", self.refusals());
        let hall = made["hall"]["_id"].as_str().unwrap().to_owned();
        self.call("PUT /api/halls/{id}", &[&hall], form).await;
        self.get("/api/halls", &[]).await;
        self.put_into(&[&hall]).await;

        let options = json!({ "order": "paid", "spacing": "alternate", "siblings_apart": true });
        for _ in 0..2 {
            self.call("POST /api/seating/{course}", &[EXAM], options.clone())
                .await;
            let route = "POST /api/seating/{course}/publish";
            let published = self.call(route, &[EXAM], json!({})).await;
            assert!(
                !published["unseated"].as_array().unwrap().is_empty(),
                "{published}"
            );
        }
        self.get("/api/seating", &[]).await;
        let seats = self.get("/api/seating/{course}", &[EXAM]).await;
        // The seat that the spacing leaves empty, by hand.
        let waiting = &seats["unseated"][0]["customer_id"];
        let by_hand =
            json!({ "customer_id": waiting, "hall": hall, "seat": "A2", "version": seats["version"] });
        self.call("POST /api/seating/{course}/move", &[EXAM], by_hand)
            .await;
        let seat = &seats["halls"][0]["seats"][0];
        let there = json!({
            "customer_id": seat["customer_id"], "hall": hall, "seat": seat["seat"], "version": seats["version"],
        });
        self.call("POST /api/seating/{course}/move", &[EXAM], there).await;

        let mut exam = self.exam().await;
        exam["reportingTime"] = json!("09:00");
        exam["confirm"] = json!(["candidates"]);
        exam["tell"] = json!(true);
        self.call("PUT /api/exam-details/{id}", &[EXAM], exam).await;

        // Who sits there goes, and who waits gets the seat.
        let id = seat["customer_id"].as_str().unwrap();
        let page = self.get("/api/customers/{customerId}", &[id]).await;
        let order = page["payments"][0]["order_id"].as_str().unwrap().to_owned();
        let pass = self.get("/api/order/{order_id}", &[&order]).await;
        let exams = pass["exams"].as_array().unwrap();
        assert!(exams.iter().any(|exam| exam["hall"] == "Hall 9"), "{pass}");
        let route = format!("/api/check-in/roster?list=exam%3A{EXAM}");
        let roster = self.get(&route, &[]).await;
        assert_eq!(roster["seats"]["plans"][0]["hall"], "Hall 9", "{roster}");
        self.set_validity_of(id, "withdrawn").await;
        // The roster follows the registrations.
        for _ in 0..3 {
            tokio::time::sleep(4 * PAUSE).await;
            self.reconcile().await;
            let seats = self.get("/api/seating/{course}", &[EXAM]).await;
            if seats["halls"][0]["seats"][0]["customer_id"] != id {
                break;
            }
        }
        self.set_validity_of(id, "valid").await;

        self.call("POST /api/seating/{course}", &[EXAM], options).await;
        self.call("DELETE /api/seating/{course}", &[EXAM], Value::Null)
            .await;
        self.put_into(&[]).await;
        self.call("DELETE /api/halls/{id}", &[&hall], Value::Null).await;
    }

    async fn put_into(&mut self, halls: &[&str]) {
        let mut exam = self.exam().await;
        exam["halls"] = json!(halls);
        exam["confirm"] = json!(["candidates"]);
        self.call("PUT /api/exam-details/{id}", &[EXAM], exam).await;
    }

    /// As the list has it.
    async fn exam(&mut self) -> Value {
        let exams = self.get("/api/exam-details", &[]).await;
        let mut exams = exams.as_array().unwrap().iter();
        exams.find(|exam| exam["_id"] == EXAM).unwrap().clone()
    }

    async fn set_validity_of(&mut self, customer: &str, validity: &str) {
        let page = self.get("/api/customers/{customerId}", &[customer]).await;
        let order = page["payments"][0]["order_id"].as_str().unwrap().to_owned();
        let decided = json!({ "validity": validity, "reason": "A test" });
        self.call("POST /api/payments/{order_id}/validity", &[&order], decided)
            .await;
    }
}
