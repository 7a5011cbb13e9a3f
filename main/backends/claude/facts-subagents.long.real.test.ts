import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FactsCli } from './real-facts.ts'
import { ClaudeSessionList } from './session-list.ts'

describe('subagents', () => {
  let facts: FactsCli
  let read = ''

  beforeAll(async () => {
    facts = await FactsCli.start()
    await writeFile(join(facts.cwd, 'pier.txt'), 'low tide\n')
    read = `call: Read ${JSON.stringify({ file_path: join(facts.cwd, 'pier.txt') })}`
  })
  afterAll(() => facts.close())

  /** A step that starts a subagent in the turn, with the prompt of its model. */
  const agent = (prompt: string) => {
    const more = { description: 'a part', subagent_type: 'general-purpose', run_in_background: false }
    return `call: Agent ${JSON.stringify({ ...more, prompt })}`
  }
  async function turn(prompt: string) {
    const from = facts.cli.heard.length
    const end = facts.result()
    facts.write(prompt)
    await end
    return facts.cli.heard.slice(from)
  }

  test('its words and calls come under the call that started it, nested ones under theirs', async () => {
    const heard = await turn(`${agent(`say: looking\n${agent(read)}\nsay: found`)}\nsay: over`)
    const told = heard.flatMap((one) =>
      one.type === 'assistant' && one.message.content[0] !== undefined
        ? [{ parent: one.parent_tool_use_id, part: one.message.content[0] }]
        : [],
    )
    const calls = told.flatMap(({ part }) => (part.type === 'tool_use' ? [part] : []))
    const [outer, inner] = calls.map(({ id }) => id)
    expect(calls.map(({ name }) => name)).toEqual(['Agent', 'Agent', 'Read'])
    expect(told.map(({ parent, part }) => [parent, part.type])).toEqual([
      [null, 'tool_use'],
      [outer, 'text'],
      [outer, 'tool_use'],
      [inner, 'tool_use'],
      [inner, 'text'],
      [outer, 'text'],
      [null, 'text'],
    ])
    const ended = heard.flatMap((one) =>
      one.type === 'system' && one.subtype === 'task_notification' ? [one] : [],
    )
    expect(ended).toMatchObject([
      {
        tool_use_id: inner,
        status: 'completed',
        usage: { tool_uses: 1, total_tokens: expect.any(Number) as number },
      },
      { tool_use_id: outer, status: 'completed' },
    ])
  })

  test('one in the turn is stopped alone, and the turn goes on', async () => {
    const working = facts.cli.next((one) => one.type === 'system' && one.subtype === 'task_progress')
    const whole = turn(`${agent('call: mcp__janus-agents__hold {"name":"part"}')}\nsay: went on`)
    const begun = await working
    await facts.cli.stopTask(
      begun.type === 'system' && begun.subtype === 'task_progress' ? begun.task_id : '',
    )
    const heard = await whole
    const seen = JSON.stringify(heard)
    expect(heard.filter((one) => one.type === 'system' && one.subtype === 'task_notification')).toMatchObject(
      [{ status: 'stopped' }],
    )
    expect(seen).toContain('"non_execution_kind":"interrupted"')
    expect(heard.findLast((one) => one.type === 'result')).toMatchObject({
      subtype: 'success',
      result: 'went on',
    })
  })

  test('each has a file of its own beside the conversation, whose neighbour names its call', async () => {
    const heard = await turn(`${agent('say: kept')}\nsay: over`)
    const call = JSON.stringify(heard).match(/"parent_tool_use_id":"(toolu_[^"]+)"/)?.[1]
    const path = (await facts.transcript()) ?? ''
    const folder = join(path.replace(/\.jsonl$/, ''), 'subagents')
    const about = (await readdir(folder)).filter((name) => name.endsWith('.meta.json'))
    const metas = await Promise.all(
      about.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
    )
    const [name = ''] = metas.find(([, text]) => text?.includes(`"toolUseId":"${call}"`)) ?? []
    const lines = await readFile(join(folder, name.replace('.meta.json', '.jsonl')), 'utf8')
    expect(lines).toContain('"isSidechain":true')
    expect(lines).toContain('kept')
    expect(await readFile(path, 'utf8')).not.toContain('"isSidechain":true')
    const { past } = await new ClaudeSessionList(join(facts.home, 'config')).takeUp(basename(path, '.jsonl'))
    const rows = past.rows.filter(({ within }) => within?.call === call)
    expect(rows.map(({ said }) => said)).toMatchObject([{ text: 'kept' }, { kind: 'result', end: 'done' }])
    const counted = heard.flatMap((one) =>
      one.type === 'system' && one.subtype === 'task_notification' ? [one.usage?.total_tokens] : [],
    )
    expect(rows.map(({ within }) => within?.tokens)).toEqual([counted[0], counted[0]])
  })
})
