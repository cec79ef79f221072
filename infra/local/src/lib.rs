//! The whole system in one process, for `make run` and for tests: the site with its API on one port, the outside
//! services on another.
//!
//! The functions are the ones that Lambda runs, behind a front door that reads template.yaml as API Gateway would
//! be configured by it. The AWS services are emulated in process; the payment provider is simulated.

mod bootstrap;
mod clock;
mod dev_server;
mod durable;
mod edge;
mod environment;
mod error;
mod filter;
mod functions;
mod gateway;
pub mod guard;
mod iam;
mod invocations;
mod keys;
mod mail_events;
mod media;
mod on_event;
mod openapi;
mod outside;
mod schedule;
mod seed;
mod site;
mod spreadsheet;
mod stack;
mod stream;
mod system;
mod tables;
mod template;

pub use clock::ShiftedClock;
pub use edge::{WebAcl, behind_web_acl};
pub use error::StartError;
pub use filter::Filter;
pub use gateway::{Gateway, Handler, router as gateway_router};
pub use iam::{Right, Rule};
pub use openapi::{document as openapi_document, parts as openapi_parts};
pub use seed::ADMINISTRATOR;
pub use site::{Hosts, Provider, Site};
pub use system::{Options, Schedules, System, Web};
pub use template::{Function, PageHeaders, Route, RouteLimit, RouteLimits, Stream, Template};
