use super::*;

/// `marks|out of|rank|scholarship|absent|remark`.
fn fields(line: &str) -> ResultFields {
    let cells: Vec<String> = line.split('|').map(str::to_owned).collect();
    let cell = |at: usize| cells.get(at).cloned().unwrap_or_default();
    ResultFields {
        marks: cell(0),
        out_of: cell(1),
        rank: cell(2),
        scholarship_percent: cell(3),
        absent: cell(4),
        remark: cell(5),
    }
}

fn faults(line: &str) -> Vec<(&'static str, &'static str)> {
    let found = fields(line).parse().unwrap_err();
    found.iter().map(|fault| (fault.field, fault.code)).collect()
}

#[test]
fn marks_rank_and_scholarship_are_read_as_people_write_them() {
    let result = fields("87.5|100|3|50%||Well done").parse().unwrap();
    assert_eq!(result.remark, "Well done");
    let score = result.score().unwrap();
    assert_eq!(
        [score.marks, score.out_of, score.scholarship_percent.unwrap()].map(Hundredths::get),
        [8_750, 10_000, 5_000]
    );
    assert_eq!(score.rank, Some(3));
    let bare = fields("0|100").parse().unwrap();
    let score = bare.score().unwrap();
    assert_eq!(
        (score.marks.get(), score.rank, score.scholarship_percent),
        (0, None, None)
    );
    assert!(fields("100|100|1|100|no").parse().is_ok());
}

#[test]
fn who_was_absent_may_be_written_in_the_marks_or_beside_them() {
    for line in [
        "AB|100",
        "ab",
        "Absent|100|||",
        "ABS",
        "||||yes",
        "||||Y",
        "|100||0%|TRUE",
        "AB|100|||x",
    ] {
        let result = fields(line).parse().unwrap();
        assert_eq!(result.outcome, ExamOutcome::Absent, "{line}");
    }
}

#[test]
fn each_mistake_is_named_by_its_field() {
    for (line, expected) in [
        ("", vec![("marks", "missing"), ("out_of", "missing")]),
        ("eighty|100", vec![("marks", "invalid_marks")]),
        ("8,5|100", vec![("marks", "invalid_marks")]),
        ("101|100", vec![("marks", "marks_out_of_range")]),
        ("100.01|100", vec![("marks", "marks_out_of_range")]),
        ("-1|100", vec![("marks", "marks_out_of_range")]),
        ("0|0", vec![("out_of", "out_of_zero")]),
        ("1|many", vec![("out_of", "invalid_out_of")]),
        ("1|100|0", vec![("rank", "invalid_rank")]),
        ("1|100|+1", vec![("rank", "invalid_rank")]),
        ("1|100|1.5", vec![("rank", "invalid_rank")]),
        (
            "1|100|1|100.5",
            vec![("scholarship_percent", "percent_above_100")],
        ),
        ("1|100|1|-5", vec![("scholarship_percent", "invalid_percent")]),
        ("1|100|1|%", vec![("scholarship_percent", "invalid_percent")]),
        ("1|100|||maybe", vec![("absent", "invalid_absent")]),
        ("AB|100|||no", vec![("absent", "absent_or_not")]),
        ("50|100|||yes", vec![("marks", "absent_with_marks")]),
        ("0|100|||yes", vec![("marks", "absent_with_marks")]),
        (
            "AB||4|10",
            vec![
                ("rank", "absent_with_rank"),
                ("scholarship_percent", "absent_with_scholarship"),
            ],
        ),
        (
            "x|0|y|z",
            vec![
                ("marks", "invalid_marks"),
                ("out_of", "out_of_zero"),
                ("rank", "invalid_rank"),
                ("scholarship_percent", "invalid_percent"),
            ],
        ),
        ("1|100||||a\u{0}b", vec![("remark", "invalid_remark")]),
    ] {
        assert_eq!(faults(line), expected, "{line}");
    }
    assert_eq!(
        faults(&format!("1|100||||{}", "x".repeat(LONGEST_REMARK + 1))),
        [("remark", "invalid_remark")]
    );
}
