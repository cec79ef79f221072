//! The two hosts, that of the site and that of portal and door: which of them has a page. The CloudFront Function of the
//! stack has the same rule.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http::{StatusCode, Uri, header};
use percent_encoding::percent_decode_str;

use super::{DOOR_PATHS, PORTAL_PATHS, is_below};

/// The origins of the site and of portal and door, such as `http://localhost:8080` and `http://admin.localhost:8080`.
#[derive(Clone, Debug)]
pub struct Hosts {
    site: String,
    portal: String,
}

impl Hosts {
    /// None where everything is at one origin.
    #[must_use]
    pub fn new(site: &str, portal: &str) -> Option<Hosts> {
        (site != portal).then(|| Hosts {
            site: site.to_owned(),
            portal: portal.to_owned(),
        })
    }

    /// Each page at its own host: at the other one, the browser is led there. `of_both` is what the paths
    /// begin with that both have, if any do.
    pub(crate) fn before(self, pages: Router, of_both: Option<&'static str>) -> Router {
        let rule = Rule { hosts: self, of_both };
        pages.layer(middleware::from_fn_with_state(Arc::new(rule), lead))
    }

    /// Where a request to `host` leads that belongs to the other one.
    fn elsewhere(&self, host: &str, uri: &Uri) -> Option<String> {
        let path = uri.path();
        let is_portals = [&PORTAL_PATHS[..], &DOOR_PATHS]
            .concat()
            .iter()
            .any(|start| is_below(path, start));
        let (_, portal) = self.portal.split_once("://")?;
        let is_portal = without_port(host).eq_ignore_ascii_case(without_port(portal));
        let origin = match (is_portal, is_portals) {
            (false, true) => &self.portal,
            (true, false) if is_page(path) => &self.site,
            (true, _) | (false, false) => return None,
        };
        let path_and_query = uri.path_and_query().map_or(path, |both| both.as_str());
        Some(format!("{origin}{path_and_query}"))
    }
}

struct Rule {
    hosts: Hosts,
    of_both: Option<&'static str>,
}

async fn lead(State(rule): State<Arc<Rule>>, request: Request, next: Next) -> Response {
    let is_of_both = |start| request.uri().path().starts_with(start);
    if rule.of_both.is_some_and(is_of_both) {
        return next.run(request).await;
    }
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    match rule.hosts.elsewhere(host, request.uri()) {
        Some(address) => {
            // Not for ever: the next system at this port may have one host.
            let headers = [
                (header::LOCATION, address),
                (header::CACHE_CONTROL, "no-store".to_owned()),
            ];
            (StatusCode::FOUND, headers).into_response()
        }
        None => next.run(request).await,
    }
}

fn without_port(authority: &str) -> &str {
    authority.split_once(':').map_or(authority, |(host, _)| host)
}

/// Scripts and pictures are of both hosts. A page by the name of its file is one, too.
fn is_page(path: &str) -> bool {
    let path = percent_decode_str(path).decode_utf8_lossy();
    let last = path.rsplit('/').next().unwrap_or_default();
    !last.contains('.') || last.to_ascii_lowercase().ends_with(".html")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::object;
    use super::*;

    const SITE: &str = "https://expo.example";
    const PORTAL: &str = "https://admin.expo.example";

    #[derive(Deserialize)]
    struct Row {
        host: String,
        address: String,
        leads: Option<String>,
        object: Option<String>,
    }

    /// The CloudFront Function is tested with the same table (tests/it/cloudfront/deep_links.rs).
    fn table() -> Vec<Row> {
        serde_json::from_str(include_str!("../../../cloudfront/hosts.json")).unwrap()
    }

    #[test]
    fn a_page_is_at_its_own_host_and_the_other_one_leads_there() {
        let hosts = Hosts::new(SITE, PORTAL).unwrap();
        for row in table() {
            let uri: Uri = row.address.parse().unwrap();
            let Row { host, address, .. } = row;
            let leads = hosts.elsewhere(&host, &uri);
            assert_eq!(leads, row.leads, "{host}{address}");
            if leads.is_none() {
                let object = object(uri.path());
                assert_eq!(Some(&*object), row.object.as_deref(), "{host}{address}");
            }
        }
    }

    #[test]
    fn whoever_is_led_arrives() {
        let hosts = Hosts::new(SITE, PORTAL).unwrap();
        for row in table() {
            if let Some(leads) = row.leads {
                let uri: Uri = leads.parse().unwrap();
                let host = uri.authority().unwrap().as_str();
                assert_eq!(hosts.elsewhere(host, &uri), None, "{leads}");
            }
        }
    }

    #[test]
    fn one_origin_leads_nowhere() {
        assert!(Hosts::new(SITE, SITE).is_none());
    }
}
