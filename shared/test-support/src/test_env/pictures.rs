//! The bucket of pictures, that of records and that of exports.

use super::{BUCKET, EXPORTS, RECORDS_BUCKET};
use crate::{DeletionBarrier, TestEnv};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
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

    /// What is in the files of exports, and in the parts of those that are not whole.
    #[must_use]
    pub fn export_files(&self) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        below(&self.folder.path().join(EXPORTS), &mut found);
        for file in std::fs::read_dir(self.folder.path()).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            if name.starts_with(".upload_id-") {
                found.push(std::fs::read(file.path()).unwrap());
            }
        }
        found
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

/// What is in the files of a folder and of those in it.
fn below(folder: &Path, found: &mut Vec<Vec<u8>>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, found);
        } else {
            found.push(std::fs::read(path).unwrap());
        }
    }
}
