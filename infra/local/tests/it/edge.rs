//! The front door with the limits of template.yaml and the rates of infra/edge.yaml, in front of functions that
//! answer everything, and the proof that a request came through it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use access_control::{CHECK_EMAIL, CONTACT, FIND_PASS, LINE_MAIL, LOGIN as FAILED_LOGIN};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::{Json, Router};
use http::{HeaderMap, Method, Request, StatusCode, request};
use http_body_util::BodyExt;
use local::{Gateway, ShiftedClock, Template, WebAcl, behind_web_acl, gateway_router};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use super::client::{ask, ask_as, headers_of};
use super::promises::template;

const ORDER: &str = "/api/payments/create-order";
const LOGIN: &str = "/api/admin/login";
const WIDE: &str = "ThrottlingRateLimit: 1200, ThrottlingBurstLimit: 1200";

const FLOODER: [u8; 4] = [203, 0, 113, 66];
const STUDENT: [u8; 4] = [203, 0, 113, 7];

fn written(name: &str) -> String {
    std::fs::read_to_string(super::repository().join(name)).unwrap()
}

struct Door {
    router: Router,
    clock: ShiftedClock,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

impl Answer {
    fn reached(&self) -> bool {
        self.body == "reached"
    }
}

impl Door {
    fn new() -> Door {
        Door::with(&written("template.yaml"), &written("infra/edge.yaml"))
    }

    /// The door of changed templates.
    fn with(template: &str, edge: &str) -> Door {
        let folder = tempfile::tempdir().unwrap();
        let [of_stack, of_edge] = [("template.yaml", template), ("edge.yaml", edge)].map(|(name, text)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        });
        let clock = ShiftedClock::stopped();
        let template = Template::read(&of_stack).unwrap();
        let names = template.functions.keys();
        let routers = names.map(|name| (name.clone(), Router::new().fallback(async || Json("reached"))));
        let gateway = Gateway::new(&template, routers.collect(), clock.clone()).unwrap();
        let acl = WebAcl::read(&of_edge, clock.clone()).unwrap();
        Door {
            router: behind_web_acl(gateway_router(Arc::new(gateway)), acl),
            clock,
        }
    }

    async fn ask(&self, client: [u8; 4], method: Method, path: &str) -> Answer {
        self.ask_with(client, Request::builder().method(method).uri(path))
            .await
    }

    /// A sign-in by a device that says that it has signed in before.
    async fn login_of(&self, client: [u8; 4], device: &str) -> Answer {
        let request = Request::post(LOGIN).header("x-known-device", device);
        self.ask_with(client, request).await
    }

    async fn ask_with(&self, client: [u8; 4], request: request::Builder) -> Answer {
        let client = SocketAddr::from((IpAddr::from(client), 50_000));
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(client));
        let (parts, body) = self.router.clone().oneshot(request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: serde_json::from_slice(&bytes).unwrap_or_default(),
        }
    }

    async fn post(&self, client: [u8; 4], path: &str) -> Answer {
        self.ask(client, Method::POST, path).await
    }

    /// A minute in which the flooder sends `junk` requests each second, and another client one. Returns how many of
    /// either reached the function.
    async fn minute(&self, path: &str, junk: usize) -> (usize, usize) {
        let (mut of_flooder, mut of_student) = (0, 0);
        for _ in 0..60 {
            for _ in 0..junk {
                of_flooder += usize::from(self.post(FLOODER, path).await.reached());
            }
            of_student += usize::from(self.post(STUDENT, path).await.reached());
            self.clock.advance(1).unwrap();
        }
        (of_flooder, of_student)
    }
}

/// The limits that a few requests of one client used up, and no web ACL.
fn narrow(rate: u32, burst: u32) -> Door {
    let narrow = format!("ThrottlingRateLimit: {rate}, ThrottlingBurstLimit: {burst}");
    let edge = written("infra/edge.yaml").replace(" Limit: ", " Limit: 99999");
    Door::with(&written("template.yaml").replace(WIDE, &narrow), &edge)
}

#[tokio::test]
async fn junk_at_110_a_second_from_one_address_does_not_close_create_order_for_another() {
    let (of_flooder, of_student) = Door::new().minute(ORDER, 110).await;
    assert_eq!((of_flooder, of_student), (6_000, 60));
    // The control: so it was.
    let (_, of_student) = narrow(20, 60).minute(ORDER, 25).await;
    assert!(of_student < 50, "{of_student}");
}

