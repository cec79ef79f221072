//! The catalogue, what the site shows, and pictures.

use http::StatusCode;
use serde_json::{Value, json};

use crate::rights::smoke::{ANOTHER_PICTURE, PICTURE, SmokeTest, post};

impl SmokeTest {
    pub(super) async fn catalogue(&mut self) {
        self.an_exam_with_a_capacity().await;
        self.get("/api/packages/list", &[]).await;
        self.get("/api/packages/prices", &[]).await;
        self.rearranged("/api/packages/order").await;
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
            let saved = self.add(&save, &form).await;
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
        let saved = self.add("POST /api/exams", &json!({ "categoryName": "A" })).await;
        let stream = saved["exam"]["_id"].as_str().unwrap();
        self.get("/api/catalogue/{kind}/{id}/dependents", &["exams", stream])
            .await;
        self.call("PUT /api/exams/{id}", &[stream], json!({ "categoryName": "B" }))
            .await;
        self.get("/api/exam-details", &[]).await;
        let mut form = json!({
            "examId": stream, "date": "2025-05-31", "timeStart": "10:00", "timeEnd": "11:30", "examFee": 1000,
            "image": PICTURE, "capacity": 40,
        });
        let saved = self.add("POST /api/exam-details", &form).await;
        let detail = saved["examDetail"]["_id"].as_str().unwrap();
        self.get("/api/exam-details/exam/{examId}", &[stream]).await;
        form["image"] = json!(ANOTHER_PICTURE);
        form["date"] = json!("2025-06-01");
        // The reconciler finds whom, in runs of its own further on.
        form["tell"] = json!(true);
        self.call("PUT /api/exam-details/{id}", &[detail], form).await;
        self.call(
            "DELETE /api/exam-details/{id}?if_unused=true",
            &[detail],
            Value::Null,
        )
        .await;
        self.call("DELETE /api/exams/{id}", &[stream], Value::Null).await;
    }

    /// That of the orders further on.
    async fn an_exam_with_a_capacity(&mut self) {
        let exams = self.get("/api/exam-details", &[]).await;
        let mut exams = exams.as_array().unwrap().iter();
        let mut exam = exams.find(|exam| exam["_id"] == "nila-ballb").unwrap().clone();
        exam["capacity"] = json!(500);
        self.call("PUT /api/exam-details/{id}", &["nila-ballb"], exam)
            .await;
        self.get("/api/exam-details", &[]).await;
    }

    pub(super) async fn content(&mut self) {
        for group in ["banners", "inst-brand", "brand"] {
            self.get(&format!("/api/{group}/listBanners"), &[]).await;
            let mut form = json!({ "bannerName": "New", "deskImgLink": PICTURE, "mobImgLink": PICTURE });
            let saved = self.add(&format!("POST /api/{group}/addBanner"), &form).await;
            let id = saved["banner"]["_id"].as_str().unwrap();
            self.rearranged(&format!("/api/{group}/order")).await;
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

    async fn rearranged(&mut self, path: &str) {
        let mut order = self.get(path, &[]).await;
        order["ids"].as_array_mut().unwrap().reverse();
        self.call(&format!("PUT {path}"), &[], order).await;
    }

    pub(super) async fn pictures_that_nothing_shows(&mut self) {
        let url = format!("{}/collect-pictures", self.system.outside_url());
        let (status, answer) = post("POST", &url, [], String::new()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
        assert_eq!(answer, json!({ "collected": 0, "left": 0 }));
    }
}
