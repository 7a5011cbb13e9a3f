import type { Gathering, Heard, PieceCall, Utterance, UtteranceSent } from '../../contract/gatherings.ts'
import type { AgentId, TurnId } from '../../contract/model.ts'
import type { Outcome } from '../events.ts'
import { accept } from '../mail/mailbox.ts'
import { isSilent } from '../mail/tickets.ts'
import type { Turn } from '../state.ts'
import type { Step } from '../step.ts'
import { cutBytes, firstLine } from '../text.ts'
import { isSealed, membersOf, mustSit, seatOf } from './circle.ts'
import { harvested } from './harvest.ts'
import { passOf } from './passing.ts'
import { moveOn } from './piece.ts'

/** Most bytes of one utterance; the rest is in its speaker's own tab. */
export const utteranceBytes = 60 * 1024
/** So short, in characters, words that only pass are a pass and not a speech. */
export const passLength = 40

/** What the tab list shows of words under seal. */
export const underSeal = 'Spoke under seal'

/** What a row says of its place: the rest of it is filled in. */
type NewRow = Pick<Utterance, 'kind' | 'text'> & Partial<Utterance>

/** Writes a row of a gathering, and gives the gathering with it. */
export function addRow(step: Step, g: Gathering, row: NewRow): { g: Gathering; row: Utterance } {
  const n = g.rows + 1
  const made: Utterance = {
    id: step.ids.next('utt'),
    gathering: g.id,
    n,
    number: null,
    name: 'Janus',
    agent: null,
    phase: g.phase,
    round: g.round,
    beat: 0,
    beats: g.beatsPerTurn,
    grant: null,
    turn: null,
    turnNumber: null,
    at: step.now,
    ms: 0,
    costUsd: 0,
    tools: 0,
    cut: false,
    sealed: false,
    sent: [],
    ...row,
  }
  step.utterance(made)
  return { g: step.gathering({ ...g, rows: n }), row: made }
}

/** Tells a member something, ahead of its next prompt in the circle. */
export function tell(step: Step, { id, depth }: Gathering, to: AgentId, body: string): void {
  accept(step, {
    from: { kind: 'system' },
    fromName: 'Janus',
    to,
    body,
    priority: 'low',
    causes: [],
    depth,
    spoken: { gathering: id, utterance: null, number: null },
  })
}

/** Tells every member, or all but the one in the seat `but`. */
export function tellAll(step: Step, g: Gathering, body: string, but: number | null = null): void {
  for (const { agent, number } of membersOf(g))
    if (number !== but && step.find(agent)) tell(step, g, agent, body)
}

/** A model turn of a gathering has begun. */
export function took(step: Step, call: PieceCall): void {
  const g = step.gatherings.get(call.gathering)
  if (g) step.gathering({ ...g, turns: g.turns + 1 })
}

/** A prompt of a gathering was dropped unread: as if its turn had ended without a word. */
export function unread(step: Step, call: PieceCall): void {
  const g = step.gatherings.get(call.gathering)
  if (!g) return
  if (call.kind === 'harvest') return harvested(step, g, null)
  if (isCurrent(g, call) && (call.kind === 'final' || g.piece?.ending)) moveOn(step, g, null)
}

/** A turn that a gathering began has ended for good; `outcome` is null where its process died over it. */
export function answered(step: Step, turn: Turn, outcome: Outcome | null): void {
  const call = turn.piece
  const found = call && step.gatherings.get(call.gathering)
  if (!call || !found || found.stage === 'closed') return
  const g = step.gathering({ ...found, costUsd: found.costUsd + turn.costUsd })
  const completed = outcome?.kind === 'completed'
  // What was cut short by the circle itself counts as far as it was completed.
  const isCutShort = isCurrent(g, call) && isEnding(g)
  const cut = !completed && (isCutShort || call.kind === 'harvest')
  const text = completed ? outcome.text : cut ? turn.text : ''
  if (call.kind === 'harvest') return harvested(step, g, text)
  const spoken: Words = { ...wordsOf(step, turn, text), cut }
  if (!isCurrent(g, call)) return comment(step, g, call, spoken)
  hear(step, g, call, spoken, text)
}

/** Its holder was told to end. */
function isEnding({ piece }: Gathering): boolean {
  return piece !== null && piece.ending !== null
}

function isCurrent({ stage, piece }: Gathering, { grant }: PieceCall): boolean {
  return stage === 'running' && piece?.id === grant
}

/** Words on their way into the circle. */
export interface Words {
  readonly text: string
  /** Null for the person. */
  readonly agent: AgentId | null
  readonly turn: TurnId | null
  readonly turnNumber: number | null
  readonly ms: number
  readonly costUsd: number
  readonly tools: number
  readonly cut: boolean
}

function wordsOf(
  step: Step,
  { id, n, agent, startedAt, costUsd, tools }: Turn,
  text: string,
): Omit<Words, 'cut'> {
  const { text: head, rest } = cutBytes(text.trim(), utteranceBytes)
  const words = rest > 0 ? `${head}\n\n(${rest} more characters stand in its own tab)` : head
  const ms = step.now - startedAt
  return { text: words, agent, turn: id, turnNumber: n, ms, costUsd, tools }
}

