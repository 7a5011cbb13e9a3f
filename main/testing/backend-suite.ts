import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AgentId, FrameId } from '../contract/model.ts'
import type { Backend, Launch } from '../ports.ts'
import type { Recorder } from './recorder.ts'

/**
 * A backend under test. Its models understand scripts of one step a line: `say: TEXT`, `wait: NAME` (until
 * released) and `ask: NAME` (a permission; the turn goes on when it is decided).
 */
export interface BackendDriver {
  readonly backend: Backend
  readonly heard: Recorder
  /** A folder that an agent can be started in. */
  readonly folder: string
  /** A launch that cannot succeed, in that folder or another. */
  readonly hopeless: (agent: AgentId, launch: Launch) => Launch
  /** Makes a script of what a model understands. */
  readonly script: (steps: readonly string[]) => string
  /** Resolves when a model waits at this name. */
  readonly held: (name: string) => Promise<void>
  /** Lets the models that wait at this name go on. */
  readonly release: (name: string) => void
  /** Resolves when the conversation's transcript holds this prompt. */
  readonly recorded: (conversation: string, frame: FrameId) => Promise<void>
  /** The CLI of this agent dies at once. */
  readonly kill: (agent: AgentId) => void
  readonly close: () => Promise<void>
}

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
    expect(heard.types(a).slice(0, 4)).toEqual([
      ...['folder.looked', 'process.spawned', 'process.ready', 'frame.accepted'],
    ])
    // The core takes these two in either order.
    expect(heard.types(a).slice(4, 6).toSorted()).toEqual(['frame.started', 'turn.began'])
    expect(heard.types(a).slice(6)).toEqual(['block.said', 'turn.ended'])
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

  test('a permission is asked and its answer goes back; so is a denial', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: done'])
    const card = await desk().heard.next(a, 'card.asked')
    expect(card).toMatchObject({ kind: 'permission', run: 1 })
    desk().decide(a, card.request, { kind: 'allow' })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
    desk().write(a, ['ask: two', 'say: done without'])
    const { request } = await desk().heard.next(a, 'card.asked')
    desk().decide(a, request, { kind: 'deny', message: 'not now' })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done without' } })
  })

  test('an interrupt ends the turn, takes the card back, and the next prompt is read as ever', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: never'])
    const card = await desk().heard.next(a, 'card.asked')
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    expect(await desk().heard.next(a, 'card.withdrawn')).toMatchObject({ request: card.request })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
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
    expect(await desk().locate(a, finished)).toMatchObject({ found: 'finished', text: 'kept' })
    expect(await desk().locate(a, broken)).toMatchObject({ found: 'unfinished', text: '' })
    expect(await desk().locate(a, randomUUID())).toMatchObject({ found: 'absent', text: '' })
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

type Effect = Parameters<Backend['perform']>[0]
type Decision = Extract<Effect, { do: 'card.decide' }>['decision']

/** Short ways to say what these tests say often. */
class Desk {
  readonly driver: BackendDriver
  readonly #conversations = new Map<AgentId, string>()
  readonly #runs = new Map<AgentId, number>()

  constructor(driver: BackendDriver) {
    this.driver = driver
  }

  get heard(): Recorder {
    return this.driver.heard
  }

  perform(effect: Effect): void {
    this.driver.backend.perform(effect)
  }

  launch(agent: AgentId): Launch {
    const known = this.#conversations.get(agent)
    const conversation = known ?? randomUUID()
    this.#conversations.set(agent, conversation)
    const fixed = { model: null, permissionMode: 'default', name: agent, role: '', allowed: [] } as const
    return { cwd: this.driver.folder, conversation, conversed: known !== undefined, ...fixed }
  }

  start(agent: AgentId, run = 1): Promise<{ historyLost: boolean }> {
    this.#runs.set(agent, run)
    this.perform({ do: 'agent.start', agent, run, launch: this.launch(agent) })
    return this.heard.next(agent, 'process.ready', (fact) => fact.run === run)
  }

  write(agent: AgentId, steps: readonly string[], run = this.#runs.get(agent) ?? 1): FrameId {
    const frame = randomUUID()
    const text = this.driver.script(steps)
    this.perform({ do: 'agent.write', agent, run, frame, text, human: false })
    return frame
  }

  async ask(agent: AgentId, steps: readonly string[], run?: number): Promise<unknown> {
    this.write(agent, steps, run)
    return (await this.heard.next(agent, 'turn.ended')).outcome
  }

  decide(agent: AgentId, request: string, decision: Decision): void {
    this.perform({ do: 'card.decide', agent, run: this.#runs.get(agent) ?? 1, request, decision })
  }

  async stop(agent: AgentId): Promise<void> {
    this.perform({ do: 'agent.stop', agent, run: this.#runs.get(agent) ?? 1 })
    await this.heard.next(agent, 'process.exited')
  }

  locate(agent: AgentId, frame: FrameId): Promise<unknown> {
    const conversation = this.#conversations.get(agent) ?? ''
    this.perform({ do: 'transcript.locate', agent, cwd: this.driver.folder, conversation, frame })
    return this.heard.next(agent, 'frame.located', (fact) => fact.frame === frame)
  }
}
