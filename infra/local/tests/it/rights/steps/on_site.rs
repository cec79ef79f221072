//! The counter and the door.

use http::StatusCode;
use serde_json::{Value, json};

use crate::rights::smoke::{SmokeTest, post};

impl SmokeTest {
    pub(super) async fn at_the_counter(&mut self) {
        let form = json!({
            "name": "Binu Nair", "email": "counter@x.example", "phone": "9876543211",
            "exam_preference": "Offline", "payment_mode": "cash", "order_amount": 1000,
            "packageId": "single-exam", "type": "specificCollege", "collegeId": "periyar-engineering",
            "course_category": "periyar-cse",
        });
        self.get("/api/registration", &[]).await;
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
    pub(super) async fn at_the_door(&mut self) -> String {
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
        let of = |call: &str| format!("/api/check-in/{call}?list=exam%3A{exam}");
        let attendance = self.get(&of("attendance"), &[]).await;
        let double = &attendance["doubles"][0]["id"];
        let dealt = json!({ "list": list, "double": double, "reason": "The same person" });
        self.call("POST /api/check-in/deal-with", &[], dealt).await;
        let customer = registered["customer_id"].as_str().unwrap();
        self.get("/api/customers/{customerId}", &[customer]).await;
        let undo = |scan: &str| {
            json!({
                "code": registered["customer_id"], "list": list, "reason": "Wrong person", "undoes": format!("nonce-{scan}"),
            })
        };
        for scan in ["gate-1", "gate-2", "gate-3"] {
            self.call("POST /api/check-in/undo", &[], undo(scan)).await;
        }
        // A scan that is taken back before it comes.
        let early = json!({
            "code": registered["customer_id"], "list": list, "reason": "Wrong person", "device": "gate-5",
            "undoes": "nonce-gate-5", "nonce": "undo-of-gate-5",
        });
        self.call("POST /api/check-in/undo", &[], early).await;
        for (device, minute) in [("gate-4", 40), ("gate-6", 50)] {
            self.call("POST /api/check-in/redeem", &[], scan(device, minute))
                .await;
        }
        let options = json!({ "list": list, "check_out": true });
        self.call("PUT /api/check-in/lists", &[], options).await;
        let mut leaves = scan("gate-7", 55);
        leaves["direction"] = json!("out");
        self.call("POST /api/check-in/redeem", &[], leaves).await;
        self.call("POST /api/check-in/undo", &[], undo("gate-7")).await;
        self.get(&of("roster"), &[]).await;
        let report = json!({ "device": "gate-2", "list": list, "unsent": 1 });
        self.call("POST /api/check-in/report", &[], report).await;
        let found = self.get("/api/check-in/phones", &[]).await;
        let message = json!({ "phone": found["phones"][0]["id"], "text": "Come to Gate 1" });
        self.call("POST /api/check-in/message", &[], message).await;
        self.get(&of("attendance/candidates"), &[]).await;
        self.call("POST /api/check-in/clear", &[], json!({ "list": list }))
            .await;
        let delete = "DELETE /api/exam-details/{id}?if_unused=true";
        self.call(delete, &[exam], Value::Null).await;
        self.call("DELETE /api/exams/{id}", &[stream], Value::Null).await;
        list
    }

    /// A form that is sent several times at once, so that one of them finds its key taken after it had looked.
    pub(super) async fn at_the_counter_at_once(&mut self) {
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
}
