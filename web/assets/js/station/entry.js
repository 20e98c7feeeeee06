// Signing in at the terminal.

// renderEntry shows, in root, where a dealer signs in.
export function renderEntry(root) { root.replaceChildren(); }
