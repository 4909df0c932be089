"""What the server says: tables as one listener may see them, in words of their language."""
