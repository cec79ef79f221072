//! The routes of a function, as the router that serves them or as their part of the OpenAPI document.
//!
//! A function writes its routes down once, for whichever [`RouteTable`] is asked for. In Lambda that is the router,
//! and the code that builds the descriptions, up to a twentieth of a bootstrap, is never compiled into it.

use crate::staff::Asks;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::routing::MethodRouter;
use domain::{Permission, Role};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, HttpMethod, OpenApi, Ref, ResponseBuilder};
use utoipa_axum::PathItemExt;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// What a function's routes become.
pub trait RouteTable<S>: Sized {
    /// A table without routes.
    #[must_use]
    fn empty() -> Self;

    /// Adds the calls of one path, as [`routes!`](crate::routes!) makes them.
    #[must_use]
    fn with<D: FnOnce() -> UtoipaMethodRouter<S>>(self, calls: Calls<S, D>) -> Self;

    /// Puts `prefix` before every path.
    #[must_use]
    fn under(self, prefix: &str) -> Self;
}

/// Serves the routes.
impl<S: Clone + Send + Sync + 'static> RouteTable<S> for Router<S> {
    fn empty() -> Self {
        Self::new()
    }

    fn with<D: FnOnce() -> UtoipaMethodRouter<S>>(self, calls: Calls<S, D>) -> Self {
        self.route(&calls.path, calls.handlers)
    }

    fn under(self, prefix: &str) -> Self {
        Self::new().nest(prefix, self)
    }
}

/// Describes the routes.
pub struct Description<S>(OpenApiRouter<S>);

impl<S: Clone + Send + Sync + 'static> RouteTable<S> for Description<S> {
    fn empty() -> Self {
        Self(OpenApiRouter::new())
    }

    fn with<D: FnOnce() -> UtoipaMethodRouter<S>>(self, calls: Calls<S, D>) -> Self {
        let (schemas, mut paths, router) = (calls.describe)();
        for item in paths.paths.values_mut() {
            for (method, permission) in &calls.asked {
                if let Some(operation) = operation(item, method) {
                    restrict(operation, *permission);
                }
            }
            let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
            operations.into_iter().flatten().for_each(say_what_fails);
        }
        Self(self.0.routes((schemas, paths, router)))
    }

    fn under(self, prefix: &str) -> Self {
        Self(OpenApiRouter::new().nest(prefix, self.0))
    }
}

impl<S: Clone + Send + Sync + 'static> From<Description<S>> for OpenApi {
    fn from(description: Description<S>) -> Self {
        let mut openapi = description.0.into_openapi();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some(
                "The token of POST /api/admin/login. An operation's `x-roles` names the roles that may call it.",
            ));
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme(BEARER, SecurityScheme::Http(bearer.build()));
        openapi
    }
}

fn operation<'a>(item: &'a mut PathItem, method: &HttpMethod) -> Option<&'a mut Operation> {
    match method {
        HttpMethod::Get => item.get.as_mut(),
        HttpMethod::Put => item.put.as_mut(),
        HttpMethod::Post => item.post.as_mut(),
        HttpMethod::Delete => item.delete.as_mut(),
        HttpMethod::Options => item.options.as_mut(),
        HttpMethod::Head => item.head.as_mut(),
        HttpMethod::Patch => item.patch.as_mut(),
        HttpMethod::Trace => item.trace.as_mut(),
    }
}

/// The name of the tokens among the security schemes of the OpenAPI document.
const BEARER: &str = "bearer";

/// Says in a description who may call, and what everybody else is answered.
fn restrict(operation: &mut Operation, permission: Permission) {
    let roles: Vec<&str> = permission.roles().iter().copied().map(Role::word).collect();
    operation.security = Some(vec![SecurityRequirement::new(BEARER, [""; 0])]);
    let extensions = operation.extensions.get_or_insert_default();
    extensions.merge(Extensions::from_iter([("x-roles", roles)]));
    // A handler that refuses some of those whom its permission lets in says so itself.
    refuse(operation, "401", "Not signed in.");
    refuse(
        operation,
        "403",
        "The role of the person who is signed in does not include this.",
    );
}

/// Says in a description what any call may be answered; a handler that has more to say of it says it itself.
fn say_what_fails(operation: &mut Operation) {
    if operation.request_body.is_some() {
        refuse(operation, "413", "The body is larger than the call takes.");
    }
    refuse(
        operation,
        "500",
        "Our fault. The log has the cause under the request id.",
    );
}

fn refuse(operation: &mut Operation, status: &str, when: &str) {
    let body = Content::new(Some(Ref::from_schema_name("ErrorBody")));
    let refusal = ResponseBuilder::new()
        .description(when)
        .content("application/json", body);
    let responses = &mut operation.responses.responses;
    responses
        .entry(status.to_owned())
        .or_insert_with(|| refusal.build().into());
}

/// The calls of one path.
pub struct Calls<S, D> {
    path: String,
    handlers: MethodRouter<S>,
    /// Which of them ask for a permission.
    asked: Vec<(HttpMethod, Permission)>,
    describe: D,
}

impl<S: Clone + Send + Sync + 'static, D> Calls<S, D> {
    /// A path with no handler yet, which `describe` describes together with those to come.
    pub fn new(path: String, describe: D) -> Self {
        Self {
            path,
            handlers: MethodRouter::new(),
            asked: Vec::new(),
            describe,
        }
    }

    /// Adds a handler for these methods.
    #[must_use]
    pub fn on<H: Handler<T, S>, T: Asks + 'static>(mut self, methods: &[HttpMethod], handler: H) -> Self {
        for method in methods {
            self.asked
                .extend(T::PERMISSION.map(|asked| (method.clone(), asked)));
            self.handlers = self.handlers.on(method.to_method_filter(), handler.clone());
        }
        self
    }

    /// Takes bodies of at most `bytes`, instead of 1 MiB; beyond that the answer is 413.
    #[must_use]
    pub fn limited(mut self, bytes: usize) -> Self {
        self.handlers = self.handlers.layer(DefaultBodyLimit::max(bytes));
        self
    }
}

/// The calls of one path from their handlers, each of which has its path and method in its `#[utoipa::path]`.
#[macro_export]
macro_rules! routes {
    ($first:path $(, $rest:path)* $(,)?) => {
        // These arms are utoipa_axum's own, and undocumented: the one way from a handler to its attribute. They
        // take the names apart, which needs them as `paste!` leaves them.
        $crate::utoipa_axum::paste! {
            $crate::Calls::new(
                $crate::utoipa_axum::routes!(@path [path()] of $first),
                || $crate::utoipa_axum::routes!($first $(, $rest)*),
            )
            .on(&$crate::utoipa_axum::routes!(@path [methods()] of $first), $first)
            $(.on(&$crate::utoipa_axum::routes!(@path [methods()] of $rest), $rest))*
        }
    };
}
