//! The hero banners through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod add;
mod broken_store;
mod delete;
mod list;
mod order;
mod single_tables;
mod start;
mod together;
mod update;
mod uploads;

use base64::{Engine, prelude::BASE64_STANDARD};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::io::Cursor;
use store::tables::Table;
use test_support::{Answer, App, Request};

const LIST: &str = "/api/banners/listBanners";
const ADD: &str = "/api/banners/addBanner";

async fn start() -> App {
    App::start(banners::app_with).await
}

/// A picture of one shade, as the browser sends it.
fn picture(shade: u8) -> String {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(60, 40, Rgb([shade; 3]))
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    data_url(bytes.get_ref())
}

fn data_url(bytes: &[u8]) -> String {
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(bytes))
}

/// A form in order.
fn form() -> Value {
    json!({
        "bannerName": "Opening day",
        "deskImgLink": picture(10),
        "mobImgLink": picture(20),
        "link": "/about-us",
    })
}

fn with(mut form: Value, field: &str, value: impl Into<Value>) -> Value {
    form[field] = value.into();
    form
}

fn without(mut form: Value, field: &str) -> Value {
    form.as_object_mut().unwrap().remove(field);
    form
}

/// What the tests do with a function over and over.
trait Banners {
    async fn add(&self, form: &Value) -> Answer;
    async fn added(&self) -> Value;
    async fn update(&self, id: &Value, form: &Value) -> Answer;
    async fn remove(&self, id: &Value) -> Answer;
    async fn listed(&self) -> Vec<Value>;
    async fn log(&self) -> Vec<Value>;
    fn addresses(&self) -> Vec<String>;
    async fn assert_refused(&self, request: Request, refused: (u16, &str, &str)) -> Answer;
}

impl Banners for App {
    async fn add(&self, form: &Value) -> Answer {
        self.call_as_admin(Request::post(ADD, form)).await
    }

    /// The banner of the form in order.
    async fn added(&self) -> Value {
        let answer = self.add(&form()).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json["banner"].clone()
    }

    async fn update(&self, id: &Value, form: &Value) -> Answer {
        self.call_as_admin(Request::put(place("updateLink", id), form))
            .await
    }

    async fn remove(&self, id: &Value) -> Answer {
        self.call_as_admin(Request::delete(place("deleteBanner", id)))
            .await
    }

    async fn listed(&self) -> Vec<Value> {
        let answer = self.call(Request::get(LIST)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json.as_array().unwrap().clone()
    }

    /// The audit log, the oldest entry first.
    async fn log(&self) -> Vec<Value> {
        self.test_env.dump(Table::Admin).await
    }

    /// Of all pictures that are kept.
    fn addresses(&self) -> Vec<String> {
        self.test_env.pictures().into_keys().collect()
    }

    /// Sends what must be refused with this status, code and field, and checks that nothing changed.
    async fn assert_refused(&self, request: Request, refused: (u16, &str, &str)) -> Answer {
        // The first token of an administrator is a separate change.
        let request = request.bearer(&self.test_env.admin_token().await);
        let before = (self.everything().await, self.test_env.pictures());
        let answer = self.call(request).await;
        let got = (answer.status.as_u16(), answer.code(), answer.field());
        assert_eq!(got, refused, "{}", answer.json);
        assert!(
            (self.everything().await, self.test_env.pictures()) == before,
            "something changed"
        );
        answer
    }
}

fn place(call: &str, id: &Value) -> String {
    format!("/api/banners/{call}/{}", id.as_str().unwrap())
}

/// The addresses of a banner's pictures, in order.
fn shown(banner: &Value) -> Vec<String> {
    let fields = ["deskImgLink", "mobImgLink"];
    let mut addresses: Vec<String> = fields
        .iter()
        .filter_map(|field| banner[field].as_str().map(str::to_owned))
        .collect();
    addresses.sort();
    addresses
}
