"""Simulated devices and hostile wires that the firmware and the bridge are tested with."""
