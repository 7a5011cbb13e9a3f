import { personKey } from '../../contract/mail/authors.ts'
import type { Envelope, HouseName, Presence } from '../../contract/fleet/houses.ts'
import type { WireMail } from '../../fleet/contract/wire.ts'
import type { PostArrived } from '../../core/step/fleet-commands.ts'

/** Of the house's first life, unless something else is said. */
export const makeEnvelope = (
  from: HouseName,
  to: HouseName,
  n: number,
  changes: Partial<Envelope> = {},
): Envelope => ({
  v: 1,
  min: 1,
  from,
  to,
  incarnation: '00112233aabbccdd',
  n,
  heard: { incarnation: '', n: 0 },
  kind: 'mail',
  body: { words: `${n}. Grüße “💥”` },
  ...changes,
})

/** Says little. */
export const makePresence = (changes: Partial<Presence> = {}): Presence => ({
  v: 1,
  min: 1,
  version: '0.1.0',
  incarnation: '00112233aabbccdd',
  agents: [],
  heard: {},
  roster: [],
  ...changes,
})

/** Those from `first` to `last`. */
export const makeEnvelopes = (from: HouseName, to: HouseName, first: number, last: number): Envelope[] =>
  Array.from({ length: last - first + 1 }, (_, index) => makeEnvelope(from, to, first + index))

/** Number `n` of barn's first life has come to attic; nothing of it was known before. */
export const arrival = (n: number, kind: string, body: unknown, house = 'barn'): PostArrived => ({
  type: 'post.arrived',
  envelope: makeEnvelope(house, 'attic', n, { incarnation: '0000000112345678', kind, body }),
  replied: null,
  earlier: null,
  crossing: null,
})

/** Told of the circle `gat-theirs0001`, to the person who sits there. */
export const makeCircleMail = (changes: Partial<WireMail> = {}): WireMail => ({
  id: 'msg-there00001',
  from: { kind: 'person', name: 'the circle' },
  to: personKey,
  body: 'More.',
  priority: 'low',
  expectsReply: false,
  isReply: false,
  replyTo: null,
  depth: 0,
  metadata: {},
  seat: { gathering: 'gat-theirs0001', as: 'words', number: null, turn: null },
  ...changes,
})

/** Its piece comes to them. */
export const makeCircleAsk = (changes: Partial<WireMail> = {}): WireMail => {
  const turn = { id: 'grt-theirs0001', beat: 0, beats: 0 } as const
  const seat = { gathering: 'gat-theirs0001', as: 'ask', number: null, turn } as const
  return makeCircleMail({ priority: 'normal', expectsReply: true, seat, ...changes })
}
