//! Ranges in A1 notation, with a tab and both corners: `'My tab'!A2:M1001`.

/// A range as it is asked for. Rows and columns count from 0; an end is exclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) tab: String,
    pub(crate) first_row: usize,
    pub(crate) first_column: usize,
    pub(crate) end_row: usize,
    pub(crate) end_column: usize,
}

impl Range {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (tab, cells) = match text.strip_prefix('\'') {
            Some(quoted) => {
                let (tab, rest) = quoted.rsplit_once('\'')?;
                (tab.replace("''", "'"), rest.strip_prefix('!')?)
            }
            None => text.split_once('!').map(|(tab, cells)| (tab.to_owned(), cells))?,
        };
        let (first, last) = cells.split_once(':')?;
        let ((first_column, first_row), (last_column, last_row)) = (place(first)?, place(last)?);
        Some(Self {
            tab,
            first_row,
            first_column,
            end_row: last_row + 1,
            end_column: last_column + 1,
        })
    }
}

/// Column and row of `B7`.
fn place(text: &str) -> Option<(usize, usize)> {
    let letters = text.find(|letter: char| !letter.is_ascii_uppercase())?;
    let (name, number) = text.split_at(letters);
    let column = name.bytes().try_fold(0_usize, |sum, letter| {
        sum.checked_mul(26)?.checked_add(usize::from(letter - b'A') + 1)
    })?;
    Some((
        column.checked_sub(1)?,
        number.parse::<usize>().ok()?.checked_sub(1)?,
    ))
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

    #[test]
    fn a_range_has_a_tab_and_both_corners() {
        let range = |tab: &str, first_row, first_column, end_row, end_column| Range {
            tab: tab.to_owned(),
            first_row,
            first_column,
            end_row,
            end_column,
        };
        assert_eq!(Range::parse("S!A1:C3"), Some(range("S", 0, 0, 3, 3)));
        assert_eq!(
            Range::parse("'My ''tab'!AA10:AB10"),
            Some(range("My 'tab", 9, 26, 10, 28))
        );
        for other in [
            "A1:C3",
            "S!B2",
            "S!a1:b2",
            "S!A0:B2",
            "S!A1:",
            "S!1A:2B",
            "S!$A$1:B2",
            "S!2:4",
        ] {
            assert_eq!(Range::parse(other), None, "{other}");
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
