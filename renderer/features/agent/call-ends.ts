import type { CallEnd, Card, Entry } from '../../../main/contract/model.ts'

/** How the calls of one turn ended, by call; an interrupt ends what is open. */
export function callEndsIn(entries: readonly Entry[]): ReadonlyMap<string, CallEnd> {
  const ends = new Map<string, CallEnd>()
  const open = new Set<string>()
  for (const { kind, call, end, isError, note } of entries) {
    if (kind === 'tool' && call !== null) open.add(call)
    if (kind === 'result' && call !== null) {
      // Rows of earlier versions do not tell more.
      ends.set(call, end ?? (isError ? 'failed' : 'done'))
      open.delete(call)
    }
    if (note?.kind === 'interrupted') for (const cut of open) ends.set(cut, 'stopped')
  }
  return ends
}

/** The calls without a result that wait for the person: each card's own input, else the first of its tool. */
export function waitingCalls(open: readonly Entry[], cards: readonly Card[]): ReadonlySet<string> {
  const found = cards.map((card) => {
    const same = open.filter((entry) => entry.tool === card.tool)
    return (same.find((entry) => entry.text === card.input) ?? same[0])?.call
  })
  return new Set(found.filter((call) => typeof call === 'string'))
}
