import { expectUseTold, withoutUse } from './use-told.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AgentId } from '../contract/model.ts'
import { Desk, type BackendDriver } from './backend-desk.ts'
import { entrances } from './backend-entrances.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const b: AgentId = 'agt-bbbbbbbbbb'

/** What every backend must do, the real one and the one in memory alike. */
export function describeBackend(name: string, makeDriver: () => Promise<BackendDriver>): void {
  describe(name, () => {
    let driver: BackendDriver
    let desk: Desk

    beforeEach(async () => {
      driver = await makeDriver()
      desk = new Desk(driver)
    })

    afterEach(() => driver.close())

    turns(() => desk)
    stops(() => desk)
    deaths(() => desk)
    copies(() => desk)
    permissions(() => desk)
    entrances(() => desk)
  })
}

function turns(desk: () => Desk): void {
  test('an agent starts, reads a prompt and answers, and each step is told', async () => {
    const { heard } = desk()
    expect(await desk().start(a)).toMatchObject({ historyLost: false })
    const frame = desk().write(a, ['say: hello'])
    expect(await heard.next(a, 'frame.accepted')).toMatchObject({ frame, run: 1 })
    expect(await heard.next(a, 'frame.started')).toMatchObject({ frame })
    expect(await heard.next(a, 'block.said')).toMatchObject({ block: { kind: 'text', text: 'hello' } })
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed', text: 'hello' } })
    const types = heard.types(a).filter((type) => type !== 'conversation.changed')
    const first = ['folder.looked', 'process.spawned', 'process.ready', 'frame.accepted']
    expect(types.slice(0, 4)).toEqual(first)
    // The core takes these two in either order.
    expect(types.slice(4, 6).toSorted()).toEqual(['frame.started', 'turn.began'])
    expect(withoutUse(types.slice(6))).toEqual(['block.said', 'turn.ended'])
    expectUseTold(heard.facts)
  })

  test('a CLI that starts says what it offers', async () => {
    await desk().start(a)
    const offer = desk().heard.offers.get(a)
    expect(offer?.commands.map(({ name }) => name)).toContain('compact')
    expect(offer?.models.map(({ value }) => value)).toContain('')
    expect(desk().heard.offers.has(b)).toBe(false)
  })

  test('two agents answer beside each other, each in its own conversation', async () => {
    await Promise.all([desk().start(a), desk().start(b)])
    desk().write(a, ['wait: gate', 'say: slow'])
    await desk().driver.held('gate')
    expect(await desk().ask(b, ['say: quick'])).toEqual({ kind: 'completed', text: 'quick' })
    desk().driver.release('gate')
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'slow' } })
    expect(await desk().ask(a, ['say: again'])).toEqual({ kind: 'completed', text: 'again' })
  })

  test('a conversation that the person has cut down to a summary says so, once, and goes on', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    const frame = desk().command(a, '/compact')
    expect(await desk().heard.next(a, 'frame.started')).toMatchObject({ frame })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({
      outcome: { kind: 'completed', text: '' },
    })
    // From a peer it is text.
    expect(await desk().ask(a, ['/compact', 'say: two'])).toEqual({ kind: 'completed', text: 'two' })
    await desk().stop(a)
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: false })
    expect(await desk().ask(a, ['say: three'])).toEqual({ kind: 'completed', text: 'three' })
    const types = desk().heard.types(a)
    const turns = types.filter((type) => type === 'turn.ended' || type === 'conversation.compacted')
    expect(turns).toEqual([
      ...['turn.ended', 'conversation.compacted', 'turn.ended', 'turn.ended', 'turn.ended'],
    ])
    expect(desk().changes(a)).toBe(0)
    expect(desk().heard.facts.filter(({ type }) => type === 'block.said')).toHaveLength(3)
  })

  test('a permission is asked and its answer goes back; so is a denial', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: done'])
    const card = await desk().heard.next(a, 'card.asked')
    expect(card).toMatchObject({ kind: 'permission', run: 1 })
    desk().decide(a, card.request, { kind: 'allow' })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
    desk().write(a, ['ask: two', 'say: done without'])
    const { request, call } = await desk().heard.next(a, 'card.asked')
    desk().decide(a, request, { kind: 'deny', message: 'not now' })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done without' } })
    expect(callEnds(desk())).toEqual({ [card.call]: 'done', [call]: 'failed' })
  })

  test('an interrupt ends the turn, takes the card back, and the next prompt is read as ever', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: never'])
    const card = await desk().heard.next(a, 'card.asked')
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    expect(await desk().heard.next(a, 'card.withdrawn')).toMatchObject({ request: card.request })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
    expect(callEnds(desk())).toEqual({ [card.call]: 'stopped' })
    expect(await desk().ask(a, ['say: on we go'])).toEqual({ kind: 'completed', text: 'on we go' })
  })

  test('a prompt that waits behind an interrupted turn is not read, and that is told', async () => {
    await desk().start(a)
    desk().write(a, ['wait: gate'])
    await desk().heard.next(a, 'frame.started')
    await desk().driver.held('gate')
    const waiting = desk().write(a, ['say: never'])
    await desk().heard.next(a, 'frame.accepted', ({ frame }) => frame === waiting)
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    await desk().heard.next(a, 'frame.cancelled', ({ frame }) => frame === waiting)
    await desk().heard.next(a, 'turn.ended')
    await desk().stop(a)
    expect(desk().heard.facts.filter((fact) => fact.type === 'frame.started')).toHaveLength(1)
  })
}

