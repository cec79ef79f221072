//! The local system as a whole, and its front door alone.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod access;
mod agreement;
mod api_examples;
mod bootstraps;
mod client;
mod cloudfront;
mod contract;
mod edge;
mod front_door;
mod journey;
mod mail_events;
mod media;
mod operations;
mod process;
mod promises;
mod rights;
mod roles;
mod sheet;
mod site;
mod start;

use std::path::{Path, PathBuf};

use config::Env;
use local::{Options, PageHeaders, Schedules, System, Template, Web};
use sheets_simulator::ServiceAccount;

/// The root of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What CloudFront adds to pages, as the template says.
fn page_headers() -> PageHeaders {
    let template = Template::read(&repository().join("template.yaml")).unwrap();
    template.pages.unwrap()
}

/// The portal's page of the fixture.
const PORTAL_PAGE: &str = "<!doctype html><title>portal</title>";
/// The door's page of the fixture.
const DOOR_PAGE: &str = "<!doctype html><title>door</title>";

/// A folder that holds a web app of a few lines and the data of a system, which begin with a key that takes long to make.
struct Fixture {
    folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let assets = folder.path().join("dist/assets");
        std::fs::create_dir_all(&assets).unwrap();
        let page = r#"<!doctype html><head>
<meta name="cashfree-sdk" content="https://sdk.cashfree.com/js/v3/cashfree.js" />
<meta name="cashfree-mode" content="production" /></head>"#;
        for name in ["index.html", "app.html", "about-us.html", "not-found.html"] {
            std::fs::write(folder.path().join("dist").join(name), page).unwrap();
        }
        for (name, page) in [("portal", PORTAL_PAGE), ("door", DOOR_PAGE)] {
            for object in [format!("{name}.html"), format!("{name}-not-found.html")] {
                std::fs::write(folder.path().join("dist").join(object), page).unwrap();
            }
        }
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        let account = serde_json::to_vec(&ServiceAccount::shared().unwrap()).unwrap();
        std::fs::write(data.join("service-account.json"), account).unwrap();
        std::fs::write(assets.join("app-1a2b.js"), "export {};".repeat(200)).unwrap();
        Fixture { folder }
    }

    fn options(&self) -> Options {
        Options {
            port: 0,
            outside_port: 0,
            portal_host: "admin.localhost".to_owned(),
            web: Web::Built(self.folder.path().join("dist")),
            template: repository().join("template.yaml"),
            edge: repository().join("infra/edge.yaml"),
            limits: true,
            provider_creates: None,
            instances: None,
            data: self.folder.path().join("data"),
            administrator_password: "expo-admin".to_owned(),
            schedules: Schedules::OnRequest,
            bootstraps: None,
            rights_record: Env::from_process().optional("RIGHTS_RECORD").map(PathBuf::from),
        }
    }

    async fn start(&self) -> System {
        System::start(self.options(), |_| {}).await.unwrap()
    }
}
