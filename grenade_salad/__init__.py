"""Three games around one screen: Grenade Salad, Live Grenade and Grenade, the wheel."""

import os

__version__ = "0.1.0"

# A player thinks on one core. For matrices as small as theirs, numpy's threads cost more than they bring, and numpy
# asks when it is imported.
for _threads in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")
