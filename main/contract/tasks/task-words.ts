import type { LapsedClaim } from './tasks.ts'

/** Why a claim ended by itself, in words. */
export const lapsedWords = ({ name, why }: LapsedClaim): string =>
  `Released: ${name} was ${why === 'closed' ? 'closed' : 'silent for too long'}`
