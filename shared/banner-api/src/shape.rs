//! The names by which the interface knows a banner.

use domain::content::Banner;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A banner, institute or brand.
#[derive(Serialize, ToSchema)]
pub(crate) struct BannerOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "bannerName")]
    banner_name: String,
    /// Address of the picture.
    #[serde(rename = "deskImgLink")]
    desk_img_link: String,
    /// Address of the picture for phones; hero banners alone have one.
    #[serde(rename = "mobImgLink", skip_serializing_if = "Option::is_none")]
    mob_img_link: Option<String>,
    /// Where it leads: a path of the site, or an address elsewhere.
    link: String,
    /// Counts the edits; send it back with a change.
    version: u64,
}

/// A banner, institute or brand as a form sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BannerIn {
    /// At most 120 characters.
    #[serde(rename = "bannerName")]
    #[schema(required = true)]
    pub(crate) banner_name: Option<String>,
    /// A picture as a data URL. In an edit, left out or with the present address, the picture stays.
    #[serde(rename = "deskImgLink")]
    pub(crate) desk_img_link: Option<String>,
    /// The same for phones; of hero banners alone.
    #[serde(rename = "mobImgLink")]
    pub(crate) mob_img_link: Option<String>,
    /// `/` when it is blank, or left out of a new one.
    pub(crate) link: Option<String>,
    /// The version that the form showed. Without it the last change wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    pub(crate) version: Option<u64>,
}

/// What is kept now.
#[derive(Serialize, ToSchema)]
pub(crate) struct BannerSaved {
    message: &'static str,
    banner: BannerOut,
}

/// What was deleted is gone.
#[derive(Serialize, ToSchema)]
pub(crate) struct BannerDeleted {
    pub(crate) message: &'static str,
}

impl From<&Banner> for BannerOut {
    fn from(banner: &Banner) -> Self {
        let Banner {
            id,
            name,
            desktop,
            mobile,
            link,
            version,
        } = banner;
        Self {
            id: id.to_string(),
            banner_name: name.clone(),
            desk_img_link: desktop.clone(),
            mob_img_link: mobile.clone(),
            link: link.to_string(),
            version: *version,
        }
    }
}

impl BannerSaved {
    pub(crate) fn new(message: &'static str, banner: &Banner) -> Self {
        Self {
            message,
            banner: banner.into(),
        }
    }
}