#[tokio::test]
async fn five_logins_a_second_from_one_address_do_not_close_the_login_for_another() {
    let (of_flooder, of_student) = Door::new().minute(LOGIN, 6).await;
    assert_eq!((of_flooder, of_student), (300, 60));
    let (_, of_student) = narrow(5, 20).minute(LOGIN, 6).await;
    assert!(of_student < 50, "{of_student}");
}

#[tokio::test]
async fn a_guesser_behind_the_same_address_keeps_no_known_device_out() {
    let door = Door::new();
    for _ in 0..400 {
        door.post(FLOODER, LOGIN).await;
    }
    assert_eq!(door.post(FLOODER, LOGIN).await.status, 429);
    assert_eq!(door.login_of(FLOODER, "").await.status, 429);
    for clerk in 0..30 {
        let device = format!("the proof of clerk {clerk}");
        assert!(door.login_of(FLOODER, &device).await.reached(), "{clerk}");
    }
    // A device that floods is refused, and no other with it.
    for _ in 0..299 {
        assert!(door.login_of(FLOODER, "another").await.reached());
    }
    door.login_of(FLOODER, "another").await;
    assert_eq!(door.login_of(FLOODER, "another").await.status, 429);
    assert!(door.login_of(FLOODER, "the proof of clerk 1").await.reached());
}

#[tokio::test]
async fn junk_from_many_addresses_closes_no_route_either() {
    let door = Door::new();
    for second in 0..20 {
        for number in 0..100 {
            assert!(door.post([198, 51, second, number], ORDER).await.reached());
        }
        assert!(door.post(STUDENT, ORDER).await.reached());
        door.clock.advance(1).unwrap();
    }
}

#[tokio::test]
async fn the_address_that_floods_is_refused_in_the_apis_words_until_it_pauses() {
    let door = Door::new();
    for number in 0..6_000 {
        // Not more a second than the gateway takes of all.
        if number % 1_000 == 0 {
            door.clock.advance(1).unwrap();
        }
        // However the path is written.
        let path = [
            "/api/payments/create%2Dorder",
            "//api/./payments/create-order",
            ORDER,
        ][number % 3];
        assert_ne!(door.post(FLOODER, path).await.status, 429, "{number}");
    }
    let refused = door.post(FLOODER, ORDER).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.headers["retry-after"], "60");
    assert_eq!(refused.headers["content-type"], "application/json");
    assert_eq!(refused.headers["cache-control"], "no-store");
    let said = "Too many requests. Please try again in a moment.";
    assert_eq!(
        refused.body,
        json!({ "code": "too_many_requests", "message": said, "msg": said, "error": said, "request_id": "edge" })
    );
    assert!(
        door.ask(FLOODER, Method::GET, "/api/packages/list")
            .await
            .reached()
    );
    assert!(door.post(STUDENT, ORDER).await.reached());
    door.clock.advance(61).unwrap();
    assert!(door.post(FLOODER, ORDER).await.reached());
}

#[tokio::test]
async fn the_total_rate_of_an_address_is_limited_for_the_webhook_too() {
    let edge = written("infra/edge.yaml").replace("Limit: 100000", "Limit: 50");
    let door = Door::with(&written("template.yaml"), &edge);
    for _ in 0..50 {
        assert!(
            door.ask(FLOODER, Method::GET, "/api/packages/list")
                .await
                .reached()
        );
    }
    assert_eq!(door.ask(FLOODER, Method::GET, "/").await.status, 429);
    let webhook = "/api/payments/webhook";
    assert_eq!(door.post(FLOODER, webhook).await.status, 429);
    // The provider has addresses of its own.
    assert!(door.post(STUDENT, webhook).await.reached());
}

#[tokio::test]
async fn the_gateway_throttles_a_route_that_all_clients_overload_and_leaves_the_webhook_its_capacity() {
    let door = narrow(1, 2);
    for number in [1, 2] {
        assert!(door.post([198, 51, 100, number], ORDER).await.reached());
    }
    let refused = door.post(STUDENT, ORDER).await;
    assert_eq!(
        (refused.status, refused.body),
        (
            StatusCode::TOO_MANY_REQUESTS,
            json!({ "message": "Too Many Requests" })
        )
    );
    assert!(door.post(STUDENT, "/api/payments/webhook").await.reached());
    door.clock.advance(1).unwrap();
    assert!(door.post(STUDENT, ORDER).await.reached());
}

