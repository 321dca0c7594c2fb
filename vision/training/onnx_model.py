"""Writes networks as ONNX, as the reader loads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from torch import nn


def write_onnx(
    net: nn.Module, example: torch.Tensor, path: Path, names: tuple[str, str], free: Mapping[int, str]
) -> None:
    """Write a net as ONNX, opset 17.

    Args:
        net: from one tensor to one; its normalisations and dropouts are no longer those of training afterwards.
        example: such a tensor.
        path: the file.
        names: of what the net is given and of what it returns.
        free: the axes of both that may have any length, with their names.
    """
    net.eval()
    torch.onnx.export(
        net,
        (example,),
        str(path),
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes={name: dict(free) for name in names},
        opset_version=17,
        dynamo=False,
    )
