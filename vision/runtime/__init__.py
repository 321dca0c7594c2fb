"""The runtime of networks: ONNX sessions, a second thread, the C library's memory."""
