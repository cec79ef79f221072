"""Metric math, as far as our alarms use it, over the points of one alarm.

https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html says what the functions do. A series is
a list with a number for each point, or None where there is none. Where AWS does not say what comes out, both ways can be tried
(`Unsaid`), and no alarm of ours may hang on it.
"""

import dataclasses
import re

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(\w+)|(>=|<=|==|!=|[-+*/(),<>\[\]]))")
COMPARED = {">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b,
            "==": lambda a, b: a == b, "!=": lambda a, b: a != b}
CALCULATED = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b if b else None}


@dataclasses.dataclass(frozen=True)
class Unsaid:
    """FILL of a metric without any sample gives the value, or nothing; a comparison takes what is missing for 0, or is missing."""

    fills_what_was_never_sent: bool = True
    compares_missing_as_zero: bool = True


class Expression:
    """One expression: `of` calculates it from the series by their ids."""

    def __init__(self, text):
        self.tokens = [next(filter(None, found)) for found in TOKEN.findall(text)]
        assert "".join(self.tokens) == re.sub(r"\s", "", text), text

    def of(self, series, hours, unsaid=Unsaid(), quotas=None):
        """`hours` are those at which the points begin, in UTC, and `quotas` those of the metrics by their ids."""
        self.series, self.hours, self.unsaid, self.quotas, self.place = series, hours, unsaid, quotas, 0
        found = self.either()
        assert self.place == len(self.tokens), self.tokens[self.place:]
        return found if isinstance(found, list) else [found] * len(self.hours)

    # ---- The grammar --------------------------------------------------------------------------------------------

    def next(self, *wanted):
        if self.place < len(self.tokens) and (not wanted or self.tokens[self.place] in wanted):
            self.place += 1
            return self.tokens[self.place - 1]
        return None

    def expect(self, token):
        assert self.next(token), (token, self.tokens[self.place:])

    def either(self):
        found = self.both()
        while self.next("OR"):
            found = self.each(lambda a, b: float(bool(a) or bool(b)), found, self.both(), self.compared_as)
        return found

    def both(self):
        found = self.comparison()
        while self.next("AND"):
            found = self.each(lambda a, b: float(bool(a) and bool(b)), found, self.comparison(), self.compared_as)
        return found

    def comparison(self):
        found = self.sum()
        while how := self.next(*COMPARED):
            found = self.each(lambda a, b, how=how: float(COMPARED[how](a, b)), found, self.sum(), self.compared_as)
        return found

    def sum(self):
        found = self.product()
        while how := self.next("+", "-"):
            found = self.each(CALCULATED[how], found, self.product(), lambda one: one)
        return found

    def product(self):
        found = self.value()
        while how := self.next("*", "/"):
            found = self.each(CALCULATED[how], found, self.value(), lambda one: one)
        return found

    def value(self):
        token = self.next()
        if token == "(":
            found = self.either()
            self.expect(")")
        elif token == "[":
            found = tuple(self.list("]"))
        elif token[0].isdigit():
            found = float(token)
        elif self.next("("):
            found = getattr(self, f"call_{token.lower()}")(*self.list(")"))
        else:
            found = self.series[token]
            self.named = token
        return found

    def list(self, end):
        found = []
        while not self.next(end):
            found.append(self.either())
            self.next(",")
        return found

    # ---- Points -------------------------------------------------------------------------------------------------

    def compared_as(self, value):
        return 0 if value is None and self.unsaid.compares_missing_as_zero else value

    def points(self, value):
        return value if isinstance(value, list) else [value] * len(self.hours)

    def each(self, how, left, right, missing):
        pairs = zip(map(missing, self.points(left)), map(missing, self.points(right)))
        return [None if a is None or b is None else how(a, b) for a, b in pairs]

    # ---- The functions ------------------------------------------------------------------------------------------

    def call_if(self, condition, yes, no):
        """A point whose condition is missing is missing."""
        chosen = zip(self.points(condition), self.points(yes), self.points(no))
        return [None if condition is None else yes if condition else no for condition, yes, no in chosen]

    def call_metrics(self):
        return tuple(self.series.values())

    def call_sum(self, them):
        """Of several series at each point, leaving out what is missing."""
        return [sum(values) if values else None for values in (
            [value for value in point if value is not None] for point in zip(*them))]

    def call_fill(self, what, value):
        if isinstance(what, tuple):
            return tuple(self.call_fill(one, value) for one in what)
        if getattr(what, "never_sent", False) and not self.unsaid.fills_what_was_never_sent:
            return what
        return [value if one is None else one for one in what]

    def call_hour(self, _):
        """Of each point's beginning, in UTC, whether it has a value or not."""
        return list(self.hours)

    def call_service_quota(self, _):
        return [self.quotas[self.named]] * len(self.hours)


class Sent(list):
    """A series, which knows whether its metric was ever sent."""

    never_sent = False
