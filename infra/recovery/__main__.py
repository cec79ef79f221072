"""The work of `make backup` and `make restore`; infra/make has the scripts that call it.

usage: recovery backup <stack> <release> <to> <at> <owner> | recovery look|restore <stack> <from> <keep> <tables> | recovery missing <stack> <file>
"""

import sys

from items import Failure


def main(command, *arguments):
    if command == "backup":
        from backup import backup

        backup(*arguments)
    elif command == "missing":
        from missing import missing

        missing(*arguments)
    else:
        from restore import restore

        stack, address, keep, only = arguments
        restore(stack, address, bool(keep), only, look_only=command == "look")


try:
    main(*sys.argv[1:])
except Failure as failure:
    sys.exit(str(failure))
except KeyboardInterrupt:
    sys.exit(130)
