//! From text to cells, by the rules of RFC 4180 as far as programs keep them.
//!
//! The crate `csv` does the same and is what this is tested against. It tells neither the line of what stands behind an empty
//! one, nor that a quotation mark was never closed: it takes the rest of the file for one cell.

/// A line of the table: the line of the file that it begins on, and its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileLine {
    pub(crate) number: u32,
    pub(crate) cells: Vec<String>,
}

impl FileLine {
    pub(crate) fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }
}

/// A quotation mark that was opened on a line, in a cell of a place, and never closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unclosed {
    pub(crate) line: u32,
    pub(crate) place: usize,
}

/// What separates the cells. The header decides, because names of columns hold none of these.
pub(crate) fn separator(text: &str) -> char {
    let header = text.lines().find(|line| !line.trim().is_empty());
    let header = header.unwrap_or_default();
    let count = |wanted: char| header.chars().filter(|one| *one == wanted).count();
    let most = [',', ';', '\t'].into_iter().rev();
    most.max_by_key(|one| count(*one)).unwrap_or(',')
}

/// The separator that Excel writes into a first line of its own, and the rest of the text.
pub(crate) fn stated_separator(text: &str) -> Option<(char, &str)> {
    let line_end = text.find(['\r', '\n'])?;
    let (first, rest) = text.split_at(line_end);
    let mut stated = first
        .trim_matches('"')
        .strip_prefix("sep=")
        .or_else(|| first.strip_prefix("SEP="))?
        .chars();
    let separator = stated.next()?;
    stated.next().is_none().then_some((separator, rest))
}

/// The lines that have anything in them, the first of which has the number `from`.
pub(crate) fn lines(text: &str, separator: char, from: u32) -> Result<Vec<FileLine>, Unclosed> {
    let mut reader = Reader {
        lines: Vec::new(),
        line: FileLine {
            number: from,
            cells: Vec::new(),
        },
        cell: String::new(),
        at: from,
    };
    let mut quoted: Option<Unclosed> = None;
    let mut characters = text.chars().peekable();
    while let Some(one) = characters.next() {
        // Every program's end of a line is one, and `\r\n` is one and not two.
        let ends_line = one == '\n' || one == '\r';
        let pair = one == '\r' && characters.next_if_eq(&'\n').is_some();
        if quoted.is_some() {
            match one {
                '"' if characters.next_if_eq(&'"').is_some() => reader.cell.push('"'),
                '"' => quoted = None,
                other => {
                    reader.cell.push(other);
                    if pair {
                        reader.cell.push('\n');
                    }
                    reader.at += u32::from(ends_line);
                }
            }
        } else if ends_line {
            reader.end_line();
        } else if one == separator {
            reader.end_cell();
        } else if one == '"' && reader.cell.is_empty() {
            quoted = Some(Unclosed {
                line: reader.at,
                place: reader.line.cells.len(),
            });
        } else {
            reader.cell.push(one);
        }
    }
    match quoted {
        Some(unclosed) => Err(unclosed),
        None => {
            reader.end_line();
            Ok(reader.lines)
        }
    }
}

struct Reader {
    lines: Vec<FileLine>,
    line: FileLine,
    cell: String,
    /// The line of the file.
    at: u32,
}

impl Reader {
    fn end_cell(&mut self) {
        self.line.cells.push(std::mem::take(&mut self.cell));
    }

    fn end_line(&mut self) {
        self.end_cell();
        self.at += 1;
        let next = FileLine {
            number: self.at,
            cells: Vec::new(),
        };
        let line = std::mem::replace(&mut self.line, next);
        if !line.is_blank() {
            self.lines.push(line);
        }
    }
}
