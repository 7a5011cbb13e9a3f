/** Names that the tests of this worker gave to agents: those of closed tabs stand in no list. */
export const madeNames = new Set<string>()
