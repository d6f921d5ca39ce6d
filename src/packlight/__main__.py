"""`python -m packlight` is the command line."""

import sys

from packlight.cli import main

sys.exit(main())
