import { expect, onTestFinished, test } from 'vitest'
import { pipedTools } from '../../backends/claude/options.ts'
import { FactsCli } from '../../backends/claude/real-facts.ts'
import { ownServers } from '../../contract/agents/tool-calls.ts'
import type { Report } from '../../contract/api/answers.ts'
import { ownTools } from './own-tools.ts'
import { pipeToolFormat } from '../../apps/shared/programs.ts'

/** The real CLI with a tab's real tools; `ask` gets their requests. */
async function open(ask: Report): Promise<FactsCli> {
  const tools = ownTools(ask, () => {}, pipeToolFormat)
  const facts = await FactsCli.start((options) => ({
    ...options,
    mcpServers: { ...pipedTools((server) => tools(server, 'agt-ann0000000')) },
  }))
  onTestFinished(() => facts.close())
  return facts
}

test('the first request has the usual tools, and only the names of the rare ones', async () => {
  const facts = await open(() => Promise.reject(new Error('nothing is asked')))
  await facts.turn('say: done')
  const [first] = facts.model.requests()
  const tools = (first?.tools ?? []).map((tool) => JSON.stringify(tool))
  const sent = tools.filter((tool) => ownServers.some((server) => tool.includes(`"mcp__${server}__`))).join()
  expect(sent).toContain('"mcp__janus-agents__send_to_agent"')
  expect(sent).toContain('"mcp__janus-agents__start_gathering"')
  expect(sent).not.toContain('"mcp__janus-agents__open_tab"')
  expect(sent.length).toBeLessThan(8_500)
  const words = JSON.stringify(first?.messages)
  for (const name of ['janus-agents__keep_heartbeat', 'janus-agents__open_tab', 'janus-history__read_thread'])
    expect(words).toContain(`mcp__${name}\\n`)
})

test('a rare tool is loaded when it is wanted, and then called as any other', async () => {
  const asked: unknown[] = []
  const facts = await open((_, kind, input) => {
    asked.push([kind, input])
    return Promise.resolve({ items: [], next: null } as never)
  })
  await facts.turn('call: search_history {"query":"port"}\nsay: done')
  expect(asked).toEqual([['history.search', { q: 'port', limit: 10 }]])
  expect(facts.lastRequest()).toContain('Nothing that you may read contains all these words.')
})
