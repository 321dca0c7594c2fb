"""The precision in which networks learn: sixteen bits where the processor is quick at it, else 32."""

from __future__ import annotations

import torch


def quick_bits() -> torch.autocast:
    """Return a context in which networks calculate in bfloat16 if the processor has AVX-512.

    There that takes half the time. Without AVX-512 PyTorch imitates it, which takes many times as long as float32. So a
    recipe gives other weights on such a processor; its figures are checked all the same.
    """
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.backends.cpu.get_cpu_capability() == "AVX512")
