//! An isolated environment for each test.

use crate::{DeletionBarrier, TestClock, catalogue, database::DatabaseProxy};
use aws_emulation::{DynamoDb, Invocation, Lambda, Mailbox, ObjectStore, Secrets};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, PutRequest, StreamSpecification, WriteRequest},
};
use config::Env;
use domain::{Entropy, Role};
use http_api::{TokenKeys, TokenSigner};
use provider_simulator::{Simulator, SimulatorConfig, WebhookMode, WebhookSettings};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs::File,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};
use store::{Access, Catalog, Registrations, tables::Table};
use tempfile::TempDir;
use time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// The id and name of the administrator that every test environment has.
const ADMIN: (&str, &str) = ("admin-1", "admin");

/// The bucket of the pictures.
const BUCKET: &str = "media";

/// Everything outside the functions.
pub struct TestEnv {
    /// Where the functions' database requests pass, and fail on demand.
    pub database: DatabaseProxy,
    /// The mail service.
    pub mailbox: Mailbox,
    /// The payment provider. It withholds its webhooks: tests take and deliver them.
    pub provider: Simulator,
    /// The time.
    pub clock: TestClock,
    provider_url: String,
    client: Client,
    signer: TokenSigner,
    public_key: String,
    secrets: Secrets,
    lambda: Lambda,
    invocations: Mutex<UnboundedReceiver<Invocation>>,
    refuses_invocations: Arc<AtomicBool>,
    objects: ObjectStore,
    folder: TempDir,
    _dynamodb: DynamoDb,
}

impl TestEnv {
    /// A test environment with the five tables, the small catalogue and one administrator.
    pub async fn start() -> Self {
        crate::log::want_lines();
        let clock = TestClock::default();
        let dynamodb = DynamoDb::memory().await.unwrap();
        let database = DatabaseProxy::serve(dynamodb.endpoint().to_owned()).await;
        let mailbox = Mailbox::memory().await.unwrap();
        let keys = TokenKeys::generate(&Entropy::system()).unwrap();
        let now = clock.clone();
        let provider = Simulator::new(SimulatorConfig {
            clock: Arc::new(move || now.now()),
            ..SimulatorConfig::default()
        });
        provider.set_webhook_settings(WebhookSettings {
            mode: WebhookMode::Withhold,
            ..WebhookSettings::default()
        });
        let provider_url = provider.serve().await.unwrap();
        let provider_secret = json!({ "client_id": "local-client", "client_secret": "local-secret" });
        let token_secret = json!({ "private_key": keys.private_key.expose() });
        let secrets = Secrets::serve([
            ("test/provider".to_owned(), provider_secret.to_string()),
            ("test/token".to_owned(), token_secret.to_string()),
        ])
        .await
        .unwrap();
        let refuses_invocations = Arc::new(AtomicBool::new(false));
        let refuses = Arc::clone(&refuses_invocations);
        let admit = move |_: &Invocation| match refuses.load(Ordering::SeqCst) {
            true => Err("refused on demand".to_owned()),
            false => Ok(()),
        };
        let (lambda, invocations) = Lambda::serve(admit).await.unwrap();
        let folder = TempDir::new().unwrap();
        let objects = ObjectStore::folder(folder.path()).await.unwrap();
        objects.ensure_bucket(BUCKET).unwrap();
        let env = Env::from_pairs([
            ("AWS_REGION", "ap-south-1"),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("AWS_ENDPOINT_URL_DYNAMODB", dynamodb.endpoint()),
        ]);
        let test_env = Self {
            database,
            mailbox,
            provider,
            clock,
            provider_url,
            client: Client::new(&env.aws_for("DYNAMODB").unwrap()),
            signer: TokenSigner::new(&keys.private_key).unwrap(),
            public_key: keys.public_key,
            secrets,
            lambda,
            invocations: Mutex::new(invocations),
            refuses_invocations,
            objects,
            folder,
            _dynamodb: dynamodb,
        };
        test_env.create_tables().await;
        catalogue::seed(&test_env.catalog()).await;
        test_env
    }

    async fn create_tables(&self) {
        for table in Table::ALL {
            let definition = table.definition(table.variable()).unwrap();
            definition.send_with(&self.client).await.unwrap();
        }
    }

