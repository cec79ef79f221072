//! A separate provider for each test, and what the tests ask of it.

use config::Secret;
use domain::{CustomerId, Email, Entropy, IndianPhone, OrderId, Paise, Person, PersonName};
use payment_provider::{CashfreeClient, ClientConfig, NewOrder, ProviderCredentials};
use provider_simulator::{Fault, Simulator, SimulatorConfig};
use std::time::Duration;
use time::OffsetDateTime;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

pub(crate) struct Provider {
    pub(crate) simulator: Simulator,
    pub(crate) client: CashfreeClient,
}

/// How long a client whose time-outs a test waits for gives one request. A busy machine may stop a test for a
/// moment, and an answer that was given must not look like one that never came.
pub(crate) const TIME_OUT: Duration = Duration::from_millis(1_500);

/// The time-outs of production.
pub(crate) fn config(url: &str) -> ClientConfig {
    ClientConfig::new(format!("{url}/pg"), "2025-01-01")
}

pub(crate) fn credentials(secret: &str) -> ProviderCredentials {
    ProviderCredentials {
        client_id: "local-client".to_owned(),
        client_secret: Secret::from(secret),
        previous_client_secret: None,
    }
}

/// A client with the time-outs of production.
pub(crate) fn client(url: &str) -> CashfreeClient {
    CashfreeClient::new(config(url), credentials("local-secret"))
}

impl Provider {
    pub(crate) async fn start() -> Self {
        Self::start_with(SimulatorConfig::default()).await
    }

    pub(crate) async fn start_with(simulator: SimulatorConfig) -> Self {
        let simulator = Simulator::new(simulator);
        let url = simulator.serve().await.unwrap();
        Self {
            client: client(&url),
            simulator,
        }
    }

    /// A provider whose client speaks so old, or so new, a version of its API.
    pub(crate) async fn start_with_version(version: &str) -> Self {
        let simulator = Simulator::new(SimulatorConfig::default());
        let url = simulator.serve().await.unwrap();
        let config = ClientConfig {
            api_version: version.to_owned(),
            ..config(&url)
        };
        Self {
            client: CashfreeClient::new(config, credentials("local-secret")),
            simulator,
        }
    }

    /// A provider whose client gives up in the time that a test can wait.
    pub(crate) async fn start_for_an_impatient_client() -> Self {
        Self::start_with_times(TIME_OUT, TIME_OUT, 6 * TIME_OUT).await
    }

    /// A provider whose client waits so long for a creation and for a question, and with `deadline` for a whole call.
    pub(crate) async fn start_with_times(
        write_timeout: Duration,
        read_timeout: Duration,
        deadline: Duration,
    ) -> Self {
        let simulator = Simulator::new(SimulatorConfig::default());
        let url = simulator.serve().await.unwrap();
        let config = ClientConfig {
            write_timeout,
            read_timeout,
            deadline,
            ..config(&url)
        };
        Self {
            client: CashfreeClient::new(config, credentials("local-secret")),
            simulator,
        }
    }

    /// A provider with the client that fits how it will fail.
    pub(crate) async fn start_for(fault: Fault) -> Self {
        if matches!(fault, Fault::Timeout | Fault::TimeoutAfterCommit) {
            Self::start_for_an_impatient_client().await
        } else {
            Self::start().await
        }
    }
}

/// An order of Rs 1850 by a person with the shortest name, open for 30 minutes and a bit.
pub(crate) fn new_order() -> NewOrder {
    let entropy = Entropy::system();
    let customer_id = CustomerId::generate(&entropy);
    NewOrder {
        order_id: OrderId::generate(&customer_id, &entropy),
        amount: Paise::new(185_000),
        customer_id,
        person: Person {
            name: PersonName::parse("A").unwrap(),
            email: Email::parse("asha@example.com").unwrap(),
            phone: IndianPhone::parse("9876543210").unwrap(),
            phone2: None,
        },
        expires_at: OffsetDateTime::now_utc() + Duration::from_millis(30 * 60_000 + 123),
        return_url: "https://example.org/payment/return?order_id={order_id}".to_owned(),
        notify_url: "https://example.org/api/payments/webhook".to_owned(),
        note: "Event registration".to_owned(),
    }
}

/// The address of a provider that answers everything so.
pub(crate) async fn answers_always(answer: String) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            assert!(socket.read(&mut [0; 2048]).await.unwrap() > 0);
            socket.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    url
}
