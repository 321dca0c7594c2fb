"""Legal plays: how right and how fast they are counted out, beside others."""
