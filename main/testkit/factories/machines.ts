import { protocol } from '../../fleet/core/log.ts'
import { userKey } from '../../contract/mail/authors.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import type { Envelope, MachineName, PeerAgent, Presence } from '../../contract/fleet/machines.ts'
import type { WireLink, WireMail } from '../../fleet/contract/wire.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { EnvelopeArrived } from '../../core/step/fleet-commands.ts'

/** From the machine's first incarnation by default. */
export const makeEnvelope = (
  from: MachineName,
  to: MachineName,
  n: number,
  changes: Partial<Envelope> = {},
): Envelope => ({
  ...protocol,
  from,
  to,
  incarnation: '00112233aabbccdd',
  n,
  heard: { incarnation: '', n: 0 },
  kind: 'mail',
  body: { words: `${n}. Grüße “💥”` },
  ...changes,
})

export const makePresence = (changes: Partial<Presence> = {}): Presence => ({
  ...protocol,
  version: '0.1.0',
  incarnation: '00112233aabbccdd',
  agents: [],
  heard: {},
  roster: [],
  ...changes,
})

/** Bea, to whom everybody may write. */
export const makePeer = (changes: Partial<PeerAgent> = {}): PeerAgent => ({
  id: 'agt-0000000001',
  name: 'Bea',
  kind: usualKind,
  role: '',
  look: { hue: 1, shape: 1 },
  status: 'idle',
  needs: null,
  shared: 'open',
  ...changes,
})

/** Envelopes `first` to `last`. */
export const makeEnvelopes = (from: MachineName, to: MachineName, first: number, last: number): Envelope[] =>
  Array.from({ length: last - first + 1 }, (_, index) => makeEnvelope(from, to, first + index))

/** Envelope `n` of barn's first incarnation arrives at attic, with nothing known before. */
export const arrival = (n: number, kind: string, body: unknown, machine = 'barn'): EnvelopeArrived => ({
  type: 'envelope.arrived',
  envelope: makeEnvelope(machine, 'attic', n, { incarnation: '0000000112345678', kind, body }),
  replied: null,
  earlier: null,
  crossing: null,
})

/** Ids of another machine's messages. */
export const remoteMessageId = (n: number): MessageId => `msg-${String(n).padStart(10, '0')}`

export const makeWireMail = (changes: Partial<WireMail> = {}): WireMail => ({
  id: 'msg-there00001',
  from: { id: 'agt-0000000001', name: 'Bea' },
  to: 'agt-0000000009',
  body: 'Hello.',
  priority: 'normal',
  expectsReply: false,
  isReply: false,
  replyTo: null,
  depth: 0,
  metadata: {},
  ...changes,
})

/** About the gathering `gat-theirs0001`, for the user who has a seat there. */
export const makeCircleMail = (changes: Partial<WireMail> = {}): WireMail =>
  makeWireMail({
    from: { kind: 'user', name: 'the circle' },
    to: userKey,
    body: 'More.',
    priority: 'low',
    seat: { gathering: 'gat-theirs0001', as: 'words', number: null, turn: null },
    ...changes,
  })

/** The user gets its piece. */
export const makeCircleAsk = (changes: Partial<WireMail> = {}): WireMail => {
  const turn = { id: 'grt-theirs0001', beat: 0, beats: 0 } as const
  const seat = { gathering: 'gat-theirs0001', as: 'ask', number: null, turn } as const
  return makeCircleMail({ priority: 'normal', expectsReply: true, seat, ...changes })
}

export const makeWireLink = (changes: Partial<WireLink> = {}): WireLink => ({
  link: 'lnk-theirs0001',
  members: [],
  muted: [],
  mode: 'converse',
  purpose: null,
  opened: 'Ann',
  closed: null,
  budget: 8,
  budgetGranted: 8,
  budgetUsed: 0,
  episode: 1,
  stoppedByLoop: false,
  ...changes,
})
