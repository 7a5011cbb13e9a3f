import type { ListenerView } from '../../../main/contract/gathering-views.ts'

/** How far an utterance has come at a listener, as a sign. */
export type Taken = 'ring' | 'half' | 'disc' | 'x'

/** The signs in words. */
export const takenWords: Readonly<Record<Taken, string>> = {
  ring: 'waits for the next prompt',
  half: 'in the input',
  disc: 'read',
  x: 'not read',
}

/** How far it has come at one listener. */
export function takenIn({ state, inInput }: Pick<ListenerView, 'state' | 'inInput'>): Taken {
  switch (state) {
    case 'read':
    case 'answered':
      return 'disc'
    case 'written':
      return 'half'
    case 'queued':
    case 'held':
      return inInput ? 'half' : 'ring'
    default:
      return 'x'
  }
}

/** How many have come how far. */
export function countsOf(
  sent: readonly Pick<ListenerView, 'state' | 'inInput'>[],
): Readonly<Record<Taken, number>> {
  const counts = { ring: 0, half: 0, disc: 0, x: 0 }
  for (const one of sent) counts[takenIn(one)] += 1
  return counts
}
