//! The local system as a whole, and its front door by itself.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod access;
mod agreement;
mod api_examples;
mod client;
mod cloudfront;
mod contract;
mod edge;
mod front_door;
mod journey;
mod mail_events;
mod media;
mod process;
mod promises;
mod rights;
mod roles;
mod sheet;
mod site;
mod start;

use std::path::{Path, PathBuf};

use config::Env;
use local::{Options, System, Web};

/// The root of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder that holds a web app of a few lines and the data of a system.
struct Ground {
    folder: tempfile::TempDir,
}

impl Ground {
    fn new() -> Ground {
        let folder = tempfile::tempdir().unwrap();
        let assets = folder.path().join("dist/assets");
        std::fs::create_dir_all(&assets).unwrap();
        let page = r#"<!doctype html><head>
<meta name="cashfree-sdk" content="https://sdk.cashfree.com/js/v3/cashfree.js" />
<meta name="cashfree-mode" content="production" /></head>"#;
        for name in ["index.html", "app.html", "about-us.html"] {
            std::fs::write(folder.path().join("dist").join(name), page).unwrap();
        }
        std::fs::write(assets.join("app-1a2b.js"), "export {};".repeat(200)).unwrap();
        Ground { folder }
    }

    fn options(&self) -> Options {
        Options {
            port: 0,
            outside_port: 0,
            web: Web::Built(self.folder.path().join("dist")),
            template: repository().join("template.yaml"),
            edge: repository().join("infra/edge.yaml"),
            limits: true,
            provider_creates: None,
            data: self.folder.path().join("data"),
            administrator_password: "expo-admin".to_owned(),
            rights_record: Env::from_process().optional("RIGHTS_RECORD").map(PathBuf::from),
        }
    }

    async fn start(&self) -> System {
        System::start(self.options(), |_| {}).await.unwrap()
    }
}
