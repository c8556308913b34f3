"""Tests of the port."""
