"""Prints month.txt: what a month costs."""

from costs import rows

print(*rows(), sep="\n")
