"""The commands about matches, a file each: `add_arguments` is its grammar, `run` what it does."""
