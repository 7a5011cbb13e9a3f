import type { MachineName } from '../../contract/fleet/machines.ts'

/** Most bytes that wait on one machine for one other. */
export const boxBytes = 64 * 1024 * 1024

/** Where what `to` is told goes: each machine's account has such a door to each other. */
export const outgoing = (to: MachineName): string => `out.${to}`
/** Where what `from` tells arrives, in the account of who is told. */
export const incoming = (from: MachineName): string => `in.${from}`
/** Where a machine says that it is there. */
export const presenceOf = (machine: MachineName): string => `here.${machine}`
/** Where a Janus asks, in the account of its machine, whether another has its key too. */
export const twinsOf = (machine: MachineName): string => `twin.${machine}`
/** What keeps it until it was saved, in the account of who is told. */
export const boxOf = (from: MachineName): string => `IN_${from}`
/** Who takes from such a box. */
export const taker = 'janus'
