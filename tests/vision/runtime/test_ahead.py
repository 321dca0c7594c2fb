"""What takes long the first time is begun before all else that reads."""

from __future__ import annotations

import subprocess
import sys

from tests.paths import ROOT

ASKING = """
import sys, threading
from vision.runtime.ahead import load_ahead
print(sorted({"cv2", "rich", "onnxruntime", "vision.reading"} & {*sys.modules}))
load_ahead()
load_ahead()
threads = [thread for thread in threading.enumerate() if thread.name.startswith("ahead")]
print(len(threads))
for thread in threads:
    thread.join()
from vision.runtime import onnx_file
models = [*onnx_file.MODELS.glob("*.onnx")]
print(onnx_file._loaded.cache_info().currsize == len(models) > 0)
begun = onnx_file._loaded.cache_info().misses
for model in models:
    onnx_file.loaded(model)
print(onnx_file._loaded.cache_info().misses - begun)
"""


def test_all_networks_are_loaded_by_one_other_thread_with_nothing_imported_before() -> None:
    asked = [sys.executable, "-c", ASKING]
    done = subprocess.run(asked, check=True, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout.split("\n")[:4] == ["[]", "1", "True", "0"]


LOOKING = """
import time
from concurrent.futures import thread
from vision.runtime.ahead import load_ahead
load_ahead()
import cv2, numpy
for worker in [*thread._threads_queues]:
    worker.join()
begun = time.process_time()
cv2.cvtColor(numpy.zeros((1, 1, 3), numpy.uint8), cv2.COLOR_BGR2LAB)
print(time.process_time() - begun)
"""


def test_the_first_conversion_to_lab_waits_for_no_table() -> None:
    asked = [sys.executable, "-c", LOOKING]
    done = subprocess.run(asked, check=True, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert float(done.stdout) < 0.02
