import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ModelRequest, ConversationItem } from '../asked.ts'
import { rehearsedKinds, type RehearsedKind } from '../homes/homes.ts'
import { planAnswer } from '../plan.ts'
import { routeOf } from '../answer-request.ts'

/** Requests recorded at the end of a script by `main/backends/acp/programs.long.real.test.ts`. */
function recorded(kind: RehearsedKind): { readonly asked: ModelRequest; readonly wire: string } {
  const file = new URL(`../fixtures/${kind}.json`, import.meta.url)
  const { path, body } = JSON.parse(readFileSync(file, 'utf8')) as { path: string; body: object }
  const route = routeOf(`POST ${path}`)
  if (route === null) throw new Error(`Nothing answers ${path}.`)
  const asked = route.format.read({ path, query: new URLSearchParams(), body })
  if (typeof asked === 'string') throw new Error(asked)
  return { asked, wire: route.format.wire }
}

/** The request as it would have been at an earlier point of the conversation. */
const upTo = (asked: ModelRequest, end: number): ModelRequest => ({
  ...asked,
  talk: asked.talk.slice(0, end),
})
const results = ({ talk }: ModelRequest) =>
  talk.flatMap((entry) => (entry.kind === 'result' && /_\d_x$/.test(entry.id) ? [entry] : []))
const calls = ({ talk }: ModelRequest) =>
  talk.flatMap((entry) => (entry.kind === 'called' && /_\d_x$/.test(entry.id) ? [entry] : []))

describe.each(rehearsedKinds)('%s', (kind) => {
  const { asked, wire } = recorded(kind)

  test('uses its API format and names its folder', () => {
    expect(wire).toBe({ codex: 'responses', gemini: 'gemini' }[kind as string] ?? 'chat')
    expect(asked).toMatchObject({ folder: '/code/ferry', aside: null })
  })

  test('yields two prompts without its program’s additions', () => {
    const prompts = asked.talk.filter(({ kind: what }) => what === 'prompt' || what === 'stopped')
    expect(prompts).toMatchObject([
      { words: expect.stringMatching(/^say: one\n[^]*\nsay: end$/) as string },
      { words: 'say: again' },
    ])
    expect(planAnswer(asked)).toEqual([{ do: 'say', text: 'again', ms: 0 }])
  })

  test('yields tool results without its program’s additions, and whether they failed', () => {
    const [command, sent, refused] = results(asked)
    expect(command?.text.trim()).toBe('the pier is clear')
    // OpenCode does not report exit codes.
    expect(command?.failed).toBe(kind !== 'opencode')
    expect(sent).toMatchObject({ text: '{"delivered":true}', failed: false })
    expect(refused).toMatchObject({
      text: '{"error":{"message":"No agent has that name."}}',
      failed: true,
    })
  })

  test('continues after each result, with its own tool names', () => {
    const [command, first, second] = calls(asked)
    expect([first?.tool, second?.tool]).toEqual([first?.tool, first?.tool])
    expect(first?.tool).toMatch(/janus.agents.+send_to_agent$/)
    const begun = upTo(asked, 1 + asked.talk.findIndex(({ kind: what }) => what === 'prompt'))
    expect(planAnswer(begun)).toMatchObject([
      { do: 'say', text: 'one' },
      { do: 'call', tool: command?.tool, done: 2 },
    ])
    const at = (entry: ConversationItem | undefined): number =>
      1 + asked.talk.indexOf(entry as ConversationItem)
    const goesOn = planAnswer(upTo(asked, at(results(asked)[1])))
    expect(goesOn).toMatchObject([{ do: 'call', input: expect.anything() as object }])
    expect(planAnswer(upTo(asked, at(results(asked)[2])))).toEqual([
      { do: 'wait', name: 'here' },
      { do: 'say', text: 'end', ms: 0 },
    ])
  })
})

test('Qwen looks up a deferred tool and calls it through its bridge tool', () => {
  const { asked } = recorded('qwen')
  const [, first, second] = calls(asked)
  const before = (entry: ConversationItem | undefined): number =>
    asked.talk.indexOf(entry as ConversationItem)
  const [search] = asked.talk.filter((entry) => entry.kind === 'called' && entry.tool === 'tool_search')
  const name = 'mcp__janus-agents__send_to_agent'
  const hidden = asked.tools.map((tool) =>
    tool.behind ? { ...tool, behind: { ...tool.behind, isLookedUp: false } } : tool,
  )
  expect(planAnswer({ ...upTo(asked, before(search)), tools: hidden })).toEqual([
    { do: 'call', tool: 'tool_search', input: { query: `select:${name}` }, done: null },
  ])
  expect(planAnswer(upTo(asked, before(first)))).toEqual([
    {
      do: 'call',
      tool: 'tool_call',
      done: 3,
      input: { name, arguments: { target: 'Scout', message: 'hello' } },
    },
  ])
  expect(second?.tool).toBe(name)
})
