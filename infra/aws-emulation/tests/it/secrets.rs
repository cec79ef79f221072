use aws_emulation::Secrets;
use aws_sdk_secretsmanager::Client;

#[tokio::test]
async fn a_secret_is_read_by_its_name_and_an_unknown_one_is_not_found() {
    let secrets = Secrets::serve([("provider", r#"{"client_id":"x"}"#)])
        .await
        .unwrap();
    let client = Client::new(&super::settings(secrets.endpoint()));

    let found = client
        .get_secret_value()
        .secret_id("provider")
        .send()
        .await
        .unwrap();
    assert_eq!(found.secret_string(), Some(r#"{"client_id":"x"}"#));

    let error = client
        .get_secret_value()
        .secret_id("other")
        .send()
        .await
        .unwrap_err();
    assert!(error.into_service_error().is_resource_not_found_exception());
}
