"""A bot that plays over the network, like anybody else."""
