"""Prints days.txt: which alarm goes off on which day, and after how many minutes."""

from alarms import alarms
from outcomes import outcomes, rows
from scenario import PARAMETERS
from scenarios import SCENARIOS

known = alarms(PARAMETERS)
print(*rows({what: outcomes(make, known) for what, make in SCENARIOS.items()}), sep="\n")
