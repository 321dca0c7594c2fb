"""How simulated boards and sets look: colours, materials, themes by name."""
