//! The provider's address and the version of its API, as the settings have them.

use config::Env;
use payment_provider::ClientConfig;

const URL: (&str, &str) = ("PROVIDER_URL", "https://provider.example/pg");

#[test]
fn the_version_of_the_api_is_a_date_and_has_a_default() {
    let version = |env: &Env| ClientConfig::from_env(env).unwrap().api_version;
    assert_eq!(version(&Env::from_pairs([URL])), "2025-01-01");
    let set = Env::from_pairs([URL, ("PROVIDER_API_VERSION", "2026-01-01")]);
    assert_eq!(version(&set), "2026-01-01");
}

#[test]
fn a_version_that_is_no_date_is_refused_by_the_name_of_its_variable() {
    for wrong in [
        "2025-1-1",
        "2025/01/01",
        "20250101",
        "latest",
        "2025-01-011",
        "2025-01-0x",
    ] {
        let env = Env::from_pairs([URL, ("PROVIDER_API_VERSION", wrong)]);
        let text = ClientConfig::from_env(&env).unwrap_err().to_string();
        assert!(text.contains("PROVIDER_API_VERSION"), "{wrong}: {text}");
    }
}