/// How many requests a rule of the web ACL lets through, and in how many seconds.
fn rate_of(rule: &str) -> (u64, u64) {
    let edge: Value = serde_saphyr::from_str(&written("infra/edge.yaml")).unwrap();
    let rules = edge["Resources"]["WebAcl"]["Properties"]["Rules"].clone();
    let rules = rules.as_array().unwrap();
    let rule = rules.iter().find(|one| one["Name"] == rule).unwrap();
    let rated = &rule["Statement"]["RateBasedStatement"];
    let number = |name: &str| rated[name].as_u64().unwrap();
    (number("Limit"), number("EvaluationWindowSec"))
}

#[test]
fn the_web_acl_refuses_nothing_that_the_functions_would_let_through() {
    // They count by the clock: at its turn twice as many.
    let (checks, seconds) = rate_of(CHECK_EMAIL.bucket);
    assert!(checks >= 2 * u64::from(CHECK_EMAIL.attempts) * seconds / CHECK_EMAIL.window.as_secs());
    for rule in ["login", "login-of-known-devices"] {
        let (logins, seconds) = rate_of(rule);
        assert!(logins * FAILED_LOGIN.window.as_secs() >= u64::from(FAILED_LOGIN.attempts) * seconds);
    }
    // The line takes a minute's turns of an address at once: ten requests of each person.
    let (orders, seconds) = rate_of("create-order");
    let turns = domain::line::Pace::new(2_000).of_address();
    let people = 2 * seconds * 1_000_000 / u64::try_from(turns.interval).unwrap();
    assert!(orders >= 10 * people, "{orders} requests of {people} people");
}

/// What the guide says of one address is what is deployed.
#[test]
fn the_guide_names_the_limits_of_functions_and_web_acl() {
    let guide = written("docs/operations.md");
    let grouped = |number: u64| match number {
        1_000.. => format!("{},{:03}", number / 1_000, number % 1_000),
        _ => number.to_string(),
    };
    let in_words = |seconds: u64| match seconds {
        60 => "a minute",
        300 => "in five minutes",
        600 => "in ten minutes",
        900 => "in 15 minutes",
        3_600 => "an hour",
        other => panic!("{other} s"),
    };
    let row = |name: &str| {
        let begins = format!("| {name} |");
        let row = guide.lines().find(|line| line.starts_with(&begins));
        row.unwrap_or_else(|| panic!("no row {name}")).to_owned()
    };
    for (name, limit) in [
        ("check-email", CHECK_EMAIL),
        ("line/mail", LINE_MAIL),
        ("passes/find", FIND_PASS),
        ("contact", CONTACT),
        ("failed logins", FAILED_LOGIN),
    ] {
        let (attempts, window) = (u64::from(limit.attempts), limit.window.as_secs());
        let said = format!("| {} {} |", grouped(attempts), in_words(window));
        assert!(row(name).contains(&said), "{name}: {said}");
    }
    for (name, rule) in [
        ("create-order", "create-order"),
        ("check-email", "check-email"),
        ("failed logins", "login"),
        ("everything", "over-all"),
    ] {
        let (limit, window) = rate_of(rule);
        let said = format!("{} {}", grouped(limit), in_words(window));
        assert!(row(name).contains(&said), "{name}: {said}");
    }
}

#[test]
fn the_web_acl_keeps_no_addresses_of_people() {
    let edge: Value = serde_saphyr::from_str(&written("infra/edge.yaml")).unwrap();
    let kinds: Vec<_> = edge["Resources"]
        .as_object()
        .unwrap()
        .values()
        .map(|resource| &resource["Type"])
        .collect();
    assert_eq!(kinds, ["AWS::WAFv2::WebACL"]);
    let acl = &edge["Resources"]["WebAcl"]["Properties"];
    let rules = acl["Rules"].as_array().unwrap();
    for counted in rules.iter().chain([acl]) {
        assert_eq!(counted["VisibilityConfig"]["SampledRequestsEnabled"], false);
        assert_eq!(counted["VisibilityConfig"]["CloudWatchMetricsEnabled"], true);
    }
    assert_eq!(acl["Scope"], "CLOUDFRONT");
}

