// Correcting a round that was settled.

// callSupervisor corrects a settled round of the table.
export function callSupervisor() {}
