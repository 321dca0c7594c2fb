"""The commands about table, rules and program, a file each: `add_arguments` is its grammar, `run` what it does."""
