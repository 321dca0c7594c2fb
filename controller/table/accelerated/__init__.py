"""The accelerated table: simulated people on a clock that is charged for computing."""
