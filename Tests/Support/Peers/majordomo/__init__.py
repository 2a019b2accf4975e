"""Scenarios of majordomo_peer.py."""
