//! Which cell is whose: the header, compared without capitals, blanks and signs.

use crate::{
    Mistake,
    cells::{self, FileLine},
};

/// A column that a file may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileColumn {
    /// What it is called.
    pub name: &'static str,
    /// What else it may be called, as other programs and people write it.
    pub also: &'static [&'static str],
    /// Whether a file without it is of no use.
    pub is_required: bool,
}

impl FileColumn {
    /// A column without which a file is of no use.
    #[must_use]
    pub const fn required(name: &'static str, also: &'static [&'static str]) -> Self {
        Self {
            name,
            also,
            is_required: true,
        }
    }

    /// A column that a file may leave out.
    #[must_use]
    pub const fn optional(name: &'static str, also: &'static [&'static str]) -> Self {
        Self {
            name,
            also,
            is_required: false,
        }
    }

    fn is_called(&self, name: &str) -> bool {
        let name = folded(name);
        let mut names = self.also.iter().chain([&self.name]);
        names.any(|own| folded(own) == name)
    }
}

/// A file whose header is in order, with columns `N`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFile<const N: usize> {
    /// The lines below the header that have anything in them: the line of the file, and the cell of each column, trimmed, in
    /// the order in which they were asked for. A column that the file does not have is empty.
    pub rows: Vec<(u32, [String; N])>,
}

impl<const N: usize> TableFile<N> {
    /// Reads a file with a header and at most `most` lines below it.
    ///
    /// # Errors
    /// Every mistake that it has as a table, the first one first.
    pub fn read(text: &str, columns: &[FileColumn; N], most: usize) -> Result<Self, Vec<Mistake>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (separator, text) =
            cells::stated_separator(text).unwrap_or_else(|| (cells::separator(text), text));
        // Behind a stated separator the text begins with the end of the first line.
        let lines = cells::lines(text, separator, 1).map_err(|unclosed| {
            let header = cells::lines(text.lines().next().unwrap_or_default(), separator, 1);
            let header = header.ok().and_then(|mut lines| lines.pop());
            let column = shown(&header.map_or_else(Vec::new, |line| line.cells), unclosed.place);
            vec![Mistake::new(
                unclosed.line,
                &column,
                "quote_not_closed",
                "A quotation mark is opened here and never closed.",
            )]
        })?;
        let mut lines = lines.into_iter();
        let Some(header) = lines.next() else {
            return Err(vec![Mistake::new(
                1,
                "",
                "empty_file",
                "There is nothing in the file.",
            )]);
        };
        let rows: Vec<FileLine> = lines.collect();
        let places = places(&header, columns, &rows)?;
        if rows.is_empty() {
            let message = "There is nothing below the header.";
            return Err(vec![Mistake::new(header.number, "", "no_lines", message)]);
        }
        if let Some(line) = rows.get(most) {
            let message = format!("A file may have {most} lines below the header.");
            return Err(vec![Mistake::new(line.number, "", "too_many_lines", message)]);
        }
        let mut mistakes = Vec::new();
        let mut read = Vec::with_capacity(rows.len());
        for line in rows {
            mistakes.extend(misplaced(&header, &line));
            let cell = |place: Option<usize>| place.and_then(|place| line.cells.get(place));
            let cells =
                places.map(|place| cell(place).map_or_else(String::new, |cell| cell.trim().to_owned()));
            read.push((line.number, cells));
        }
        if mistakes.is_empty() {
            Ok(Self { rows: read })
        } else {
            Err(mistakes)
        }
    }
}

/// In which place each column is.
fn places<const N: usize>(
    header: &FileLine,
    columns: &[FileColumn; N],
    rows: &[FileLine],
) -> Result<[Option<usize>; N], Vec<Mistake>> {
    let mut places = [None; N];
    let mut mistakes = Vec::new();
    let named = columns.map(|column| column.name).join(", ");
    for (place, name) in header.cells.iter().enumerate() {
        let mistake =
            |code, message: String| Mistake::new(header.number, &shown(&header.cells, place), code, message);
        let is_empty = || {
            rows.iter()
                .all(|row| row.cells.get(place).is_none_or(|cell| cell.trim().is_empty()))
        };
        if name.trim().is_empty() && is_empty() {
            continue;
        }
        match columns.iter().position(|column| column.is_called(name)) {
            None => mistakes.push(mistake(
                "unknown_column",
                format!("This column is not known. Leave it out, or call it one of these: {named}."),
            )),
            Some(at) if places[at].is_some() => {
                mistakes.push(mistake("column_twice", "This column is there twice.".to_owned()));
            }
            Some(at) => places[at] = Some(place),
        }
    }
    for (column, place) in columns.iter().zip(places) {
        if column.is_required && place.is_none() {
            let message = format!("There is no column called {}.", column.name);
            mistakes.push(Mistake::new(
                header.number,
                column.name,
                "missing_column",
                message,
            ));
        }
    }
    if mistakes.is_empty() {
        Ok(places)
    } else {
        Err(mistakes)
    }
}

/// What does not belong to any column, and what was saved with another set of characters.
fn misplaced(header: &FileLine, line: &FileLine) -> Vec<Mistake> {
    let beyond = header.cells.len();
    let mut mistakes = Vec::new();
    for (place, cell) in line.cells.iter().enumerate() {
        let column = shown(&header.cells, place);
        if place >= beyond && !cell.trim().is_empty() {
            let message = "This line has more cells than the header. A text with a comma in it needs quotation marks around it.";
            mistakes.push(Mistake::new(line.number, &column, "too_many_cells", message));
            break;
        }
        if cell.contains('\u{fffd}') {
            let message = "Some characters cannot be read. Save the file as \"CSV UTF-8\".";
            mistakes.push(Mistake::new(line.number, &column, "unreadable", message));
        }
    }
    mistakes
}

/// A name as it is compared: `E-mail` is `email`, and `Exam Preference` is `exam_preference`.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|one| one.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// What a person finds a column by.
fn shown(header: &[String], place: usize) -> String {
    let name = header.get(place).map(|name| name.trim()).unwrap_or_default();
    if name.is_empty() {
        format!("column {}", place + 1)
    } else {
        name.to_owned()
    }
}