/** The holder has answered: its words go out, and if it passed (the end of the `whole` says so), or its time is up, the piece moves on. */
function hear(step: Step, g: Gathering, call: PieceCall, words: Words, whole: string): void {
  const { piece } = g
  if (!piece) return
  const silent = isSilent(words.text)
  const byPhrase = words.cut ? null : passOf(whole, g.seats)
  const pass = piece.passing ?? (silent ? { to: null } : byPhrase)
  const after = utter(step, g, { ...words, beat: call.beat, passes: byPhrase !== null, silent })
  // The host may have added a beat meanwhile.
  const isLast = call.kind === 'final' && call.beat >= piece.beats
  const over = pass !== null || piece.ending !== null || isLast
  if (over) moveOn(step, after, pass?.to ?? null)
}

/** Words of the holder become a row, go to the others or under seal, and are remembered for the harvest. */
export function utter(
  step: Step,
  g: Gathering,
  said: Words & { readonly beat: number; readonly passes: boolean; readonly silent: boolean },
): Gathering {
  const { piece } = g
  if (!piece || (said.text === '' && !said.silent && !said.passes)) return g
  const seat = mustSit(g, piece.number)
  const brief = said.text === '' || (said.passes && piece.said === 0 && [...said.text].length <= passLength)
  const kind = said.silent ? 'silent' : brief ? 'passed' : 'said'
  const isWordless = said.silent || said.text === ''
  // A pass without words after something was said needs no row.
  if (said.text === '' && !said.silent && piece.said > 0) return g
  const sealed = isSealed(g) && !isWordless
  const { turn, turnNumber, ms, costUsd, cut, beat, tools } = said
  const made = addRow(step, g, {
    kind,
    text: said.silent ? '' : said.text,
    number: seat.number,
    name: seat.name,
    agent: seat.agent,
    turn,
    turnNumber,
    ms,
    costUsd,
    cut,
    beat,
    tools,
    beats: piece.beats,
    grant: piece.id,
    sealed,
  })
  const at = remember({ ...made.g, piece: { ...piece, said: piece.said + 1 } }, kind, made.row)
  if (isWordless) tellAll(step, at, `${seat.name} (${seat.number}) ${silence(kind)}.`, seat.number)
  if (sealed) return step.gathering({ ...at, shut: [...at.shut, made.row] })
  if (!isWordless) deliver(step, at, made.row)
  return step.gathering(at)
}

const silence = (kind: 'said' | 'passed' | 'silent'): string =>
  kind === 'silent' ? 'keeps silence' : 'passes'

/** What the harvest can rest on. */
function remember(
  g: Gathering,
  kind: Heard['kind'],
  { id, number, name, phase, round, text, sealed }: Utterance,
): Gathering {
  if (number === null) return g
  const first = [...text.replace(/\s+/g, ' ')].slice(0, 80).join('')
  return { ...g, heard: [...g.heard, { id, kind, number, name, phase, round, first, sealed }] }
}

/** The person speaks out of turn, to all, whatever is sealed. */
export function hostSays(step: Step, g: Gathering, name: string, text: string): Gathering {
  const { text: words } = cutBytes(text, utteranceBytes)
  const made = addRow(step, g, { kind: 'host', name, text: words })
  deliver(step, made.g, made.row)
  return made.g
}

/** Gives a row's words to every member but its speaker, and keeps to whom. */
function deliver(step: Step, g: Gathering, row: Utterance): void {
  const sent = membersOf(g).flatMap(({ agent, number }): UtteranceSent[] => {
    if (agent === row.agent || !step.find(agent)) return []
    const from =
      row.agent === null
        ? ({ kind: 'human', via: 'window' } as const)
        : ({ kind: 'agent', id: row.agent } as const)
    const message = accept(step, {
      from,
      fromName: row.name,
      to: agent,
      body: row.text,
      priority: 'low',
      causes: [],
      depth: g.depth,
      spoken: { gathering: g.id, utterance: row.id, number: row.number },
    })
    return [{ number, to: agent, message: message.id }]
  })
  step.utterance({ ...row, sealed: false, sent })
}

/** All have spoken, or the host wants it: the words of the round go to everybody, in the order in which they came. */
export function openSealed(step: Step, g: Gathering): Gathering {
  if (g.shut.length === 0) return g
  const made = addRow(step, g, { kind: 'opened', text: `${g.shut.length}` })
  for (const row of g.shut) deliver(step, made.g, row)
  for (const row of [...g.shut].reverse()) show(step, row)
  const heard = made.g.heard.map((one) => ({ ...one, sealed: false }))
  return step.gathering({ ...made.g, shut: [], heard })
}

/** The tab list shows a speaker's newest words, now that they are open. */
function show(step: Step, { agent, text }: Utterance): void {
  if (agent !== null && step.find(agent)?.agent.lastLine === underSeal)
    step.agent(agent, { lastLine: firstLine(text, 120) })
}

/** An answer to a grant that is not the present one any more: kept, and nothing moves. */
function comment(step: Step, g: Gathering, call: PieceCall, words: Words): void {
  const speaker = words.agent === null ? undefined : seatOf(g, words.agent)
  if (!speaker || words.text === '' || isSilent(words.text)) return
  const { text, agent, turn, turnNumber, ms, costUsd, tools } = words
  addRow(step, g, {
    kind: 'comment',
    text,
    number: speaker.number,
    name: speaker.name,
    agent,
    turn,
    turnNumber,
    ms,
    costUsd,
    tools,
    beat: call.beat,
    grant: call.grant,
  })
}