function stops(desk: () => Desk): void {
  test('a stop is told once, after it nothing, and the agent goes on in its conversation', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    desk().perform({ do: 'agent.stop', agent: a, run: 1 })
    await desk().stop(a)
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: false, run: 2 })
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

  test('an agent that is given another folder takes its conversation along', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    await desk().stop(a)
    desk().cwd = desk().driver.elsewhere
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: false })
    expect(await desk().ask(a, ['say: two'])).toEqual({ kind: 'completed', text: 'two' })
    expect(desk().changes(a)).toBe(0)
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
    const launch = desk().driver.hopeless(a, desk().launch(a))
    desk().perform({ do: 'agent.start', agent: a, run: 1, launch })
    const { detail } = await desk().heard.next(a, 'process.refused')
    expect(detail.length).toBeGreaterThan(5)
    expect(desk().heard.types(a)).not.toContain('process.ready')
  })

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

function deaths(desk: () => Desk): void {
  test('a death is told, and the transcript says what became of each prompt', async () => {
    await desk().start(a)
    const finished = desk().write(a, ['say: kept'])
    await desk().heard.next(a, 'turn.ended')
    const broken = desk().write(a, ['wait: gate'])
    await desk().driver.recorded(desk().launch(a).conversation, broken)
    desk().driver.kill(a)
    const { detail } = await desk().heard.next(a, 'process.exited')
    expect(detail.length).toBeGreaterThan(5)
    expect(await desk().locate(a, finished, broken, randomUUID())).toMatchObject([
      { found: 'finished', text: 'kept' },
      { found: 'unfinished', text: '' },
      { found: 'absent', text: '' },
    ])
  })

  test('after a death the conversation goes on in a new process', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    desk().driver.kill(a)
    await desk().heard.next(a, 'process.exited')
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: false })
    expect(await desk().ask(a, ['say: two'])).toEqual({ kind: 'completed', text: 'two' })
  })
}

function copies(desk: () => Desk): void {
  test('a copy of a conversation goes on by itself, and so does the original', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    await desk().adopt(b, a)
    expect(await desk().start(b)).toMatchObject({ historyLost: false })
    expect(await desk().ask(b, ['say: in the copy'])).toEqual({ kind: 'completed', text: 'in the copy' })
    expect(await desk().ask(a, ['say: two'])).toEqual({ kind: 'completed', text: 'two' })
    await desk().stop(b)
    expect(await desk().start(b, 2)).toMatchObject({ historyLost: false })
  })

  test('a conversation is copied in the middle of a turn, without disturbing it', async () => {
    await desk().start(a)
    const frame = desk().write(a, ['wait: gate', 'say: one'])
    await desk().driver.held('gate')
    await desk().driver.recorded(desk().launch(a).conversation, frame)
    await desk().adopt(b, a)
    await desk().start(b)
    expect(await desk().ask(b, ['say: in the copy'])).toEqual({ kind: 'completed', text: 'in the copy' })
    desk().driver.release('gate')
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'one' } })
  })

  test('a conversation that was never begun is not copied', async () => {
    const { backend, folder, kind = 'claude', program = null } = desk().driver
    const of = { agent: a, kind, program, cwd: folder, conversation: randomUUID() }
    await expect(backend.fork(of)).rejects.toThrow(/nothing to copy/)
  })
}

function permissions(desk: () => Desk): void {
  test('what is allowed for good is not asked again, in the next process either', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: done'])
    const { request, suggestions } = await desk().heard.next(a, 'card.asked')
    expect(suggestions[0]?.grants.length).toBeGreaterThan(0)
    desk().decide(a, request, { kind: 'allow', suggestion: 0 })
    await desk().heard.next(a, 'turn.ended')
    expect(await desk().ask(a, ['ask: one', 'say: again'])).toEqual({ kind: 'completed', text: 'again' })
    await desk().stop(a)
    desk().allowed = suggestions[0]?.grants ?? []
    await desk().start(a, 2)
    expect(await desk().ask(a, ['ask: one', 'say: later'])).toEqual({ kind: 'completed', text: 'later' })
    expect(desk().heard.facts.filter((fact) => fact.type === 'card.asked')).toHaveLength(1)
    desk().write(a, ['ask: two', 'say: done'])
    await desk().heard.next(a, 'card.asked')
  })

  test('what is allowed once is asked again', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'ask: one', 'say: done'])
    const { request } = await desk().heard.next(a, 'card.asked')
    desk().decide(a, request, { kind: 'allow' })
    await desk().heard.next(a, 'card.asked')
  })
}

/** How each call ended whose result was told. */
function callEnds({ heard }: Desk): Record<string, string> {
  const blocks = heard.facts.flatMap((fact) => (fact.type === 'block.said' ? [fact.block] : []))
  return Object.fromEntries(
    blocks.flatMap((block) => (block.kind === 'result' ? [[block.call, block.end]] : [])),
  )
}
