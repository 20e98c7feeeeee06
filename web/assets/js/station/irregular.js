// What goes wrong at a table, and what is ruled.

// wizard asks what went wrong and does what is ruled.
export function wizard() {}
