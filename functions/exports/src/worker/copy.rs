//! Putting everything of a source into the file, a page at a time.
//!
//! What is not in the file yet is in this worker's memory, so a worker that follows one that died begins again, with a file of
//! its own: the largest export there is takes a small part of a worker's time.

use super::{
    ExportWorker,
    not_done::ExportNotDone,
    output::{Output, content_type, in_memory},
    source::Source,
};
use domain::Word;
use export_files::{ExportFiles, FileError};
use jobs::{Held, StepVerdict, Stepped, Work};
use std::io::Read;
use store::exports::{Export, ExportFile};

const INCOMPLETE: &str =
    "The data changed while it was exported, and not everything is in the file. Please try again.";
const TOO_SLOW: &str = "This is too much for one file. Choose fewer.";
const NOT_OURS: &str = "This export was asked for in another version of the system. Please start it again.";

/// One worker's file.
pub(super) struct ExportCopy<'a> {
    worker: &'a ExportWorker,
    at: At,
    upload: Option<Upload>,
    /// Whether a file was found once not to be whole.
    is_second: bool,
}

/// Where it is.
enum At {
    Beginning,
    Pages {
        source: Box<Source>,
        output: Output,
        /// Behind the last page.
        place: Option<String>,
    },
    End(Output),
}

/// The file while it is uploaded.
struct Upload {
    file: ExportFile,
    /// The tags of the parts, the first one first.
    parts: Vec<String>,
}

impl Work for ExportCopy<'_> {
    type Kind = Export;
    type Error = ExportNotDone;

    async fn step(&mut self, held: &mut Held<Export>) -> Result<Stepped, ExportNotDone> {
        let stepped = match std::mem::replace(&mut self.at, At::Beginning) {
            At::Beginning => self.begin(held).await?,
            At::Pages {
                source,
                output,
                place,
            } => self.page(held, source, output, place).await?,
            At::End(output) => self.finish(held, output).await?,
        };
        // The next worker would begin again, and come no further.
        if stepped == Stepped::More && held.is_late() {
            return Err(ExportNotDone::Failed(TOO_SLOW));
        }
        Ok(stepped)
    }

    async fn verdict(&self, _: &Held<Export>, error: &ExportNotDone) -> StepVerdict {
        error.verdict()
    }
}

impl<'a> ExportCopy<'a> {
    pub(super) fn new(worker: &'a ExportWorker) -> Self {
        Self {
            worker,
            at: At::Beginning,
            upload: None,
            is_second: false,
        }
    }

    /// Counts how much there is, and begins a file of a name that no other worker of the job has: what one that was thought
    /// dead still uploads is never part of it.
    async fn begin(&mut self, held: &mut Held<Export>) -> Result<Stepped, ExportNotDone> {
        let ExportWorker { sources, files, .. } = self.worker;
        if let Some(file) = held.job.work.file.take() {
            abandon(files, &file).await;
        }
        let (Some(kind), Some(format)) = (held.job.work.kind.known(), held.job.work.format.known()) else {
            return Err(ExportNotDone::Failed(NOT_OURS));
        };
        let source = Box::new(sources.open(kind, &held.job).await?);
        held.job.total = sources.count(&source).await?;
        (held.job.done, held.job.work.rows) = (0, 0);
        let name = format!("{}/{}", held.job.id, self.worker.entropy.symbols(16));
        let key = ExportFiles::key(&format!("{name}.{}", format.as_str()));
        let upload = files.begin(&key, content_type(format)).await?;
        let file = ExportFile { key, upload };
        held.job.work.file = Some(file.clone());
        self.upload = Some(Upload {
            file,
            parts: Vec::new(),
        });
        self.at = At::Pages {
            output: Output::begin(format, kind.as_str(), &source.columns())?,
            source,
            place: None,
        };
        Ok(Stepped::More)
    }

