//! The sample banners, institutes and media partners, with drawings of our own.
//!
//! Each drawing is kept twice in `pictures/`: as the SVG that it is changed in, and as the PNG that a browser makes of
//! it, because the product takes no SVG.

use base64::{Engine, prelude::BASE64_STANDARD};
use config::Env;
use domain::content::{Banner, Group, Link};
use domain::{BannerId, Clock, Entropy};
use media::Images;
use store::Content;

use crate::StartError;

struct Sample {
    name: &'static str,
    desktop: &'static [u8],
    mobile: Option<&'static [u8]>,
    link: &'static str,
}

macro_rules! drawing {
    ($($name:tt)+) => {
        include_bytes!(concat!("pictures/", $($name)+, ".png"))
    };
}

macro_rules! hero {
    ($name:literal, $drawing:literal, $link:literal) => {
        Sample {
            name: $name,
            desktop: drawing!(concat!($drawing, "-desktop")),
            mobile: Some(drawing!(concat!($drawing, "-mobile"))),
            link: $link,
        }
    };
}

macro_rules! logo {
    ($name:literal, $drawing:literal) => {
        Sample {
            name: $name,
            desktop: drawing!($drawing),
            mobile: None,
            link: "/",
        }
    };
}

const HEROES: &[Sample] = &[
    hero!("Scholarship Challenge Begins", "hero-challenge", "/#about"),
    hero!("Every exam in one place", "hero-every-exam", "/#register"),
    hero!("Meet the colleges", "hero-colleges", "/#partners"),
];

const INSTITUTES: &[Sample] = &[
    logo!("Periyar College of Engineering", "periyar-engineering"),
    logo!("Malabar School of Business", "malabar-business"),
    logo!("Vembanad Institute of Health Sciences", "vembanad-health"),
    logo!("Anamudi College of Arts and Science", "anamudi-arts"),
    logo!("Kayal School of Design", "kayal-design"),
    logo!("Nila Law College", "nila-law"),
    logo!("Ashtamudi Institute of Hospitality", "ashtamudi-hospitality"),
    logo!("Cardamom Hills Open University", "cardamom-hills"),
];

const BRANDS: &[Sample] = &[
    logo!("Kochi Morning", "brand-kochi-morning"),
    logo!("Radio Kayal", "brand-radio-kayal"),
    logo!("Spice Coast Television", "brand-spice-coast-tv"),
    logo!("Campus Compass", "brand-campus-compass"),
    logo!("Backwater Times", "brand-backwater-times"),
];

/// Fills the groups if all are empty. Returns whether it did.
///
/// # Errors
/// When the table or the pictures' bucket cannot be read or written.
pub(crate) async fn content(env: &Env, clock: &Clock) -> Result<bool, StartError> {
    let failed = |error: &dyn std::fmt::Display| StartError::because("Writing the sample banners", error);
    let content = Content::from_env(env).map_err(|error| failed(&error))?;
    let images = Images::from_env(env, Entropy::system()).map_err(|error| failed(&error))?;
    for group in Group::ALL {
        let there = content.list(group).await.map_err(|error| failed(&error))?;
        if !there.is_empty() {
            return Ok(false);
        }
    }
    for group in Group::ALL {
        let samples = match group {
            Group::Hero => HEROES,
            Group::Institute => INSTITUTES,
            Group::Brand => BRANDS,
        };
        // A group is listed by the moments at which its members were made.
        for (moment, sample) in (0..).zip(samples) {
            let made = clock.now() + time::Duration::milliseconds(moment);
            let id = BannerId::generate(made, &Entropy::system());
            let keep = async |picture: &[u8]| {
                let url = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(picture));
                images
                    .store(id.as_str(), &url)
                    .await
                    .map_err(|error| failed(&error))
            };
            let desktop = keep(sample.desktop).await?;
            let mobile = match sample.mobile {
                Some(picture) => Some(keep(picture).await?),
                None => None,
            };
            let banner = Banner {
                name: sample.name.to_owned(),
                link: Link::parse(sample.link).map_err(|error| failed(&error))?,
                version: 1,
                id,
                desktop,
                mobile,
            };
            content
                .put(group, &banner)
                .await
                .map_err(|error| failed(&error))?;
        }
    }
    Ok(true)
}
