import { describe, expect, test } from 'vitest'
import { makeAgent, makeFrame, makeMessage, nothingLoaded } from '../../testkit/factories/factories.ts'
import type { Frame, TurnProvenance } from '../step/frames-and-turns.ts'
import { initialState, recover, type Loaded } from '../recover.ts'
import { mergedFrame } from './settle-broken.ts'

const stamp = { now: 1_000_000, seed: '0'.repeat(64) }

/** Older versions kept a broken frame for each turn. */
const broken = (n: number, retryAt: number | null): Frame =>
  makeFrame(n, {
    messages: [makeMessage(n).id],
    phase: 'unfinished',
    writtenAt: n * 1000,
    broke: { why: 'error', detail: `Error ${String(n)}`, retryAt },
  })

function started(frames: readonly Frame[], goodAt: number | null) {
  const lastFinal = goodAt === null ? null : { text: 'Well.', at: goodAt, asks: false }
  const open: Loaded = {
    ...nothingLoaded,
    seq: 10,
    frames,
    agents: [makeAgent(1, { lastFinal })],
    messages: frames.map((_, at) => makeMessage(at + 1, { state: 'read' })),
  }
  const { state } = recover(initialState(open), stamp)
  const [agent] = state.agents.values()
  return { frames: agent?.frames ?? [], mailbox: agent?.mailbox ?? [] }
}

describe('records of a version that kept a break for each turn', () => {
  test('become one broken turn, of which the newest is told', () => {
    const { frames, mailbox } = started([broken(1, null), broken(2, 5_000_000), broken(3, null)], null)
    expect(frames).toMatchObject([
      {
        id: broken(3, null).id,
        messages: [1, 2, 3].map((n) => makeMessage(n).id),
        isSeveral: true,
        broke: { why: 'error', detail: 'Error 3', retryAt: 5_000_000 },
      },
    ])
    expect(mailbox).toHaveLength(3)
  })

  test('are over where a turn ended well after them', () => {
    const { frames, mailbox } = started([broken(1, null), broken(2, null)], 2500)
    expect(frames).toEqual([])
    expect(mailbox).toEqual([])
  })

  test('stay as they are where there is one', () => {
    expect(started([broken(2, null)], 1500).frames).toEqual([broken(2, null)])
  })
})

describe('several broken turns that are one', () => {
  type Kind = Pick<TurnProvenance, 'origin' | 'trigger'>
  const user: Kind = { origin: 'user', trigger: 'words' }
  const peer: Kind = { origin: 'peer', trigger: 'words' }
  const notice: Kind = { origin: 'system', trigger: 'words' }
  const timer: Kind = { origin: 'peer', trigger: 'anchor' }
  const none = { promptedBy: null, begun: [], senders: [], from: [], causes: [], depth: 0, link: null }
  const turn = (n: number, kind: Kind): Frame =>
    makeFrame(n, { ...broken(n, null), chain: { ...none, ...kind } })

  test.each([
    [user, peer, user],
    [peer, user, user],
    [peer, timer, peer],
    [timer, peer, peer],
    [peer, notice, peer],
    [notice, timer, timer],
  ])('keep the stronger origin: %j, then %j', (earlier, newest, kind) => {
    expect(mergedFrame([turn(1, earlier), turn(2, newest)]).chain).toMatchObject(kind)
  })
})