    async fn page(
        &mut self,
        held: &mut Held<Export>,
        mut source: Box<Source>,
        mut output: Output,
        place: Option<String>,
    ) -> Result<Stepped, ExportNotDone> {
        let page = self.worker.sources.page(&mut source, place.as_deref()).await?;
        for row in &page.rows {
            output.push(row)?;
        }
        held.job.done += page.looked_at;
        held.job.work.rows += page.rows.len() as u64;
        if let Some(part) = output.full_part(self.worker.part)?
            && !self.put_part(held, part).await?
        {
            return self.once_more().await;
        }
        if !page.is_last {
            let place = page.place.or(place);
            self.at = At::Pages {
                source,
                output,
                place,
            };
            return Ok(Stepped::More);
        }
        let there_is = self.worker.sources.count(&source).await?;
        if held.job.done < held.job.total.min(there_is) {
            return self.once_more().await;
        }
        self.at = At::End(output);
        Ok(Stepped::More)
    }

    /// Uploads what is left and makes the file of its parts.
    async fn finish(&mut self, held: &mut Held<Export>, output: Output) -> Result<Stepped, ExportNotDone> {
        match output {
            Output::Csv(mut lines) => {
                let rest = lines.take().map_err(in_memory)?;
                // A file has at least one part; one that has more may end where a part did.
                let is_needed = !rest.is_empty() || self.upload.as_ref().is_none_or(|up| up.parts.is_empty());
                if is_needed && !self.put_part(held, rest).await? {
                    return self.once_more().await;
                }
            }
            Output::Xlsx(sheet) => {
                // To compress it takes seconds, in which others are not to wait.
                let finished = tokio::task::spawn_blocking(move || sheet.finish()).await;
                let (mut file, _) = finished.map_err(|error| ExportNotDone::File(error.to_string()))??;
                loop {
                    let mut part = Vec::new();
                    let next = Read::by_ref(&mut file).take(self.worker.part as u64);
                    { next }.read_to_end(&mut part).map_err(in_memory)?;
                    if part.is_empty() {
                        break;
                    }
                    if !self.put_part(held, part).await? {
                        return self.once_more().await;
                    }
                }
            }
        }
        // Once more before it is whole: what was cancelled has no file.
        held.keep().await?;
        let Some(Upload { file, parts }) = &self.upload else {
            return self.once_more().await;
        };
        match self.worker.files.complete(&file.key, &file.upload, parts).await {
            Ok(()) => {
                self.upload = None;
                Ok(Stepped::Done)
            }
            Err(FileError::Gone(_)) => self.once_more().await,
            Err(error @ FileError::Unavailable(_)) => Err(error.into()),
        }
    }

    /// Uploads the next part under the lease; false when the upload is gone.
    async fn put_part(&mut self, held: &mut Held<Export>, bytes: Vec<u8>) -> Result<bool, ExportNotDone> {
        held.keep().await?;
        let Some(Upload { file, parts }) = &mut self.upload else {
            return Ok(false);
        };
        let (files, number) = (&self.worker.files, parts.len() + 1);
        match files.put_part(&file.key, &file.upload, number, bytes).await {
            Ok(tag) => {
                parts.push(tag);
                Ok(true)
            }
            Err(FileError::Gone(_)) => Ok(false),
            Err(error @ FileError::Unavailable(_)) => Err(error.into()),
        }
    }

    /// Begins again from the first line, once: something moved, or the parts are gone.
    async fn once_more(&mut self) -> Result<Stepped, ExportNotDone> {
        self.abandon().await;
        if self.is_second {
            return Err(ExportNotDone::Failed(INCOMPLETE));
        }
        tracing::warn!("an export is begun from its first line again");
        self.is_second = true;
        Ok(Stepped::More)
    }

    /// Gives up what is uploaded of a file that is not whole: it is of no use to anybody.
    pub(super) async fn abandon(&mut self) {
        if let Some(Upload { file, .. }) = self.upload.take() {
            abandon(&self.worker.files, &file).await;
        }
    }
}

async fn abandon(files: &ExportFiles, file: &ExportFile) {
    match files.abandon(&file.key, &file.upload).await {
        Ok(()) | Err(FileError::Gone(_)) => {}
        Err(error @ FileError::Unavailable(_)) => {
            tracing::warn!(cause = %error, "the parts of an export are left for the lifecycle rule");
        }
    }
}
