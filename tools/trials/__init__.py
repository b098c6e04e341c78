"""What `make trust` tries out: the runner's parts, and in checks/ a module for each promise."""
