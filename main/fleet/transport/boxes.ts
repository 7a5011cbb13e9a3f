import type { MachineName } from '../../contract/fleet/machines.ts'

/** Bytes that may wait on one machine for one other. */
export const boxBytes = 64 * 1024 * 1024

/** Subject for messages to a machine; each account imports one per other machine. */
export const outgoing = (to: MachineName): string => `out.${to}`
/** Subject on which messages of a machine arrive, in the receiver's account. */
export const incoming = (from: MachineName): string => `in.${from}`
/** Subject on which a machine announces itself. */
export const presenceOf = (machine: MachineName): string => `here.${machine}`
/** Subject on which a Janus asks whether another one has the same key. */
export const twinsOf = (machine: MachineName): string => `twin.${machine}`
/** Stream that stores a machine's messages, in the receiver's account. */
export const boxOf = (from: MachineName): string => `IN_${from}`
export const taker = 'janus'
