import type { HouseName } from '../../contract/fleet/houses.ts'

/** Most bytes that wait in one house for one other. */
export const boxBytes = 64 * 1024 * 1024

/** Where what `to` is told goes: each house's account has such a door to each other. */
export const outgoing = (to: HouseName): string => `out.${to}`
/** Where what `from` tells arrives, in the account of who is told. */
export const incoming = (from: HouseName): string => `in.${from}`
/** Where a house says that it is there. */
export const presenceOf = (house: HouseName): string => `here.${house}`
/** Where a Janus asks, in the account of its house, whether another has its key too. */
export const twinsOf = (house: HouseName): string => `twin.${house}`
/** What keeps it until it was saved, in the account of who is told. */
export const boxOf = (from: HouseName): string => `IN_${from}`
/** Who takes from such a box. */
export const taker = 'janus'
