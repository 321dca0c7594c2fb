"""The precision in which networks learn: sixteen bits where the device is quick at it, else 32."""

from __future__ import annotations

import torch


def quick_bits(device: torch.device | None = None) -> torch.autocast:
    """Return a context in which networks calculate in bfloat16 on a GPU, or if the processor has AVX-512.

    There that takes half the time. Without AVX-512 PyTorch imitates it, which takes many times as long as float32. So a
    recipe gives other weights on such a processor; its figures are checked all the same.
    """
    kind = "cpu" if device is None else device.type
    quick = kind != "cpu" or torch.backends.cpu.get_cpu_capability() == "AVX512"
    return torch.autocast(kind, torch.bfloat16, enabled=quick)
