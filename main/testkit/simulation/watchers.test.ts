import { describe, expect, test } from 'vitest'
import type { PieceCall } from '../../contract/gatherings/gatherings.ts'
import { asleep } from '../../core/agents/agents.ts'
import type { Row } from '../../core/step/effects.ts'
import type { Frame, Turn } from '../../core/step/frames-and-turns.ts'
import { emptyState, type AgentState, type State } from '../../core/step/state.ts'
import {
  agentId,
  makeAgent,
  makeFrame,
  makeGathering,
  makeHeartbeat,
  makeMessage,
  makeTurn,
  makeUtterance,
} from '../factories/factories.ts'
import { ClosingWatcher } from './invariant-closing.ts'
import { HeartbeatWatcher } from './invariant-heartbeats.ts'
import { PieceWatcher } from './invariant-turns.ts'
import { ResumeWatcher } from './invariant-prompts.ts'
import type { Watcher } from './invariant.ts'
import { Ledger } from './ledger.ts'

/** What looks broken from outside and is no promise: told by random worlds, each as small as it can be. */
const holder = agentId(1)

function stateWith(one: Partial<AgentState>, more: Partial<State> = {}): State {
  return { ...emptyState, agents: new Map([[holder, { ...asleep(makeAgent(1)), ...one }]]), ...more }
}

/** Shows a watcher some commits, one after the other. */
function show(watcher: Watcher, ledger: Ledger, ...commits: readonly [State, State, readonly Row[]][]): void {
  for (const [before, after, rows] of commits) {
    const commit = { before, after, rows, now: 1000, steps: 1 }
    ledger.take(commit)
    watcher.committed(commit)
  }
}

/** A turn of the holder's in the first gathering, and the frame that takes it up. */
function asked(call: PieceCall, changes: Partial<Frame> = {}): Frame {
  const { id: _id, ...chain } = makeTurn(1, { promptedBy: { by: 'gathering', call } })
  return makeFrame(1, { kind: 'nudge', chain, ...changes })
}

describe('an answer that was cut off, to a circle', () => {
  const message = makeMessage(1, { to: holder, state: 'read' })
  const cut = {
    phase: 'unfinished',
    broke: { why: 'interjected', by: ['scout'] },
    messages: [message.id],
  } as const
  const g = makeGathering(1)
  const ended = (pieceTurnId: string): (() => void) => {
    const frame = asked({ gathering: g.id, pieceTurnId, kind: 'grant', beat: 0 } as PieceCall, cut)
    const ledger = new Ledger()
    const before = stateWith({ frames: [frame], mailbox: [message] }, { gatherings: new Map([[g.id, g]]) })
    const after = stateWith({ mailbox: [message] }, { gatherings: new Map([[g.id, g]]) })
    return () => {
      show(new ResumeWatcher(ledger), ledger, [before, after, [{ table: 'frame', row: frame, open: false }]])
    }
  }

  test('need not go on once the piece has', () => {
    expect(ended('grt-earlier')).not.toThrow()
    expect(ended(g.piece?.id ?? '')).toThrow('who was interrupted goes on')
  })
})

test('a silence passes the piece, whatever was steered into that turn', () => {
  expect(new Ledger().passes(' SILENT. ')).toBe('yes')
  expect(new Ledger().passes('SILENT is golden.')).toBe('no')
})

test('a held piece goes on from a holder that has left with its answer', () => {
  const g = makeGathering(1)
  const held = { ...g, piece: g.piece && { ...g.piece, beat: 3, clockFrom: 1001, said: 1, held: true } }
  const moved = {
    ...g,
    spokenSeats: [1],
    last: 1,
    piece: g.piece && { ...g.piece, id: 'grt-0000000002' as const, number: 2 },
  }
  const call = { gathering: g.id, pieceTurnId: g.piece?.id ?? null, kind: 'final', beat: 3 } as const
  const turn: Turn = makeTurn(1, { promptedBy: { by: 'gathering', call }, endedAt: 1000, outcome: 'broken' })
  const gives = (status: 'failed' | 'idle') => (): void => {
    const ledger = new Ledger()
    const after = stateWith({ agent: makeAgent(1, { status }) })
    const row = (one: typeof g): Row => ({ table: 'gathering', row: one, open: true })
    show(
      new PieceWatcher(ledger),
      ledger,
      [after, after, [row(held), { table: 'utterance', row: makeUtterance(1) }]],
      [after, after, [row(moved), { table: 'turn', row: turn, open: false }]],
    )
  }
  expect(gives('failed')).not.toThrow()
  expect(gives('idle')).toThrow('a held piece stays')
})

test('a timer that fired and was not saved before the app died is read later, or never', () => {
  const beat = makeHeartbeat(1, { dueAt: 900, intent: 'anchor' })
  const { id, intent, note, about, depth, set, dueAt, every, schedule } = beat
  const prompt = {
    by: 'heartbeat',
    id,
    intent,
    note,
    about,
    depth,
    set,
    dueAt,
    every,
    schedule,
    head: '',
    text: '',
  } as const
  const frame = makeFrame(1, { kind: 'prompt', prompt })
  const [armed, fired] = [
    stateWith({ heartbeats: [beat] }),
    stateWith({ heartbeats: [beat], frames: [frame] }),
  ]
  const lives = (dies: boolean) => (): void => {
    const ledger = new Ledger()
    const watcher = new HeartbeatWatcher(ledger)
    show(watcher, ledger, [armed, fired, [{ table: 'frame', row: frame, open: true }]])
    if (dies) watcher.rebooted()
    show(watcher, ledger, [armed, armed, []])
    watcher.settled({ ...armed, at: 900 })
  }
  expect(lives(true)).not.toThrow()
  expect(lives(false)).toThrow('what fired is read')
})

test('a harvest that goes on after deaths is asked for once', () => {
  const g = makeGathering(1, {
    stage: 'harvesting',
    piece: null,
    turns: 20,
    caps: { turns: 1, cost: null, tokens: null },
  })
  const call = { gathering: g.id, pieceTurnId: null, kind: 'harvest', beat: 0 } as const
  const begins = (isAgain: boolean) => (): void => {
    const ledger = new Ledger()
    const watcher = new ClosingWatcher(ledger)
    for (const n of [1, 2, 3]) {
      const frame = isAgain && n > 1 ? asked(call) : makeFrame(1, { kind: 'prompt' })
      const turn = makeTurn(n, { promptedBy: { by: 'gathering', call }, frame: frame.id })
      const state = stateWith({ frames: [frame] }, { gatherings: new Map([[g.id, g]]) })
      show(watcher, ledger, [state, state, [{ table: 'turn', row: turn, open: true }]])
    }
  }
  expect(begins(true)).not.toThrow()
  expect(begins(false)).toThrow('only the user raises the cap')
})
