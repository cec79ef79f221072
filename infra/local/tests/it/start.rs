//! A start that fails says why in a sentence.

use local::{Options, System};

async fn refusal(options: Options) -> String {
    match System::start(options, |_| {}).await {
        Ok(_) => panic!("the system started"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn a_port_in_use_is_named_with_a_remedy() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = taken.local_addr().unwrap().port();
    let fixture = super::Fixture::new();
    let site = refusal(Options {
        port,
        ..fixture.options()
    })
    .await;
    assert!(
        site.contains(&format!("Port {port} is in use")) && site.contains(" PORT=…"),
        "{site}"
    );
    let outside = refusal(Options {
        outside_port: port,
        ..fixture.options()
    })
    .await;
    assert!(outside.contains("OUTSIDE_PORT=…"), "{outside}");
}

#[tokio::test]
async fn a_template_that_cannot_be_read_or_followed_is_named() {
    let fixture = super::Fixture::new();
    let template = fixture.folder.path().join("template.yaml");
    let options = Options {
        template: template.clone(),
        ..fixture.options()
    };
    assert!(refusal(options.clone()).await.contains("template.yaml failed"));
    std::fs::write(&template, "Resources: [").unwrap();
    assert!(refusal(options).await.starts_with("Understanding "));
}

#[tokio::test]
async fn a_variable_of_the_template_without_a_local_value_is_named_with_its_function() {
    let fixture = super::Fixture::new();
    let template = fixture.folder.path().join("template.yaml");
    let text = std::fs::read_to_string(super::repository().join("template.yaml")).unwrap();
    std::fs::write(&template, text.replace("PROVIDER_URL: ", "PROVIDER_HOME: ")).unwrap();
    let error = refusal(Options {
        template,
        ..fixture.options()
    })
    .await;
    assert!(
        error.contains("PROVIDER_HOME") && error.contains("payment"),
        "{error}"
    );
}

#[tokio::test]
async fn two_systems_do_not_share_their_data() {
    let fixture = super::Fixture::new();
    let first = fixture.start().await;
    let error = refusal(fixture.options()).await;
    assert!(error.contains("Another local system"), "{error}");
    first.stop().await;
}

#[tokio::test]
async fn a_weak_administrator_password_is_refused() {
    let fixture = super::Fixture::new();
    let options = Options {
        administrator_password: "short".to_owned(),
        ..fixture.options()
    };
    assert!(
        refusal(options)
            .await
            .starts_with("Making the administrator failed")
    );
}
