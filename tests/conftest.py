"""What all tests share: Hypothesis takes the time it needs, for a loaded machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile("pitwall", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitwall")
