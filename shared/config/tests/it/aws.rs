//! The settings of AWS clients.

use config::Env;

const KEYS: [(&str, &str); 3] = [
    ("AWS_REGION", "ap-south-1"),
    ("AWS_ACCESS_KEY_ID", "id"),
    ("AWS_SECRET_ACCESS_KEY", "hush"),
];

fn with(more: &[(&'static str, &'static str)]) -> Env {
    Env::from_pairs(KEYS.iter().chain(more).copied())
}

#[test]
fn each_missing_credential_is_named() {
    for (missing, _) in KEYS {
        let env = Env::from_pairs(KEYS.into_iter().filter(|(name, _)| *name != missing));
        assert_eq!(
            env.aws().unwrap_err().to_string(),
            format!("{missing}: is not set")
        );
    }
}

#[test]
fn the_default_region_is_the_fallback_for_the_region() {
    let pairs = KEYS
        .into_iter()
        .skip(1)
        .chain([("AWS_DEFAULT_REGION", "ap-south-2")]);
    let settings = Env::from_pairs(pairs).aws().unwrap();
    assert_eq!(settings.region().map(AsRef::as_ref), Some("ap-south-2"));
}

#[test]
fn without_an_endpoint_the_service_is_the_real_one() {
    assert_eq!(with(&[]).aws_for("DYNAMODB").unwrap().endpoint_url(), None);
}

#[test]
fn the_endpoint_of_a_service_comes_before_the_general_one() {
    let env = with(&[
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:1"),
        ("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:2/"),
    ]);
    assert_eq!(
        env.aws_for("DYNAMODB").unwrap().endpoint_url(),
        Some("http://127.0.0.1:2")
    );
    assert_eq!(
        env.aws_for("SES").unwrap().endpoint_url(),
        Some("http://127.0.0.1:1")
    );
    assert_eq!(env.aws().unwrap().endpoint_url(), Some("http://127.0.0.1:1"));
}

#[test]
fn a_wrong_endpoint_is_named() {
    let own = with(&[("AWS_ENDPOINT_URL_SES", "localhost:1")])
        .aws_for("SES")
        .unwrap_err();
    assert_eq!(own.variable(), "AWS_ENDPOINT_URL_SES");
    let general = with(&[("AWS_ENDPOINT_URL", "nowhere")])
        .aws_for("SES")
        .unwrap_err();
    assert_eq!(general.variable(), "AWS_ENDPOINT_URL");
}

#[test]
fn a_request_ends_in_time() {
    let settings = with(&[]).aws().unwrap();
    let time_outs = settings.timeout_config().unwrap();
    assert_eq!(time_outs.connect_timeout().unwrap().as_secs(), 1);
    assert_eq!(time_outs.operation_attempt_timeout().unwrap().as_secs(), 3);
    assert_eq!(time_outs.operation_timeout().unwrap().as_secs(), 8);
    assert_eq!(settings.retry_config().unwrap().max_attempts(), 3);
}

#[test]
fn an_emulated_service_is_given_more_time() {
    let settings = with(&[("TIME_OUT_FACTOR", "20")]).aws().unwrap();
    let time_outs = settings.timeout_config().unwrap();
    assert_eq!(time_outs.connect_timeout().unwrap().as_secs(), 20);
    assert_eq!(time_outs.operation_attempt_timeout().unwrap().as_secs(), 60);
    assert_eq!(time_outs.operation_timeout().unwrap().as_secs(), 160);

    let wrong = with(&[("TIME_OUT_FACTOR", "often")]).aws().unwrap_err();
    assert_eq!(wrong.variable(), "TIME_OUT_FACTOR");
}

#[test]
fn the_settings_do_not_print_the_keys() {
    let shown = format!("{:?}", with(&[("AWS_SESSION_TOKEN", "hush")]).aws().unwrap());
    assert!(!shown.contains("hush"), "{shown}");
}
