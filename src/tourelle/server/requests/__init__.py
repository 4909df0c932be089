"""What may be asked over HTTP, and how it is answered."""
