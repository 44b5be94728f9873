"""The evidence lane: what detectors took in and said, recorded, and judged again. Pure."""
