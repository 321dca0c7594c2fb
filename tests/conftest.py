"""How property tests are tried where nobody waits for them: `make explore`."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Hypothesis's own profile "ci" is what `make test` uses: the same examples each time. This one differs in that alone.
settings.register_profile(
    "explore",
    deadline=None,  # a busy machine is no mistake
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
