import type { Entry } from '../../main/contract/api/model.ts'
import type { TimelineRow } from '../../main/contract/history/timeline.ts'

/** Row `n` of scout's transcript, by Janus. */
export const entry = (n: number, kind: Entry['kind'] = 'text', more: Partial<Entry> = {}): Entry => ({
  agent: 'agt-scout',
  n,
  turn: null,
  kind,
  author: { kind: 'system' },
  authorName: '',
  text: '',
  tool: null,
  call: null,
  isError: false,
  message: null,
  at: 0,
  ...more,
})

export const timelineRow = (n: number, more: Partial<TimelineRow> = {}): TimelineRow => ({
  n,
  id: `moment ${n}`,
  at: n,
  from: null,
  to: [],
  link: null,
  gathering: null,
  text: '',
  sealed: false,
  row: null,
  message: null,
  cause: null,
  turns: [],
  tokens: null,
  fact: { kind: 'agent', did: 'wentOn' },
  ...more,
})
