"""Geometry: the map between board and picture, the lens, the pose of the camera."""
