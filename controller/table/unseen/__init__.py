"""Simulated tables without pictures: the referee is told what lies on the table."""
