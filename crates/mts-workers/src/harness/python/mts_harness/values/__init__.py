"""Converts values between the neutral form of the protocol and Python."""
