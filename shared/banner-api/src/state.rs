//! What the calls of a group share.

use crate::{form::BannerForm, shape::BannerOut};
use access_control::FormKeys;
use axum::extract::FromRef;
use domain::{
    BannerId, Clock, Entropy,
    content::{Banner, Group},
};
use http_api::{ApiError, ApiResult, Staff, StaffGate};
use media::Images;
use serde_json::{Value, json};
use store::{AdminTable, AuditEntry, Content, Tries};

#[derive(Clone)]
pub(crate) struct State {
    pub(crate) group: Group,
    pub(crate) content: Content,
    pub(crate) images: Images,
    pub(crate) gate: StaffGate,
    pub(crate) form_keys: FormKeys,
    pub(crate) admin_table: AdminTable,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
}

/// The addresses that new pictures got; `None` where there is none.
#[derive(Default)]
pub(crate) struct Uploads {
    pub(crate) desktop: Option<String>,
    pub(crate) mobile: Option<String>,
}

impl Uploads {
    fn addresses(&self) -> Vec<String> {
        [&self.desktop, &self.mobile]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        state.gate.clone()
    }
}

impl State {
    /// The one of a path's id. An id that cannot be one names nothing either.
    pub(crate) async fn find(&self, id: &str) -> ApiResult<Banner> {
        let missing = || ApiError::not_found(format!("There is no such {}.", self.group.noun()));
        let id = BannerId::parse(id).map_err(|_| missing())?;
        let found = self.content.banner(self.group, &id).await;
        found.map_err(ApiError::internal)?.ok_or_else(missing)
    }

    /// Keeps the new pictures of a form. When one cannot be kept, the other is removed again.
    pub(crate) async fn upload(&self, id: &BannerId, form: &BannerForm) -> ApiResult<Uploads> {
        let mut uploads = Uploads::default();
        let places = [
            (&form.desktop, &mut uploads.desktop),
            (&form.mobile, &mut uploads.mobile),
        ];
        let mut failure = None;
        for (picture, address) in places {
            let Some(picture) = picture else { continue };
            match self.images.put(id.as_str(), picture).await {
                Ok(kept) => *address = Some(kept),
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        match failure {
            None => Ok(uploads),
            Some(error) => {
                self.take_back(&uploads).await;
                Err(ApiError::internal(error))
            }
        }
    }

    /// Removes uploads whose banner was certainly not written. In doubt they stay: what nothing shows is collected after
    /// a day.
    pub(crate) async fn take_back(&self, uploads: &Uploads) {
        self.images.remove_unused(&uploads.addresses(), &[]).await;
    }

    /// The tries of a change that others may come before, counted from now.
    pub(crate) fn tries(&self) -> Tries {
        Tries::begin(&self.clock, &self.entropy)
    }

    /// The audit entry of a change.
    pub(crate) fn audit(
        &self,
        admin: &Staff,
        verb: &str,
        id: &BannerId,
        before: Option<&Banner>,
        after: Option<&Banner>,
    ) -> AuditEntry {
        let state =
            |banner: Option<&Banner>| banner.map_or(Value::Null, |banner| json!(BannerOut::from(banner)));
        AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            &admin.username,
            &format!("{}.{verb}", self.group.noun()),
            id.as_str(),
            state(before),
            state(after),
        )
    }
}
