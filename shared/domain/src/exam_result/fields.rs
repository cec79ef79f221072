//! A result as it is written in a file or typed in a form: six texts, each with what may be wrong with it.

use super::{ExamOutcome, ExamResult, ExamScore, Hundredths};
use crate::field;

/// The most characters of a remark.
pub const LONGEST_REMARK: usize = 120;

/// The largest rank.
const LAST_RANK: u32 = 1_000_000;

/// A result as texts, each trimmed.
#[derive(Debug, Clone, Default)]
pub struct ResultFields {
    /// A number, or `AB` for who was absent.
    pub marks: String,
    /// The most marks that can be reached.
    pub out_of: String,
    /// A whole number from 1 on, or nothing.
    pub rank: String,
    /// From 0 to 100, with or without `%`, or nothing.
    pub scholarship_percent: String,
    /// `yes` or `no`, or nothing for no.
    pub absent: String,
    /// Any text, or nothing.
    pub remark: String,
}

/// What is wrong with one of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultFault {
    /// The text, by its member.
    pub field: &'static str,
    /// What is wrong, for programs.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: &'static str,
}

const fn fault(field: &'static str, code: &'static str, message: &'static str) -> ResultFault {
    ResultFault { field, code, message }
}

impl ResultFields {
    /// The result, or each mistake.
    ///
    /// # Errors
    /// One for each text that does not fit, in the order of the members.
    pub fn parse(&self) -> Result<ExamResult, Vec<ResultFault>> {
        let mut faults = Vec::new();
        let outcome = match self.is_absent() {
            Ok(true) => {
                faults.extend(self.beside_absence());
                Some(ExamOutcome::Absent)
            }
            Ok(false) => self.score(&mut faults).map(ExamOutcome::Sat),
            Err(fault) => {
                faults.push(fault);
                None
            }
        };
        let remark = field::optional("remark", Some(self.remark.clone()), LONGEST_REMARK);
        let remark = remark.unwrap_or_else(|invalid| {
            faults.push(fault("remark", "invalid_remark", invalid.message));
            String::new()
        });
        match outcome {
            Some(outcome) if faults.is_empty() => Ok(ExamResult { outcome, remark }),
            _ => Err(faults),
        }
    }

    fn is_absent(&self) -> Result<bool, ResultFault> {
        let by_marks = says_absent(&self.marks);
        match self.absent.to_lowercase().as_str() {
            "" => Ok(by_marks),
            "yes" | "y" | "true" | "1" | "x" => Ok(true),
            "no" | "n" | "false" | "0" if by_marks => Err(fault(
                "absent",
                "absent_or_not",
                "The marks say absent, and this says no.",
            )),
            "no" | "n" | "false" | "0" => Ok(false),
            other if says_absent(other) => Ok(true),
            _ => Err(fault(
                "absent",
                "invalid_absent",
                "Write yes or no, or leave it empty for no.",
            )),
        }
    }

    /// What nobody has who was absent. A formula may have made a nought of nothing.
    fn beside_absence(&self) -> Vec<ResultFault> {
        let mut faults = Vec::new();
        let is_nothing = |text: &str| {
            let number = Hundredths::read(text.trim_end_matches('%').trim_end());
            text.is_empty() || says_absent(text) || number.is_some_and(|number| number.get() == 0)
        };
        if !self.marks.is_empty() && !says_absent(&self.marks) {
            let message = "This candidate is absent and has marks. Take one of the two out.";
            faults.push(fault("marks", "absent_with_marks", message));
        }
        if !is_nothing(&self.rank) {
            let message = "This candidate is absent and has a rank. Take one of the two out.";
            faults.push(fault("rank", "absent_with_rank", message));
        }
        if !is_nothing(&self.scholarship_percent) {
            let message = "This candidate is absent and has a scholarship. Take one of the two out.";
            faults.push(fault("scholarship_percent", "absent_with_scholarship", message));
        }
        faults
    }

    fn score(&self, faults: &mut Vec<ResultFault>) -> Option<ExamScore> {
        let marks = self.marks().map_err(|fault| faults.push(fault)).ok();
        let out_of = self.out_of().map_err(|fault| faults.push(fault)).ok();
        let rank = self.rank().map_err(|fault| faults.push(fault)).ok();
        let percent = self.percent().map_err(|fault| faults.push(fault)).ok();
        let (marks, out_of) = (marks?, out_of?);
        if marks > out_of {
            let message = "These are more marks than can be reached.";
            faults.push(fault("marks", "marks_out_of_range", message));
        }
        Some(ExamScore {
            marks,
            out_of,
            rank: rank?,
            scholarship_percent: percent?,
        })
    }

    fn marks(&self) -> Result<Hundredths, ResultFault> {
        let text = self.marks.as_str();
        if text.is_empty() {
            let message = "There are no marks. Write AB for a candidate who was absent.";
            return Err(fault("marks", "missing", message));
        }
        let below = text.strip_prefix(['-', '\u{2212}']);
        if below.is_some_and(|number| Hundredths::read(number).is_some()) {
            return Err(fault("marks", "marks_out_of_range", "Marks cannot be below 0."));
        }
        let message = "Write a number such as 87 or 87.5, or AB for a candidate who was absent.";
        Hundredths::read(text).ok_or(fault("marks", "invalid_marks", message))
    }

    fn out_of(&self) -> Result<Hundredths, ResultFault> {
        let text = self.out_of.as_str();
        if text.is_empty() {
            let message = "Write how many marks can be reached.";
            return Err(fault("out_of", "missing", message));
        }
        let message = "Write a number such as 100, at most 10000.";
        match Hundredths::read(text) {
            Some(out_of) if out_of.get() == 0 => {
                let message = "Nobody can reach any of 0 marks.";
                Err(fault("out_of", "out_of_zero", message))
            }
            Some(out_of) => Ok(out_of),
            None => Err(fault("out_of", "invalid_out_of", message)),
        }
    }

    fn rank(&self) -> Result<Option<u32>, ResultFault> {
        if self.rank.is_empty() {
            return Ok(None);
        }
        let all_digits = self.rank.bytes().all(|byte| byte.is_ascii_digit());
        let rank = self
            .rank
            .parse()
            .ok()
            .filter(|rank| (1..=LAST_RANK).contains(rank));
        let message = "Write a whole number from 1 on, or leave it empty.";
        let rank = rank.filter(|_| all_digits);
        rank.map(Some).ok_or(fault("rank", "invalid_rank", message))
    }

    fn percent(&self) -> Result<Option<Hundredths>, ResultFault> {
        let number = self.scholarship_percent.trim_end_matches('%').trim_end();
        if self.scholarship_percent.is_empty() {
            return Ok(None);
        }
        let message = "Write a number from 0 to 100, or leave it empty.";
        match Hundredths::read(number) {
            Some(percent) if percent.get() > 10_000 => {
                let message = "A scholarship is at most 100 percent.";
                Err(fault("scholarship_percent", "percent_above_100", message))
            }
            Some(percent) => Ok(Some(percent)),
            None => Err(fault("scholarship_percent", "invalid_percent", message)),
        }
    }
}

fn says_absent(text: &str) -> bool {
    ["ab", "abs", "absent"].contains(&text.to_lowercase().as_str())
}

#[cfg(test)]
mod tests;
