//! Putting everything of a source into the file, a page at a time.

use super::{
    ExportWorker,
    csv::CsvLines,
    held::{Held, Stop},
    output::{Output, content_type, in_memory},
    source::Source,
};
use domain::{Word, export::ExportFormat};
use export_files::{ExportFiles, FileError};
use std::io::Read;
use store::exports::{ExportFile, ExportProgress, ExportReached};

/// How often a job is begun from the first line: for a worker that died, and once when the data moved below it.
const MOST_BEGINNINGS: u32 = 5;

const INCOMPLETE: &str =
    "The data changed while it was exported, and not everything is in the file. Please try again.";
const TOO_SLOW: &str = "This is too much for one Excel file. Choose CSV, or fewer.";
const NOT_OURS: &str = "This export was asked for in another version of the system. Please start it again.";

/// Whether a file is whole.
enum Copied {
    All,
    /// There was more when it began, and there still is: something moved, or parts are another worker's.
    NotAll,
}

impl ExportWorker {
    /// Writes the whole file, once more from its beginning if it is found not to be whole.
    pub(super) async fn copy(&self, held: &mut Held) -> Result<(), Stop> {
        let again = match self.copy_once(held).await? {
            Copied::All => return Ok(()),
            Copied::NotAll => held.job.begun < MOST_BEGINNINGS,
        };
        if again {
            tracing::warn!("an export is begun from its first line again");
            self.abandon(held).await;
            held.job.reached = None;
            if let Copied::All = self.copy_once(held).await? {
                return Ok(());
            }
        }
        Err(Stop::Failed(INCOMPLETE))
    }

    async fn copy_once(&self, held: &mut Held) -> Result<Copied, Stop> {
        let (Some(kind), Some(format)) = (held.job.kind.known(), held.job.format.known()) else {
            return Err(Stop::Failed(NOT_OURS));
        };
        let mut source = self.sources.open(kind, &held.job).await?;
        let mut output = match &held.job.reached {
            Some(_) => Output::Csv(Box::new(CsvLines::go_on())),
            None => {
                self.begin(held, &source).await?;
                Output::begin(format, kind.as_str(), &source.columns())?
            }
        };
        let mut place = held.job.reached.as_ref().map(|reached| reached.place.clone());
        held.job.progress = held
            .job
            .reached
            .as_ref()
            .map_or_else(Default::default, |reached| reached.progress);
        let begun_at = place.clone();
        loop {
            let page = self.sources.page(&mut source, place.as_deref()).await?;
            for row in &page.rows {
                output.push(row)?;
            }
            held.job.progress.done += page.looked_at;
            held.job.progress.rows += page.rows.len() as u64;
            if page.place.is_some() {
                place = page.place;
            }
            if let (Some(part), Some(place)) = (output.full_part(self.part)?, &place) {
                if !self.put_part(held, format, part).await? {
                    return Ok(Copied::NotAll);
                }
                held.job.reached = Some(ExportReached {
                    place: place.clone(),
                    progress: held.job.progress,
                });
            }
            self.renew(held).await?;
            if page.is_last {
                break;
            }
            if self.clock.now() >= held.shift_ends {
                let reached = held.job.reached.as_ref().map(|reached| &reached.place);
                // A worker that kept nothing would be followed by another one like it, for ever.
                return Err(match reached == begun_at.as_ref() {
                    true => Stop::Failed(TOO_SLOW),
                    false => Stop::TimeIsUp,
                });
            }
        }
        let there_is = self.sources.count(&source).await?;
        let expected = held.job.total.unwrap_or_default().min(there_is);
        if held.job.progress.done < expected {
            return Ok(Copied::NotAll);
        }
        self.finish(held, format, output).await
    }

    /// How much there is, before the first line.
    async fn begin(&self, held: &mut Held, source: &Source) -> Result<(), Stop> {
        held.job.total = Some(self.sources.count(source).await?);
        held.job.begun += 1;
        held.job.progress = ExportProgress::default();
        held.job.file = None;
        self.renew(held).await
    }

    /// Uploads what is left and makes the file of its parts.
    async fn finish(&self, held: &mut Held, format: ExportFormat, output: Output) -> Result<Copied, Stop> {
        match output {
            Output::Csv(mut lines) => {
                let rest = lines.take().map_err(in_memory)?;
                // A file has at least one part; one that has more may end where a part did.
                let is_needed = !rest.is_empty() || held.job.file.is_none();
                if is_needed && !self.put_part(held, format, rest).await? {
                    return Ok(Copied::NotAll);
                }
            }
            Output::Xlsx(sheet) => {
                // To compress it takes seconds, in which others are not to wait.
                let finished = tokio::task::spawn_blocking(move || sheet.finish()).await;
                let (mut file, _) = finished.map_err(|error| Stop::File(error.to_string()))??;
                loop {
                    let mut part = Vec::new();
                    let next = Read::by_ref(&mut file).take(self.part as u64);
                    { next }.read_to_end(&mut part).map_err(in_memory)?;
                    if part.is_empty() {
                        break;
                    }
                    if !self.put_part(held, format, part).await? {
                        return Ok(Copied::NotAll);
                    }
                }
            }
        }
        // Once more before it is whole: what was cancelled has no file.
        self.renew(held).await?;
        let Some(ExportFile {
            key, upload, parts, ..
        }) = &held.job.file
        else {
            return Ok(Copied::NotAll);
        };
        match self.files.complete(key, upload, parts).await {
            Ok(()) => Ok(Copied::All),
            Err(FileError::Gone(_)) => Ok(Copied::NotAll),
            Err(error @ FileError::Unavailable(_)) => Err(error.into()),
        }
    }

    /// Uploads the next part under the lease; false when the upload is gone.
    async fn put_part(&self, held: &mut Held, format: ExportFormat, bytes: Vec<u8>) -> Result<bool, Stop> {
        self.renew(held).await?;
        let size = bytes.len() as u64;
        let mut file = match held.job.file.clone() {
            Some(file) => file,
            None => self.begin_file(held, format).await?,
        };
        let number = file.parts.len() + 1;
        match self.files.put_part(&file.key, &file.upload, number, bytes).await {
            Ok(tag) => {
                file.parts.push(tag);
                file.bytes += size;
                held.job.file = Some(file);
                Ok(true)
            }
            Err(FileError::Gone(_)) => Ok(false),
            Err(error @ FileError::Unavailable(_)) => Err(error.into()),
        }
    }

    /// A file of a name that no other worker of the job has: what one that was thought dead still uploads is never part
    /// of it.
    async fn begin_file(&self, held: &Held, format: ExportFormat) -> Result<ExportFile, Stop> {
        let name = format!("{}/{}", held.job.export_id, self.entropy.symbols(16));
        let key = ExportFiles::key(&format!("{name}.{}", format.as_str()));
        let upload = self.files.begin(&key, content_type(format)).await?;
        Ok(ExportFile {
            key,
            upload,
            parts: Vec::new(),
            bytes: 0,
        })
    }
}
