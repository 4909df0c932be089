"""What stands between the network and the app: bounded, and open to known names only."""
