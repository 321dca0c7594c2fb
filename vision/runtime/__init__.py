"""The runtime of networks: ONNX sessions, a second thread, what is loaded ahead, the C library's memory."""
