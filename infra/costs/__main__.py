"""Prints the table of docs/operations.md: what a month costs."""

from costs import rows

print(*rows(), sep="\n")
