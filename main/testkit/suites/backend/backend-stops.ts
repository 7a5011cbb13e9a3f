import { expect, test } from 'vitest'
import type { AgentId } from '../../../contract/api/model.ts'
import type { BackendHarness } from './backend-desk.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const b: AgentId = 'agt-bbbbbbbbbb'
const c: AgentId = 'agt-cccccccccc'

/** What every backend must do when an agent is stopped and restarted. */
export function stops(desk: () => BackendHarness): void {
  test('a stop is told once, after it nothing, and the agent goes on in its conversation', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    await desk().ask(a, ['say: one'])
    desk().perform({ do: 'agent.stop', agent: a, run: 1 })
    await desk().stop(a)
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: !desk().can.resumes })
    expect(await desk().ask(a, ['say: two'])).toEqual({ kind: 'completed', text: 'two' })
    expect(
      desk()
        .heard.types(a)
        .filter((type) => type === 'process.exited'),
    ).toHaveLength(1)
  })

  test('an agent that is stopped in the middle of a turn does not run on', async () => {
    await desk().start(a)
    desk().write(a, ['wait: gate', 'say: never'])
    await desk().driver.held('gate')
    await desk().stop(a)
    expect(desk().heard.types(a).at(-1)).toBe('process.exited')
    const said = desk().heard.facts.filter((fact) => fact.type === 'block.said')
    expect(said).toEqual([])
  })

  test('an agent that hangs in a turn is ended by force, told once, and is started again in its conversation', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    desk().write(a, ['wait: gate', 'say: never'])
    await desk().driver.held('gate')
    desk().perform({ do: 'agent.kill', agent: a, run: 1 })
    await desk().heard.next(a, 'process.exited')
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: !desk().can.resumes })
    const ended = desk().heard.types(a)
    expect(ended.filter((type) => type === 'process.exited')).toHaveLength(1)
  })

  test('an agent that is given another folder takes its conversation along', async () => {
    if (!desk().can.moves) return
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    await desk().stop(a)
    desk().cwd = desk().driver.elsewhere
    const before = desk().launch(a).conversation
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: false })
    expect(await desk().ask(a, ['say: two'])).toEqual({ kind: 'completed', text: 'two' })
    expect(desk().launch(a).conversation).toBe(before)
  })

  test('what is meant for an earlier process is not carried out', async () => {
    await desk().start(a)
    await desk().stop(a)
    await desk().start(a, 2)
    desk().write(a, ['say: old'], 1)
    expect(await desk().ask(a, ['say: new'], 2)).toEqual({ kind: 'completed', text: 'new' })
    expect(
      desk()
        .heard.types(a)
        .filter((type) => type === 'frame.accepted'),
    ).toHaveLength(1)
  })

  test('a start that cannot succeed is refused with words', async () => {
    const launch = desk().driver.hopeless(c, desk().launch(c))
    desk().perform({ do: 'agent.start', agent: c, run: 1, launch })
    const { detail } = await desk().heard.next(c, 'process.refused')
    expect(detail.length).toBeGreaterThan(5)
    expect(desk().heard.types(c)).not.toContain('process.ready')
  })
}

/** What every backend must do when it is closed. */
export function closings(desk: () => BackendHarness): void {
  test('closing ends every process and tells nothing more', async () => {
    await Promise.all([desk().start(a), desk().start(b)])
    desk().write(b, ['wait: gate'])
    await desk().driver.held('gate')
    await desk().driver.backend.close()
    const told = desk().heard.facts.length
    desk().write(a, ['say: nobody hears'])
    await desk().driver.backend.close()
    expect(desk().heard.facts).toHaveLength(told)
  })

  test('what is being closed can be ended at once', async () => {
    await Promise.all([desk().start(a), desk().start(b)])
    desk().write(b, ['wait: gate'])
    await desk().driver.held('gate')
    const told = desk().heard.facts.length
    const closed = desk().driver.backend.close()
    await Promise.all([desk().driver.backend.abort(), closed])
    expect(desk().heard.facts).toHaveLength(told)
  })
}
