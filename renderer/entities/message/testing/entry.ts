import type { Entry } from '../../../../main/contract/model.ts'
import { peer } from './pending.ts'

/** A row of agent a's transcript: words of its own in its first turn, with changes. */
export function row(n: number, more: Partial<Entry> = {}): Entry {
  return {
    agent: 'agt-a',
    n,
    turn: 'trn-1',
    kind: 'text',
    author: peer('a'),
    authorName: 'a',
    text: `row ${n}`,
    tool: null,
    call: null,
    isError: false,
    message: null,
    at: n,
    ...more,
  }
}

/** A row with a peer's words. */
export const letter = (n: number, from: string, more: Partial<Entry> = {}): Entry =>
  row(n, { kind: 'peer', author: peer(from), authorName: from, message: `msg-${n}`, ...more })
