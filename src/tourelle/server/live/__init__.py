"""Tables in play: found, joined, listened to."""
