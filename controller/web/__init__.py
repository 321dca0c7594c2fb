"""Serving of pages to browsers: an application in a thread, its gate and guard, streams, and the head of every page."""
