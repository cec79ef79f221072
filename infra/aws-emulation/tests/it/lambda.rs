use aws_emulation::{ACCESS_KEY_ID, Invocation, Lambda};
use aws_sdk_lambda::Client;
use aws_sdk_lambda::error::ProvideErrorMetadata;
use aws_sdk_lambda::primitives::Blob;
use aws_sdk_lambda::types::InvocationType;
use serde_json::json;

#[tokio::test]
async fn a_queued_event_keeps_its_caller() {
    let (lambda, mut events) = Lambda::serve(|_| Ok(())).await.unwrap();
    let client = Client::new(&super::settings(lambda.endpoint()));
    let answer = client
        .invoke()
        .function_name("sync")
        .invocation_type(InvocationType::Event)
        .payload(Blob::new(r#"{"a":1}"#))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status_code(), 202);
    let expected = Invocation {
        access_key: ACCESS_KEY_ID.to_owned(),
        function: "sync".to_owned(),
        event: json!({ "a": 1 }),
    };
    assert_eq!(events.try_recv(), Ok(expected));
}

#[tokio::test]
async fn a_refused_or_synchronous_invocation_is_not_queued() {
    let (lambda, mut events) = Lambda::serve(|_| Err("not allowed".to_owned())).await.unwrap();
    let client = Client::new(&super::settings(lambda.endpoint()));
    let invoke = || client.invoke().function_name("sync").payload(Blob::new("{}"));
    let refused = invoke()
        .invocation_type(InvocationType::Event)
        .send()
        .await
        .unwrap_err();
    assert_eq!(refused.code(), Some("AccessDeniedException"));
    let synchronous = invoke().send().await.unwrap_err();
    assert_eq!(synchronous.code(), Some("InvalidParameterValueException"));
    assert!(events.try_recv().is_err());
}