/// Each limit that `make run` reads is in the template as it is deployed.
#[tokio::test]
async fn when_lambda_has_no_instance_left_the_gateway_says_so_and_goes_on_when_one_is_free() {
    let template = Template::read(&super::repository().join("template.yaml")).unwrap();
    let (begun, done) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let slow = Router::new().fallback({
        let (begun, done) = (Arc::clone(&begun), Arc::clone(&done));
        async move || {
            begun.add_permits(1);
            done.acquire().await.unwrap().forget();
            Json("reached")
        }
    });
    let names = template.functions.keys();
    let routers = names.map(|name| (name.clone(), slow.clone())).collect();
    let gateway = Gateway::new(&template, routers, ShiftedClock::default()).unwrap();
    let gateway = Arc::new(gateway.with_instances(2));
    let ask = |path: &'static str| {
        let gateway = Arc::clone(&gateway);
        let client = SocketAddr::from((IpAddr::from(STUDENT), 50_000));
        let request = Request::post(path).body(Body::empty()).unwrap();
        tokio::spawn(async move { gateway.answer(client, request).await })
    };
    // Whichever functions they are: the quota is the account's.
    let running = [ask(ORDER), ask(LOGIN)];
    begun.acquire_many(2).await.unwrap().forget();
    let refused = ask(ORDER).await.unwrap();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    let said = refused.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(said.as_ref(), br#"{"message":"Service Unavailable"}"#);

    done.add_permits(3);
    for answer in running {
        assert_eq!(answer.await.unwrap().status(), StatusCode::OK);
    }
    assert_eq!(ask(ORDER).await.unwrap().status(), StatusCode::OK);
}

#[test]
fn every_route_throttle_is_wide_enough_for_a_last_resort() {
    let api = &template()["Resources"]["Api"]["Properties"];
    assert_eq!(api["DefaultRouteSettings"]["ThrottlingRateLimit"], 1200);
}

#[tokio::test]
async fn an_answer_of_the_api_cannot_be_framed_whoever_gave_it() {
    let fixture = super::Fixture::new();
    let system = fixture.start().await;
    // A function's answer, a function's refusal, the gateway's own.
    for (path, status) in [
        ("/api/packages/list", 200),
        ("/api/customers", 401),
        ("/api/nothing", 404),
    ] {
        let (answered, headers) = headers_of(&format!("{}{path}", system.site_url())).await;
        assert_eq!(answered, status, "{path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
    }
    system.stop().await;
}

#[tokio::test]
async fn a_function_answers_requests_through_cloudfront_and_the_webhook_answers_all() {
    let fixture = super::Fixture::new();
    let system = fixture.start().await;
    let (site, api) = (system.site_url(), system.api_url());
    for path in [
        "/api/packages/list",
        "/api/order/none",
        "/api/customers",
        "/api/admin/dashboard",
    ] {
        let (status, body) = ask(Method::GET, &format!("{api}{path}"), None).await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (403, &json!("not_through_site")),
            "{path}"
        );
        let (status, _) = ask(Method::GET, &format!("{site}{path}"), None).await;
        assert_ne!(status, 403, "{path}");
    }
    // Nor does a right password help past it.
    let credentials = json!({ "username": local::ADMINISTRATOR, "password": "expo-admin" });
    let (status, body) = ask(Method::POST, &format!("{api}{LOGIN}"), Some(credentials.clone())).await;
    assert_eq!((status.as_u16(), &body["token"]), (403, &Value::Null));
    let (status, session) = ask(Method::POST, &format!("{site}{LOGIN}"), Some(credentials)).await;
    assert_eq!(status, 200, "{session}");
    let token = session["token"].as_str().unwrap();
    let dashboard = "/api/admin/dashboard";
    assert_eq!(
        ask_as(token, Method::GET, &format!("{api}{dashboard}"), None)
            .await
            .0,
        403
    );
    assert_eq!(
        ask_as(token, Method::GET, &format!("{site}{dashboard}"), None)
            .await
            .0,
        200
    );

    for address in [api, site] {
        let (status, body) = ask(
            Method::POST,
            &format!("{address}/api/payments/webhook"),
            Some(json!({})),
        )
        .await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (401, &json!("unauthorized")),
            "{address}"
        );
    }
    system.stop().await;
}
