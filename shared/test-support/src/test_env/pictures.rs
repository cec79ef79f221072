//! The bucket of pictures, and that of records.

use super::{BUCKET, RECORDS_BUCKET};
use crate::{DeletionBarrier, TestEnv};
use std::collections::BTreeMap;
use std::fs::File;
use time::Duration;

impl TestEnv {
    /// The pictures' addresses on the site, in order, with the bytes behind them.
    #[must_use]
    pub fn pictures(&self) -> BTreeMap<String, Vec<u8>> {
        let Ok(files) = std::fs::read_dir(self.folder.path().join(BUCKET).join("media")) else {
            return BTreeMap::new();
        };
        files
            .map(|file| {
                let file = file.unwrap();
                let name = file.file_name().into_string().unwrap();
                (format!("/media/{name}"), std::fs::read(file.path()).unwrap())
            })
            .collect()
    }

    /// The files for the accounts, by their names.
    #[must_use]
    pub fn records(&self) -> BTreeMap<String, Vec<u8>> {
        let Ok(files) = std::fs::read_dir(self.folder.path().join(RECORDS_BUCKET).join("records")) else {
            return BTreeMap::new();
        };
        files
            .map(|file| {
                let file = file.unwrap();
                let name = file.file_name().into_string().unwrap();
                (name, std::fs::read(file.path()).unwrap())
            })
            .collect()
    }

    /// A barrier in front of the pictures' bucket, for a function that is started with its endpoint.
    pub async fn deletion_barrier(&self) -> DeletionBarrier {
        DeletionBarrier::serve(self.objects.endpoint()).await
    }

    /// Makes a picture's last upload this long ago, by the test environment's clock. One that is not there is made.
    pub fn age_picture(&self, address: &str, age: Duration) {
        let path = self.folder.path().join(BUCKET).join(&address[1..]);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let file = File::options().append(true).create(true).open(path).unwrap();
        file.set_modified((self.clock.now() - age).into()).unwrap();
    }
}
