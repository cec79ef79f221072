"""The loss of everything that the tables held, and its restore with the code of `make restore`, from tables as they were at a moment."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "recovery"))

from aws import TABLES  # noqa: E402
from items import batches, scanned  # noqa: E402
from restore import Tables, bring_back  # noqa: E402


class Loss:
    """The tables of the stack, and how they were."""

    def __init__(self, emulator, stack):
        self.client = emulator.client("dynamodb")
        self.tables = {name: stack.physical(name) for name in TABLES}
        self.before = {name: f"restored-{name}" for name in TABLES}
        for name, table in self.tables.items():
            self.client.restore_table_to_point_in_time(
                SourceTableName=table, TargetTableName=self.before[name], UseLatestRestorableTime=True)

    def lose(self):
        """Every item of every table that is backed up."""
        for table in self.tables.values():
            for batch in batches(list(scanned(self.client, table))):
                keys = [{"DeleteRequest": {"Key": {"pk": item["pk"], "sk": item["sk"]}}} for item in batch]
                self.client.batch_write_item(RequestItems={table: keys})

    def restore(self):
        """Fails unless every item is there again."""
        for name, table in self.tables.items():
            bring_back(self.client, Tables(self.client, self.before), name, table, keep=False)

    def end(self):
        """Removes the tables as they were."""
        for table in self.before.values():
            self.client.delete_table(TableName=table)
