import { describe, expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { Block } from '../../ports/ports.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { keepEvery, StreamKeeper } from './stream-keeper.ts'

const scout = 'agt-scout' as AgentId
const puppet = 'agt-puppet' as AgentId

function set() {
  const clock = new VirtualClock()
  const kept: [AgentId, string][] = []
  const keeper = new StreamKeeper(clock, (agent, text) => kept.push([agent, text]))
  const comes = (agent: AgentId, text: string, block = 'b1', of: 'text' | 'thinking' = 'text'): void =>
    keeper.delta({ kind: 'delta', agent, block, of, text })
  const says = (block: Block): void => keeper.fact({ type: 'block.said', agent: scout, run: 1, block })
  return { clock, kept, keeper, comes, says }
}

describe('words that stream', () => {
  test('are kept once in a while, those of all agents together, and nothing runs while nothing streams', () => {
    const { clock, kept, comes } = set()
    comes(scout, 'The ')
    comes(puppet, 'Yes')
    comes(scout, 'fares')
    clock.advance(keepEvery - 1)
    expect(kept).toEqual([])
    clock.advance(1)
    expect(kept.splice(0)).toEqual([
      [scout, 'The fares'],
      [puppet, 'Yes'],
    ])
    clock.advance(60_000)
    expect(kept).toEqual([])
    comes(scout, ' are')
    clock.advance(keepEvery)
    expect(kept).toEqual([[scout, 'The fares are']])
  })

  test('thoughts are not', () => {
    const { clock, kept, comes } = set()
    comes(scout, 'hm', 'b1', 'thinking')
    clock.advance(keepEvery)
    expect(kept).toEqual([])
  })

  test('a block that was said is kept no more; what comes after it is', () => {
    const { clock, kept, comes, says } = set()
    comes(scout, 'One', 'b1')
    comes(scout, 'Two', 'b2')
    says({ kind: 'thinking', text: 'hm' })
    says({ kind: 'text', text: 'One.' })
    clock.advance(keepEvery)
    expect(kept.splice(0)).toEqual([[scout, 'Two']])
    says({ kind: 'text', text: 'Two.' })
    clock.advance(keepEvery)
    expect(kept).toEqual([])
  })

  test.each(['process.exited', 'turn.began'] as const)('what %s means for them', (type) => {
    const { clock, kept, keeper, comes } = set()
    comes(scout, 'Half')
    keeper.fact(
      type === 'turn.began'
        ? { type, agent: scout, run: 1 }
        : { type, agent: scout, run: 1, detail: 'signal 9' },
    )
    clock.advance(keepEvery)
    expect(kept).toEqual(type === 'turn.began' ? [[scout, 'Half']] : [])
  })

  test('are kept at once when Janus quits', () => {
    const { clock, kept, keeper, comes } = set()
    comes(scout, 'Half')
    keeper.flush()
    expect(kept).toEqual([[scout, 'Half']])
    clock.advance(keepEvery)
    expect(kept).toHaveLength(1)
  })
})

test('of an answer that is still coming a start finds what had come a second ago, and a window sees nothing of that', async () => {
  const janus = new ComposedJanus(() => [{ do: 'hang' }])
  const { id } = await janus.window('agents.create', { name: 'Scout', cwd: '/' })
  await janus.window('messages.send', { agent: id, message: 'Tell me.' })
  janus.clock.advance(1000)
  const kept = () => janus.store.load().turns.map(({ streamed = '' }) => streamed)
  const rows = () => janus.store.entries(id, null, 100).length
  const before = rows()
  janus.backend.streams(id, 'The fares ')
  janus.backend.streams(id, 'are')
  expect(kept()).toEqual([''])
  janus.clock.advance(keepEvery)
  expect(kept()).toEqual(['The fares are'])
  expect(rows()).toBe(before)
  // The final block replaces the partial text, which is not saved again.
  const run = janus.engine.state.agents.get(id)?.run ?? 0
  janus.backend.streams(id, ' in')
  janus.engine.fact({
    type: 'block.said',
    agent: id,
    run,
    block: { kind: 'text', text: 'The fares are in one file.' },
  })
  expect(kept()).toEqual([''])
})
