import { expect, test } from 'vitest'
import { mostSubagentRows } from '../../contract/agents/subagents.ts'
import { agentId, keysOf, makeAgent, nothingLoaded } from '../../testkit/factories/factories.ts'
import { shownCall } from '../../testkit/memory/calls.ts'
import { initialState, recover } from '../recover.ts'
import type { Block, Event } from '../step/events.ts'
import type { State } from '../step/state.ts'
import { update } from '../update.ts'

const stamp = { now: 1_000_000, seed: '0'.repeat(64) }
const tool = (call: string): Block => ({ kind: 'tool', call, tool: shownCall('subagent', 'look'), input: '' })
const text = (words: string): Block => ({ kind: 'text', text: words })

const past = { rows: [], turns: 0, earlier: 0, damaged: 0, file: '' }
const resumed = {
  type: 'agent.resumed',
  name: keysOf('Ann'),
  kind: 'claude',
  cwd: '/',
  model: null,
  permissionMode: 'default',
  policy: 'hybrid',
  role: '',
  userName: 'Mo',
  folder: null,
} as const

/** Feeds blocks to an agent; returns its state and the rows written. */
function told(blocks: readonly (readonly [Block, call?: string])[]) {
  const { state: begun } = recover(initialState({ ...nothingLoaded, agents: [makeAgent(1)] }), stamp)
  let state: State = begun
  const rows = blocks.flatMap(([block, call]) => {
    const within = call === undefined ? {} : { within: { call, tokens: 0 } }
    const run = state.agents.get(agentId(1))?.run ?? 0
    const event: Event = { type: 'block.said', agent: agentId(1), run, block, ...within }
    const after = update(state, event, stamp)
    state = after.state
    return after.rows.flatMap((row) => (row.table === 'entry' ? [row.row] : []))
  })
  return { agent: state.agents.get(agentId(1)), rows }
}

test('of a subagent that never ends a thousand rows are kept, and everything is counted', () => {
  const calls = Array.from({ length: mostSubagentRows + 200 }, (_, at) => [tool(`in-${at}`), 'c1'] as const)
  const { agent, rows } = told([[tool('c1')], ...calls])
  expect(rows.filter(({ within }) => within !== undefined)).toHaveLength(mostSubagentRows)
  expect(agent?.subagents.find(({ entry }) => entry.call === 'c1')?.use.tools).toBe(mostSubagentRows + 200)
  expect(agent?.agent.entryCount).toBe(1)
})

test('what a subagent said in a conversation of before is in its log, and none of the agent’s last words', () => {
  const said = (block: Block, call?: string) => ({
    at: 5,
    prompt: null,
    said: block,
    ...(call === undefined ? {} : { within: { call, tokens: 700 } }),
  })
  const end: Block = { kind: 'result', call: 'c1', text: '', end: 'done' }
  const rows = [said(text('Over.')), said(tool('c1')), said(text('of a subagent'), 'c1'), said(end, 'c1')]
  const after = update(
    initialState(nothingLoaded),
    { ...resumed, taken: { conversation: 'x', past: { ...past, rows } } },
    stamp,
  )
  const [agent] = after.state.agents.values()
  const entries = after.rows.flatMap((row) => (row.table === 'entry' ? [row.row] : []))
  expect(agent?.agent).toMatchObject({ lastLine: 'Over.', entryCount: 3 })
  expect(agent?.subagents).toEqual([])
  expect(entries.findLast(({ n, within }) => n === 3 && within === undefined)?.subagent).toEqual({
    tools: 0,
    tokens: 700,
    end: 'done',
  })
  expect(entries.filter(({ within }) => within === 3)).toMatchObject([{ n: 1, text: 'of a subagent', at: 5 }])
})

test('of very many subagents at once the newest two hundred are expected to say more', () => {
  const calls = Array.from({ length: 300 }, (_, at) => `c${at}`)
  const { agent, rows } = told([
    ...calls.map((call) => [tool(call)] as const),
    [text('late'), 'c0'],
    [text('soon'), 'c299'],
  ])
  expect(agent?.subagents).toHaveLength(200)
  expect(rows.filter(({ within }) => within !== undefined).map((row) => row.text)).toEqual(['soon'])
})
