"""What runs networks and work beside reading: ONNX sessions, a second thread, the C library's memory."""
