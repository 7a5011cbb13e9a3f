import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FactsCli } from './real-facts.ts'

describe('tasks in the background', () => {
  let facts: FactsCli

  beforeAll(async () => {
    facts = await FactsCli.start()
  })
  afterAll(() => facts.close())

  const all = () => facts.cli.heard.flatMap((one) => (one.type === 'system' ? [one] : []))
  const listed = () => all().findLast((one) => one.subtype === 'background_tasks_changed')
  const settled = () => facts.cli.next((one) => one.type === 'system' && one.subtype === 'task_notification')
  const emptied = () =>
    facts.cli.next(
      (one) => one.type === 'system' && one.subtype === 'background_tasks_changed' && one.tasks.length === 0,
    )
  async function begun(prompt: string): Promise<{ id: string; result: unknown }> {
    const end = facts.result()
    facts.write(prompt)
    await end
    const message = facts.cli.heard.findLast(
      (one) => one.type === 'user' && one.tool_use_result !== undefined,
    )
    const tasks = listed()
    const id = tasks?.subtype === 'background_tasks_changed' ? (tasks.tasks[0]?.task_id ?? '') : ''
    return { id, result: message?.type === 'user' ? message.tool_use_result : undefined }
  }

  test('a command has a name and a call, its output can be read, and it is stopped alone without a turn', async () => {
    const pipe = join(facts.cwd, 'said')
    execFileSync('mkfifo', [pipe])
    const input = {
      command: 'echo low tide; echo > said; sleep 60',
      description: 'Watch the pier',
      run_in_background: true,
    }
    const { id, result } = await begun(`call: Bash ${JSON.stringify(input)}\nsay: started`)
    expect(result).toMatchObject({ backgroundTaskId: id })
    expect(listed()).toMatchObject({ tasks: [{ task_type: 'local_bash', description: 'Watch the pier' }] })
    const began = all().find((one) => one.subtype === 'task_started')
    expect(began).toMatchObject({ task_id: id, tool_use_id: expect.any(String) as string })
    // The turn may end before the command has started; it opens the pipe once its text is written.
    await readFile(pipe)
    expect(await facts.cli.taskOutput(id)).toBe('low tide\n')
    const [told, over] = [settled(), emptied()]
    await facts.cli.stopTask(id)
    expect(await told).toMatchObject({ task_id: id, status: 'stopped' })
    await over
  })

  test('an agent of its own says what it does, gives no output, and goes on with a turn once it is stopped', async () => {
    const prompt = 'call: mcp__janus-agents__hold {"name":"part"}'
    const input = { description: 'a part', subagent_type: 'general-purpose', prompt, run_in_background: true }
    const working = facts.cli.next((one) => one.type === 'system' && one.subtype === 'task_progress')
    const { id, result } = await begun(`call: Agent ${JSON.stringify(input)}\nsay: begun`)
    expect(result).toMatchObject({ status: 'async_launched' })
    expect(listed()).toMatchObject({ tasks: [{ task_type: 'local_agent', description: 'a part' }] })
    expect(await working).toMatchObject({ task_id: id, description: 'a part' })
    await expect(facts.cli.taskOutput(id)).rejects.toThrow('no shell or Monitor task')
    const [over, end] = [emptied(), facts.end()]
    await facts.cli.stopTask(id)
    await over
    expect(await end).toMatchObject({ subtype: 'success' })
  })

  test('an interrupt ends the turn alone, and leaves an agent of its own that runs beside it', async () => {
    const prompt = 'call: mcp__janus-agents__hold {"name":"spared"}'
    const input = {
      description: 'spared',
      subagent_type: 'general-purpose',
      prompt,
      run_in_background: true,
    }
    const working = facts.cli.next((one) => one.type === 'system' && one.subtype === 'task_progress')
    const { id } = await begun(`call: Agent ${JSON.stringify(input)}\nsay: begun`)
    await working
    const end = facts.result()
    facts.write('slow: 1 half a sentence\nwait: spared-gate')
    await facts.model.held('spared-gate')
    await facts.cli.interrupt({ cancelQueued: true })
    expect(await end).toMatchObject({ subtype: 'error_during_execution' })
    expect(listed()).toMatchObject({ tasks: [{ task_id: id, description: 'spared' }] })
    const over = emptied()
    await facts.cli.stopTask(id)
    await over
  })
})
