import type { Card, Entry } from '../../../main/contract/model.ts'

/** How a tool call ended. `denied` and `stopped` are the person's doing, and no failure. */
export type CallEnd = 'done' | 'failed' | 'denied' | 'stopped'

/** The words with which Janus refuses in the person's name, where they gave none of their own. */
const refusal = /^The person said no to this\b/
const interruptedResult =
  /\[Request interrupted by user|doesn't want to (?:proceed with this tool use|take this action)/

/**
 * How the calls of one turn ended, by call. A denial with the person's own words is told by the remark before
 * its result; a call that an interrupt cut has a result that says so, an error as the last row, or none.
 */
export function callEndsIn(entries: readonly Entry[]): ReadonlyMap<string, CallEnd> {
  const ends = new Map<string, CallEnd>()
  const open = new Map<string, Entry>()
  let denied: string[] = []
  let last: string | null = null
  for (const entry of entries) {
    if (entry.kind === 'tool' && entry.call !== null) open.set(entry.call, entry)
    if (entry.kind === 'result' && entry.call !== null) {
      const tool = open.get(entry.call)?.tool ?? ''
      const end = endOf(entry, denied.includes(tool))
      if (end === 'denied') denied = denied.filter((one) => one !== tool)
      ends.set(entry.call, end)
      open.delete(entry.call)
    }
    if (entry.kind === 'note') {
      if (entry.note?.kind === 'denied') denied.push(entry.note.tool)
      if (entry.note?.kind === 'interrupted') stop(ends, open.keys(), last)
    }
    last = entry.kind === 'result' ? entry.call : null
  }
  return ends
}

function endOf(result: Entry, isDenied: boolean): CallEnd {
  if (!result.isError) return 'done'
  if (isDenied || refusal.test(result.text)) return 'denied'
  return interruptedResult.test(result.text) ? 'stopped' : 'failed'
}

/** An interrupt ends what is open, and what ended with an error right before it. */
function stop(ends: Map<string, CallEnd>, open: Iterable<string>, last: string | null) {
  for (const call of open) ends.set(call, 'stopped')
  if (last !== null && ends.get(last) === 'failed') ends.set(last, 'stopped')
}

/** The calls without a result that wait for the person: each card's own input, else the first of its tool. */
export function waitingCalls(open: readonly Entry[], cards: readonly Card[]): ReadonlySet<string> {
  const found = cards.map((card) => {
    const same = open.filter((entry) => entry.tool === card.tool)
    return (same.find((entry) => entry.text === card.input) ?? same[0])?.call
  })
  return new Set(found.filter((call) => typeof call === 'string'))
}
