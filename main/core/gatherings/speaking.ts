import { type Gathering, type SpeakingTurn, isSealed } from '../../contract/gatherings/gatherings.ts'
import type {
  Spoken,
  UtterancePreview,
  Utterance,
  UtteranceSent,
} from '../../contract/gatherings/utterances.ts'
import { accept } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { membersOf, mustSit } from './seats.ts'
import { isReachable } from '../step/mail-for.ts'
import { addRow } from './append-log.ts'
import { asBallot, withAnswer } from './decisions.ts'
import { tellAll } from './notify-members.ts'

/** Shown in the tab list in place of sealed text. */
const underSeal = 'Hidden until everyone has spoken in this round'

export type SpokenWords = Pick<
  Utterance,
  'text' | 'agent' | 'turn' | 'turnNumber' | 'ms' | 'costUsd' | 'tools' | 'cut'
>

type Marks = Pick<Spoken, 'isCited' | 'earlier'>

/** The holder's text: a speech, a pass, or (empty) silence. */
export interface TurnWords extends SpokenWords {
  readonly beat: number
  readonly as: 'speech' | 'pass' | 'silence'
}

export function utter(step: Step, g: Gathering, words: TurnWords): Gathering {
  const { piece } = g
  const { as, ...said } = g.phase === 'decision' && piece?.said === 0 ? asBallot(words) : words
  const kind = piece && kindOf(piece, said.text, as)
  if (!piece || !kind) return g
  const seat = mustSit(g, piece.number)
  const text = kind === 'silent' ? '' : said.text
  const isWordless = text === ''
  const sealed = isSealed(g) && !isWordless
  const made = addRow(step, g, {
    ...said,
    kind,
    text,
    number: seat.number,
    name: seat.name,
    agent: seat.agent,
    beats: piece.beats,
    pieceTurnId: piece.id,
    sealed,
  })
  const now = withAnswer({ ...made.g, piece: { ...piece, said: piece.said + 1 } }, made.row)
  const at = remembering(now, kind, made.row)
  const manner = kind === 'silent' ? 'keeps silence' : 'passes'
  if (isWordless) tellAll(step, at, `${seat.name} (${seat.number}) ${manner}.`, seat.number)
  if (sealed && seat.agent !== null && step.find(seat.agent)) step.agent(seat.agent, { lastLine: underSeal })
  if (sealed) return step.gathering({ ...at, sealedUtterances: [...at.sealedUtterances, made.row] })
  if (!isWordless) deliver(step, at, made.row)
  return step.gathering(at)
}

/** The row's kind; null: no row. After a speech a silent or wordless pass needs none. */
function kindOf({ said }: SpeakingTurn, text: string, as: TurnWords['as']): UtterancePreview['kind'] | null {
  if (as === 'silence') return said === 0 ? 'silent' : null
  if (text === '') return as === 'pass' && said === 0 ? 'passed' : null
  return 'said'
}

function remembering(
  g: Gathering,
  kind: UtterancePreview['kind'],
  { id, number, name, phase, round, text, sealed }: Utterance,
): Gathering {
  if (number === null) return g
  const first = firstWords(text)
  return { ...g, index: [...g.index, { id, kind, number, name, phase, round, first, sealed }] }
}

/** In one line, at most 80 characters. */
export const firstWords = (text: string): string => [...text.replace(/\s+/g, ' ')].slice(0, 80).join('')

/** The user speaks out of turn, to all, even in a sealed round. */
export function hostSays(step: Step, g: Gathering, name: string, text: string): Gathering {
  const made = addRow(step, g, { kind: 'host', name, text })
  deliver(step, made.g, made.row)
  return made.g
}

function deliver(step: Step, g: Gathering, row: Utterance): void {
  const others = membersOf(g).filter(({ agent }) => agent !== row.agent && isReachable(step, agent))
  const sent = others.map(({ agent: to, number }) =>
    given(step, g, row, { number, to }, number === 0 ? { isCited: true } : {}),
  )
  step.utterance({ ...row, sealed: false, sent })
}

export function given(
  step: Step,
  g: Gathering,
  { id: utterance, agent, name: fromName, text: body, number }: Utterance,
  at: Omit<UtteranceSent, 'message'>,
  marks: Marks,
): UtteranceSent {
  const { id: message } = accept(step, {
    from: agent === null ? { kind: 'user', via: 'window' } : { kind: 'agent', id: agent },
    fromName,
    to: at.to,
    body,
    priority: 'low',
    causes: [],
    depth: g.depth,
    spoken: { gathering: g.id, utterance, number, ...marks },
  })
  return { ...at, message }
}

/** Delivers everything said so far to a new member, in order; sealed text comes when it opens. */
export function catchUp(
  step: Step,
  g: Gathering,
  rows: readonly Utterance[],
  at: Omit<UtteranceSent, 'message'>,
): void {
  for (const row of rows) {
    // Earlier gatherings' text goes to all, including its speaker.
    const isEarlier = row.origin !== null
    const isTold = (row.agent === at.to && !isEarlier) || row.sent.some(({ to }) => to === at.to)
    if (!heardByAll.has(row.kind) || row.text === '' || row.sealed || isTold) continue
    const marks: Marks = { ...(at.number === 0 && { isCited: true }), ...(isEarlier && { earlier: true }) }
    step.utterance({ ...row, sent: [...row.sent, given(step, g, row, at, marks)] })
  }
}

/** Rows whose text goes to everybody. */
const heardByAll: ReadonlySet<Utterance['kind']> = new Set(['said', 'passed', 'host'])

/**
 * Opens a sealed round, after all have spoken or at the host's wish: delivers its text in the original order.
 */
export function openSealed(step: Step, g: Gathering): Gathering {
  if (g.sealedUtterances.length === 0) return g
  const made = addRow(step, g, { kind: 'opened', text: `${g.sealedUtterances.length}` })
  for (const row of g.sealedUtterances) deliver(step, made.g, row)
  for (const row of [...g.sealedUtterances].reverse()) show(step, row)
  const heard = made.g.index.map((one) => ({ ...one, sealed: false }))
  return step.gathering({ ...made.g, sealedUtterances: [], index: heard })
}

function show(step: Step, { agent, text }: Utterance): void {
  if (agent !== null && step.find(agent)?.agent.lastLine === underSeal)
    step.agent(agent, { lastLine: firstLine(text, 120) })
}
