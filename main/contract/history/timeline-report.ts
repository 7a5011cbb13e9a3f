import type { Audience } from '../api/audience.ts'
import type { Actor } from '../api/model.ts'
import type { MomentFact } from './moments.ts'
import type { TimelineRow } from './timeline.ts'
import { costOf, fateWords, whatWords, whyWords } from './timeline-words.ts'

export type TimelineReport = ReturnType<typeof timelineReport>

/** A row of the timeline for callers of the HTTP API: names, words, times in ISO 8601 UTC, and where it is. */
export function timelineReport(row: TimelineRow, audience: Audience) {
  const { n, at, from, to, text, sealed, fact, message, turns, tokens } = row
  return {
    n,
    at: iso(at),
    kind: fact.kind,
    from: from === null ? null : nameOf(from),
    /** The same, with the person by their name, as the window has it. */
    fromName: from === null ? null : from.name,
    what: whatWords(row),
    to: to.map(nameOf),
    toNames: to.map(({ name }) => name),
    text,
    sealed,
    why: whyWords(row, audience),
    state: message?.state ?? null,
    became: fateWords(row, audience),
    costUsd: costOf(row),
    tokens,
    turns: turns.map(({ agent, n: turn, costUsd, tokens: of }) => ({ agent, turn, costUsd, tokens: of })),
    place: placeOf(row),
    fact: factReport(fact),
  }
}

/** The fact with its times in ISO 8601. */
function factReport(fact: MomentFact) {
  if (fact.kind === 'timer') return { ...fact, dueAt: iso(fact.dueAt) }
  if (!('closing' in fact)) return fact
  return { ...fact, closing: { ...fact.closing, at: iso(fact.closing.at) } }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Where it can be read: a row of an agent's transcript, of a link or a gathering, a message and its thread, a timer. */
function placeOf({ row, fact, message }: TimelineRow) {
  return {
    agent: row?.agent ?? null,
    entry: row?.n ?? null,
    link: 'link' in fact ? fact.link : null,
    gathering: 'gathering' in fact ? fact.gathering : null,
    n: 'n' in fact ? fact.n : null,
    message: fact.kind === 'message' ? fact.message : null,
    thread: message?.thread ?? null,
    heartbeat: fact.kind === 'timer' ? fact.heartbeat : null,
  }
}

const nameOf = ({ by, name }: Actor): string => (by.kind === 'human' ? 'human' : name)
