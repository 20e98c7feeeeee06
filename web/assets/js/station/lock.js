// The lock of a terminal nobody has touched for a while.

// renderLock shows, in root, where the PIN opens the terminal again.
export function renderLock(root) { root.replaceChildren(); }
