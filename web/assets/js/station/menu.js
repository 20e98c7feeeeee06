// What is done at a table beside its rounds.

// menuItems are [{id, label, run, enabled}].
export function menuItems() { return []; }
