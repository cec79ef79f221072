//! The addresses that the apps have a page for. Every other one is answered with 404.

use std::sync::LazyLock;

use percent_encoding::percent_decode_str;
use serde::Deserialize;

/// The routes of each app: `:id` is any one part, and `*` whatever follows.
#[derive(Deserialize)]
pub(super) struct Routes {
    pub(super) site: Vec<String>,
    pub(super) portal: Vec<String>,
    pub(super) door: Vec<String>,
}

/// The web app's tests compare them with its routers, and those of the CloudFront Function with its own.
#[allow(
    clippy::expect_used,
    reason = "the file is compiled in, and read by the tests"
)]
pub(super) static ROUTES: LazyLock<Routes> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../cloudfront/routes.json")).expect("routes.json is readable")
});

/// Whether one of the routes is that of a path. As the apps' router compares: capitals and slashes at the end make no
/// difference, and an encoded slash parts nothing.
pub(super) fn has(routes: &[String], path: &str) -> bool {
    let path = path.replace("%2F", "-").replace("%2f", "-");
    let path = percent_decode_str(&path).decode_utf8_lossy().to_ascii_lowercase();
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    routes.iter().any(|route| fits(route, &parts))
}

fn fits(route: &str, parts: &[&str]) -> bool {
    let wanted: Vec<&str> = route.trim_end_matches('/').split('/').collect();
    let (wanted, is_open) = match wanted.split_last() {
        Some((&"*", before)) => (before, true),
        _ => (&wanted[..], false),
    };
    let is_long_enough = match is_open {
        true => parts.len() >= wanted.len(),
        false => parts.len() == wanted.len(),
    };
    is_long_enough
        && wanted.iter().zip(parts).all(|(wanted, part)| {
            if *wanted == ":id" {
                !part.is_empty()
            } else {
                wanted == part
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_one_of_its_own_app() {
        let routes = [&ROUTES.site, &ROUTES.portal, &ROUTES.door];
        for (at, of_app) in routes.iter().enumerate() {
            for route in *of_app {
                let path = route.replace(":id", "Some%2FId").replace("/*", "/a/b");
                assert!(has(of_app, &path), "{route}");
                assert!(has(of_app, &format!("{}//", path.to_uppercase())), "{route}");
                // That there is a page below another is the exception.
                let others = routes.iter().enumerate().filter(|(other, _)| *other != at);
                let mut others = others.flat_map(|(_, routes)| *routes);
                assert!(!others.any(|other| other == route), "{route} is one of two apps");
            }
        }
    }

    #[test]
    fn what_is_beside_or_below_a_route_is_none() {
        for path in [
            "/check-out",
            "/checkout/more",
            "/dashboards",
            "/payment",
            "/results/x",
            "",
        ] {
            assert_eq!(has(&ROUTES.site, path), path.is_empty(), "{path}");
        }
        for path in [
            "/dashboard/customersdetails",
            "/dashboard/seats/exam",
            "/dashboard/results/a/b",
            "/login/x",
        ] {
            assert!(!has(&ROUTES.portal, path), "{path}");
        }
    }
}
