// Opening a table.

// renderOpening shows, in root, where a table is opened.
export function renderOpening(root) { root.replaceChildren(); }
