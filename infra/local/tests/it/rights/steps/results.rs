//! Results of an exam, from the file to who sees them.

use serde_json::{Value, json};

use crate::rights::smoke::{PATIENCE, PAUSE, SmokeTest};

impl SmokeTest {
    /// An exam whose day has begun, so that the door's list counts. The door knows the catalogue as it was some seconds ago.
    pub(super) async fn an_exam_that_was_held(&mut self) -> String {
        let saved = self
            .call("POST /api/exams", &[], json!({ "categoryName": "Results" }))
            .await;
        let stream = saved["exam"]["_id"].as_str().unwrap();
        let exam = json!({
            "examId": stream, "date": "2025-04-01", "timeStart": "10:00", "timeEnd": "11:30", "examFee": 1000,
            "capacity": 5,
        });
        let saved = self.call("POST /api/exam-details", &[], exam).await;
        let exam = saved["examDetail"]["_id"].as_str().unwrap().to_owned();
        // Who has bought all exams may choose what is on the list of a college.
        let college = json!({ "name": "College of results", "courseList": [exam] });
        self.call("POST /api/colleges", &[], college).await;
        exam
    }

    /// Of one candidate, who was let in: by pass number and by address, corrected, published and withdrawn.
    pub(super) async fn results(&mut self, exam: &str) {
        let form = json!({
            "name": "Gita Nair", "email": "results@x.example", "phone": "9876543215",
            "exam_preference": "Offline", "payment_mode": "upi", "order_amount": 1850, "paid": true,
            "packageId": "all-inclusive", "type": "allColleges",
        });
        let registered = self.call("POST /api/customers", &[], form).await;
        let candidate = registered["customer_id"].as_str().unwrap();
        let order = registered["order_id"].as_str().unwrap();
        self.choose(candidate, order, exam).await;
        let scan = json!({
            "code": candidate, "list": format!("exam:{exam}"), "nonce": "nonce-results", "scanned_at": "2025-05-01T04:20:00Z",
            "device": "gate-1", "offline": true,
        });
        self.call("POST /api/check-in/redeem", &[], scan).await;
        let file = |marks: u32, commit: bool| {
            // Somebody with another exam, so that the address is looked up; nothing is taken with it.
            let other = if commit { "" } else { ",paid@x.example,1,2\n" };
            let csv = format!("pass_no,email,marks,out_of\n{candidate},,{marks},100\n{other}");
            json!({ "csv": csv, "commit": commit })
        };
        for _ in 0..PATIENCE {
            let preview = self
                .call("POST /api/results/{course}", &[exam], file(60, false))
                .await;
            if preview["ok"] == 1 {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        let taken = self
            .call("POST /api/results/{course}", &[exam], file(60, true))
            .await;
        assert_eq!(taken["committed"], true, "{taken}");
        self.get("/api/results", &[]).await;
        self.get("/api/results/{course}", &[exam]).await;
        let corrected = json!({ "marks": 61, "out_of": 100, "reason": "Added up wrongly", "version": 0 });
        let route = "PUT /api/results/{course}/{customer_id}";
        self.call(route, &[exam, candidate], corrected).await;
        self.call("POST /api/results/{course}/publish", &[exam], json!({}))
            .await;
        let seen = self.get("/api/order/{order_id}/results", &[order]).await;
        assert_eq!(seen[0]["marks"], 61, "{seen}");
        self.call("POST /api/results/{course}/withdraw", &[exam], Value::Null)
            .await;
    }

    /// By the pass, dropped and chosen again by staff, and filled in for others.
    async fn choose(&mut self, candidate: &str, order: &str, exam: &str) {
        let by_pass = "PUT /api/order/{order_id}/exams";
        self.get("/api/order/{order_id}/exams", &[order]).await;
        for (version, exams) in [(0, json!([exam])), (1, json!([]))] {
            let form = json!({ "exams": exams, "version": version });
            let chosen = self.call(by_pass, &[order], form).await;
            assert_eq!(chosen["chosen"], exams, "{chosen}");
        }
        let form = json!({ "exams": [exam], "version": 2 });
        self.call("PUT /api/customers/{customerId}/exams", &[candidate], form)
            .await;
        self.get("/api/customers/{customerId}/exams", &[candidate]).await;
        for commit in [false, true] {
            self.call("POST /api/customers/fill-in", &[], json!({ "commit": commit }))
                .await;
        }
    }
}
