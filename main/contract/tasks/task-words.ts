import type { LapsedClaim } from './tasks.ts'

export const lapsedWords = ({ name, why }: LapsedClaim): string =>
  `Released: ${name} was ${why === 'closed' ? 'closed' : 'silent for too long'}`
