import type { ListenerView, UtteranceView } from '../../../../main/contract/gathering-views.ts'

/** One listener of an utterance, with changes. */
export const heardBy = (name: string, changes: Partial<ListenerView> = {}): ListenerView => ({
  number: 2,
  to: `agt-${name.toLowerCase()}`,
  name,
  message: `msg-${name.toLowerCase()}`,
  state: 'queued',
  inInput: false,
  ...changes,
})

/** What Scout (1) said as row `n` of a gathering, with changes. */
export const utterance = (n: number, changes: Partial<UtteranceView> = {}): UtteranceView => ({
  id: `utt-${n}`,
  gathering: 'gat-1',
  n,
  kind: 'said',
  number: 1,
  name: 'Scout',
  agent: 'agt-scout',
  phase: 'hold',
  round: 1,
  beat: 0,
  beats: 3,
  grant: 'grt-1',
  turn: `trn-${n}`,
  turnNumber: n,
  text: `Words ${n}.`,
  words: 2,
  at: n * 1_000,
  ms: 8_000,
  costUsd: 0.04,
  tools: 0,
  cut: false,
  sealed: false,
  sent: [heardBy('Builder', { message: `msg-${n}` })],
  ...changes,
})
