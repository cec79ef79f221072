//! The throttles over a real table, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod orders;
mod sessions;
mod throttles;

use std::net::{IpAddr, Ipv4Addr};

use domain::{Clock, Email};
use http_api::ClientAddress;
use store::Access;
use test_support::TestEnv;

struct Fixture {
    test_env: TestEnv,
    access: Access,
    clock: Clock,
}

impl Fixture {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let access = Access::from_env(&test_env.env()).unwrap();
        let clock = test_env.clock.handle();
        Self {
            test_env,
            access,
            clock,
        }
    }
}

fn client(number: u8) -> ClientAddress {
    ClientAddress(IpAddr::V4(Ipv4Addr::new(203, 0, 113, number)))
}

fn email(text: &str) -> Email {
    Email::parse(text).unwrap()
}
