//! Ranges in A1 notation: `'My tab'!A2:M1001`.

/// A range as it is asked for. Rows and columns count from 0; an end is exclusive, and absent where it is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) tab: String,
    pub(crate) first_row: usize,
    pub(crate) first_column: usize,
    pub(crate) end_row: Option<usize>,
    pub(crate) end_column: Option<usize>,
}

impl Range {
    /// Reads a range with the name of its tab. A tab alone is the whole of it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (tab, cells) = match text.strip_prefix('\'') {
            Some(quoted) => {
                let (tab, rest) = quoted.rsplit_once('\'')?;
                (tab.replace("''", "'"), rest.strip_prefix('!').unwrap_or_default())
            }
            None => match text.split_once('!') {
                Some((tab, cells)) => (tab.to_owned(), cells),
                None => (text.to_owned(), ""),
            },
        };
        let (first, last) = match cells.split_once(':') {
            Some((first, last)) => (place(first)?, place(last)?),
            None if cells.is_empty() => ((None, None), (None, None)),
            None => (place(cells)?, place(cells)?),
        };
        Some(Self {
            tab,
            first_row: first.1.unwrap_or(0),
            first_column: first.0.unwrap_or(0),
            end_row: last.1.map(|row| row + 1),
            end_column: last.0.map(|column| column + 1),
        })
    }
}

/// Column and row of `B7`, `B` or `7`.
fn place(text: &str) -> Option<(Option<usize>, Option<usize>)> {
    let letters = text
        .find(|letter: char| !letter.is_ascii_uppercase())
        .unwrap_or(text.len());
    let (column, row) = text.split_at(letters);
    let column = match column {
        "" => None,
        name => Some(
            name.bytes().try_fold(0_usize, |sum, letter| {
                sum.checked_mul(26)?.checked_add(usize::from(letter - b'A') + 1)
            })? - 1,
        ),
    };
    let row = match row {
        "" => None,
        number => Some(number.parse::<usize>().ok()?.checked_sub(1)?),
    };
    (column.is_some() || row.is_some()).then_some((column, row))
}

/// The letters of a column that counts from 0.
pub(crate) fn column(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + u8::try_from(index % 26).unwrap_or_default()));
        if index < 26 {
            return letters.iter().rev().collect();
        }
        index = index / 26 - 1;
    }
}

/// The range as Google writes it in an answer.
pub(crate) fn written(
    tab: &str,
    first_row: usize,
    first_column: usize,
    rows: usize,
    columns: usize,
) -> String {
    let plain = tab
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let tab = if plain {
        tab.to_owned()
    } else {
        format!("'{}'", tab.replace('\'', "''"))
    };
    let first = format!("{}{}", column(first_column), first_row + 1);
    if rows <= 1 && columns <= 1 {
        return format!("{tab}!{first}");
    }
    let last_column = column(first_column + columns.max(1) - 1);
    format!("{tab}!{first}:{last_column}{}", first_row + rows.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> (String, usize, usize, Option<usize>, Option<usize>) {
        let range = Range::parse(text).unwrap();
        (
            range.tab,
            range.first_row,
            range.first_column,
            range.end_row,
            range.end_column,
        )
    }

    #[test]
    fn ranges_are_read_whole_open_and_quoted() {
        assert_eq!(range("S!A1:C3"), ("S".into(), 0, 0, Some(3), Some(3)));
        assert_eq!(range("S!B2"), ("S".into(), 1, 1, Some(2), Some(2)));
        assert_eq!(range("'My ''tab'!A2:M"), ("My 'tab".into(), 1, 0, None, Some(13)));
        assert_eq!(range("S!2:4"), ("S".into(), 1, 0, Some(4), None));
        assert_eq!(range("Candidates"), ("Candidates".into(), 0, 0, None, None));
        assert_eq!(
            range("'Candidates'!AA10:AB10"),
            ("Candidates".into(), 9, 26, Some(10), Some(28))
        );
        for nonsense in ["S!a1", "S!A0", "S!A1:", "S!1A", "S!$A$1"] {
            assert_eq!(Range::parse(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn columns_are_named_past_z() {
        let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(column).into();
        assert_eq!(names, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
        assert_eq!(written("My tab", 1, 0, 2, 3), "'My tab'!A2:C3");
        assert_eq!(written("S", 0, 0, 1, 1), "S!A1");
    }
}
