import type { CrossingView, SentView } from '../../main/contract/links/link-views.ts'

export const sentTo = (to: string, changes: Partial<SentView> = {}): SentView => ({
  to: `agt-${to.toLowerCase()}`,
  toName: to,
  message: `msg-${to.toLowerCase()}`,
  carriage: 'asked',
  state: 'read',
  stateAt: 2,
  reason: null,
  waitReason: null,
  inInput: false,
  turn: 30,
  ...changes,
})

/** A crossing from Scout to Builder at a time in ms. */
export const crossingAt = (at: number, changes: Partial<CrossingView> = {}): CrossingView => ({
  id: `crs-${at}`,
  link: 'lnk-1',
  n: at,
  turn: `trn-${at}`,
  turnNumber: at,
  from: 'agt-scout',
  fromName: 'Scout',
  kind: 'said',
  text: `Words at ${at}.`,
  words: 3,
  at,
  costUsd: 0.04,
  sent: [sentTo('Builder', { message: `msg-${at}` })],
  ...changes,
})