    /// What the functions are configured with.
    #[must_use]
    pub fn env(&self) -> Env {
        let provider = format!("{}/pg", self.provider_url);
        let mut pairs = vec![
            ("AWS_REGION", "ap-south-1"),
            ("AWS_ACCESS_KEY_ID", aws_emulation::ACCESS_KEY_ID),
            ("AWS_SECRET_ACCESS_KEY", aws_emulation::SECRET_ACCESS_KEY),
            ("AWS_ENDPOINT_URL_DYNAMODB", self.database.endpoint()),
            ("AWS_ENDPOINT_URL_S3", self.objects.endpoint()),
            ("AWS_ENDPOINT_URL_LAMBDA", self.lambda.endpoint()),
            ("AWS_ENDPOINT_URL_SES", self.mailbox.endpoint()),
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", self.secrets.endpoint()),
            ("MEDIA_BUCKET", BUCKET),
            ("AWS_LAMBDA_FUNCTION_NAME", "sync"),
            ("SYNC_FUNCTION", "sync"),
            ("SITE_ORIGIN", "https://expo.example"),
            ("MAIL_FROM", "Scholarship Expo <pass@expo.example>"),
            ("CONTACT_TO", "organisers@expo.example"),
            ("PROVIDER_URL", &provider),
            ("PROVIDER_SECRET", "test/provider"),
            // As many as the simulator opens: more than any test sends.
            ("PROVIDER_CREATES_PER_MINUTE", "100000"),
            ("ADMIN_TOKEN_PUBLIC_KEY", &self.public_key),
            ("ADMIN_TOKEN_SECRET", "test/token"),
        ];
        pairs.extend(Table::ALL.map(|table| (table.variable(), table.variable())));
        Env::from_pairs(pairs)
    }

    /// Gives a secret another value, or makes one.
    pub fn put_secret(&self, name: &str, value: &str) {
        self.secrets.put(name, value);
    }

    /// The catalogue, past the fault injector.
    #[must_use]
    pub fn catalog(&self) -> Catalog {
        Catalog::new(self.client.clone(), Table::Catalog.variable().to_owned())
    }

    /// The pictures' addresses on the site, in order, with the bytes behind them.
    #[must_use]
    pub fn pictures(&self) -> BTreeMap<String, Vec<u8>> {
        let Ok(files) = std::fs::read_dir(self.folder.path().join(BUCKET).join("media")) else {
            return BTreeMap::new();
        };
        files
            .map(|file| {
                let file = file.unwrap();
                let name = file.file_name().into_string().unwrap();
                (format!("/media/{name}"), std::fs::read(file.path()).unwrap())
            })
            .collect()
    }

    /// A barrier in front of the pictures' bucket, for a function that is started with its endpoint.
    pub async fn deletion_barrier(&self) -> DeletionBarrier {
        DeletionBarrier::serve(self.objects.endpoint()).await
    }

    /// Makes a picture's last upload this long ago, by the test environment's clock. One that is not there is made.
    pub fn age_picture(&self, address: &str, age: Duration) {
        let path = self.folder.path().join(BUCKET).join(&address[1..]);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let file = File::options().append(true).create(true).open(path).unwrap();
        file.set_modified((self.clock.now() - age).into()).unwrap();
    }

    /// The registrations, past the fault injector.
    #[must_use]
    pub fn registrations(&self) -> Registrations {
        Registrations::new(self.client.clone(), Table::Registrations.variable().to_owned())
    }

    /// A token of the administrator.
    pub async fn admin_token(&self) -> String {
        self.token_of(Role::Admin).await
    }

    /// A token of the same person in another role.
    pub async fn token_of(&self, role: Role) -> String {
        let env = Env::from_pairs([
            ("AWS_REGION", "ap-south-1"),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("AWS_ENDPOINT_URL_DYNAMODB", self._dynamodb.endpoint()),
            ("TABLE_ACCESS", Table::Access.variable()),
        ]);
        let version = Access::from_env(&env)
            .unwrap()
            .version_for_new_token(ADMIN.0)
            .await
            .unwrap();
        self.signer
            .sign(ADMIN.0, ADMIN.1, role, version, self.clock.now())
            .unwrap()
    }

