//! Which route of the HTTP API a request takes.

use std::collections::{BTreeMap, BTreeSet};

use http::Method;

use crate::StartError;
use crate::template::Route;

/// The routes of an HTTP API.
pub(super) struct Routes(Vec<Compiled>);

struct Compiled {
    key: String,
    method: String,
    segments: Vec<Segment>,
    function: String,
}

/// Ordered by how specific a segment is: API Gateway prefers what is written out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Rest(String),
    Parameter(String),
    Literal(String),
}

/// The route that a request takes.
#[derive(Debug)]
pub(super) struct Found<'a> {
    /// The name of the function's crate.
    pub(super) function: &'a str,
    /// `GET /api/order/{order_id}`.
    pub(super) key: &'a str,
    /// The values of the path's parameters.
    pub(super) parameters: BTreeMap<String, String>,
}

impl Routes {
    pub(super) fn new<'a>(routes: impl Iterator<Item = (&'a str, &'a Route)>) -> Result<Routes, StartError> {
        let mut compiled = Vec::new();
        let mut keys = BTreeSet::new();
        for (function, Route { method, path }) in routes {
            let key = format!("{method} {path}");
            if !keys.insert(key.clone()) {
                return Err(StartError::new(format!(
                    "template.yaml has the route {key} twice."
                )));
            }
            compiled.push(Compiled {
                key,
                method: method.clone(),
                segments: path.split('/').skip(1).map(segment).collect(),
                function: function.to_owned(),
            });
        }
        // The most specific first, and an exact method before ANY.
        compiled.sort_by(|a, b| (&b.segments, a.method == "ANY").cmp(&(&a.segments, b.method == "ANY")));
        Ok(Routes(compiled))
    }

    /// The route of a path that is decoded.
    pub(super) fn find(&self, method: &Method, path: &str) -> Option<Found<'_>> {
        let path: Vec<&str> = path.split('/').skip(1).collect();
        self.0
            .iter()
            .filter(|route| route.method == "ANY" || route.method == method.as_str())
            .find_map(|route| {
                Some(Found {
                    function: &route.function,
                    key: &route.key,
                    parameters: matched(&route.segments, &path)?,
                })
            })
    }
}

fn segment(text: &str) -> Segment {
    match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        Some(name) => match name.strip_suffix('+') {
            Some(name) => Segment::Rest(name.to_owned()),
            None => Segment::Parameter(name.to_owned()),
        },
        None => Segment::Literal(text.to_owned()),
    }
}

fn matched(segments: &[Segment], path: &[&str]) -> Option<BTreeMap<String, String>> {
    let mut parameters = BTreeMap::new();
    let mut rest = path;
    for segment in segments {
        let (first, after) = rest.split_first()?;
        match segment {
            Segment::Literal(text) if text == first => {}
            Segment::Parameter(name) if !first.is_empty() => {
                parameters.insert(name.clone(), (*first).to_owned());
            }
            Segment::Rest(name) => {
                parameters.insert(name.clone(), rest.join("/"));
                return Some(parameters);
            }
            Segment::Literal(_) | Segment::Parameter(_) => return None,
        }
        rest = after;
    }
    rest.is_empty().then_some(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routes() -> Routes {
        let written: Vec<Route> = [
            ("GET", "/api/orders/{id}"),
            ("GET", "/api/orders/list"),
            ("ANY", "/api/orders/list"),
            ("GET", "/api/{rest+}"),
        ]
        .into_iter()
        .map(|(method, path)| Route {
            method: method.to_owned(),
            path: path.to_owned(),
        })
        .collect();
        Routes::new(written.iter().map(|route| ("orders", route))).unwrap()
    }

    fn taken(method: Method, path: &str) -> Option<String> {
        routes().find(&method, path).map(|found| found.key.to_owned())
    }

    #[test]
    fn the_most_specific_route_wins() {
        assert_eq!(
            taken(Method::GET, "/api/orders/list").unwrap(),
            "GET /api/orders/list"
        );
        assert_eq!(
            taken(Method::PUT, "/api/orders/list").unwrap(),
            "ANY /api/orders/list"
        );
        assert_eq!(
            taken(Method::GET, "/api/orders/7").unwrap(),
            "GET /api/orders/{id}"
        );
        assert_eq!(
            taken(Method::GET, "/api/orders/7/lines").unwrap(),
            "GET /api/{rest+}"
        );
    }

    #[test]
    fn another_method_or_an_empty_parameter_is_no_match() {
        assert_eq!(taken(Method::POST, "/api/orders/7"), None);
        assert_eq!(taken(Method::GET, "/api/orders/").unwrap(), "GET /api/{rest+}");
        assert_eq!(taken(Method::GET, "/other"), None);
    }

    #[test]
    fn a_path_is_decoded_once_before_its_route_is_looked_for() {
        let routes = routes();
        for (path, key, parameter, value) in [
            ("a%20b%2520", "GET /api/orders/{id}", "id", "a b%20"),
            ("a%2Fb", "GET /api/{rest+}", "rest", "orders/a/b"),
            ("a%3Fb", "GET /api/orders/{id}", "id", "a"),
            ("%6cist", "GET /api/orders/list", "", ""),
        ] {
            let path = crate::gateway::event::decoded(&format!("/api/orders/{path}"));
            let found = routes.find(&Method::GET, &path).unwrap();
            assert_eq!(found.key, key);
            let found = found.parameters.get(parameter).map_or("", String::as_str);
            assert_eq!(found, value, "{path}");
        }
    }

    #[test]
    fn the_same_route_twice_is_refused() {
        let route = Route {
            method: "GET".to_owned(),
            path: "/api/x".to_owned(),
        };
        assert!(Routes::new([("a", &route), ("b", &route)].into_iter()).is_err());
    }
}