    /// Everything in a table, in the order of its keys: what "changes nothing" is checked against.
    pub async fn dump(&self, table: Table) -> Vec<Value> {
        let mut items = Vec::new();
        let mut from = None;
        loop {
            let page = self
                .client
                .scan()
                .table_name(table.variable())
                .set_exclusive_start_key(from)
                .send()
                .await
                .unwrap();
            items.extend(
                page.items
                    .unwrap_or_default()
                    .into_iter()
                    .map(|item| serde_dynamo::from_item::<_, Value>(item).unwrap()),
            );
            from = page.last_evaluated_key;
            if from.is_none() {
                break;
            }
        }
        items.sort_by_key(|item| (item["pk"].to_string(), item["sk"].to_string()));
        items
    }

    /// Everything the stream of a table has brought so far, as Lambda hands it on.
    #[must_use]
    pub fn stream(&self, table: Table) -> Vec<Value> {
        let stream = self._dynamodb.stream(table.variable()).unwrap();
        stream.after(None, 1_000).unwrap()
    }

    /// What the stream of a table has brought after the record of this sequence number, as Lambda hands it on.
    #[must_use]
    pub fn stream_after(&self, table: Table, after: Option<&str>) -> Vec<Value> {
        let stream = self._dynamodb.stream(table.variable()).unwrap();
        stream.after(after, 1_000).unwrap()
    }

    /// Ends the stream of a table, so that many items can be written: the database looks through all that its stream
    /// has brought at each write.
    pub async fn end_stream(&self, table: Table) {
        let none = StreamSpecification::builder().stream_enabled(false).build();
        self.client
            .update_table()
            .table_name(table.variable())
            .stream_specification(none.unwrap())
            .send()
            .await
            .unwrap();
    }

    /// What functions were called asynchronously with since this was last asked; nobody else runs them.
    #[must_use]
    pub fn invocations(&self) -> Vec<Invocation> {
        let mut taken = self.invocations.lock().unwrap();
        std::iter::from_fn(|| taken.try_recv().ok()).collect()
    }

    /// From now on Lambda refuses to take events, or takes them again.
    pub fn refuse_invocations(&self, refuse: bool) {
        self.refuses_invocations.store(refuse, Ordering::SeqCst);
    }

    /// Puts many items into a table as they are, past every rule.
    pub async fn put_all(&self, table: Table, items: impl IntoIterator<Item = Value>) {
        let put = |item: Value| {
            let item = serde_dynamo::to_item(item).unwrap();
            let put = PutRequest::builder().set_item(Some(item)).build().unwrap();
            WriteRequest::builder().put_request(put).build()
        };
        let requests: Vec<WriteRequest> = items.into_iter().map(put).collect();
        for batch in requests.chunks(25) {
            let batch = self
                .client
                .batch_write_item()
                .request_items(table.variable(), batch.to_vec());
            assert!(
                batch
                    .send()
                    .await
                    .unwrap()
                    .unprocessed_items
                    .is_none_or(|left| left.is_empty())
            );
        }
    }

    /// Puts an item into a table as it is, past every rule.
    pub async fn put(&self, table: Table, item: &Value) {
        let item = serde_dynamo::to_item(item).unwrap();
        self.client
            .put_item()
            .table_name(table.variable())
            .set_item(Some(item))
            .send()
            .await
            .unwrap();
    }

    /// Makes a table that holds `present` hold `wanted`, both as [`TestEnv::dump`] gives them.
    pub async fn restore(&self, table: Table, present: &[Value], wanted: &[Value]) {
        for gone in present
            .iter()
            .filter(|item| !wanted.iter().any(|kept| same_key(kept, item)))
        {
            self.delete(table, gone).await;
        }
        for item in wanted.iter().filter(|item| !present.contains(item)) {
            self.put(table, item).await;
        }
    }

    /// Removes an item, past every rule.
    pub async fn delete(&self, table: Table, item: &Value) {
        let part = |name: &str| AttributeValue::S(item[name].as_str().unwrap().to_owned());
        self.client
            .delete_item()
            .table_name(table.variable())
            .key("pk", part("pk"))
            .key("sk", part("sk"))
            .send()
            .await
            .unwrap();
    }
}

fn same_key(one: &Value, other: &Value) -> bool {
    one["pk"] == other["pk"] && one["sk"] == other["sk"]
}
