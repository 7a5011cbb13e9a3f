import { randomUUID } from 'node:crypto'
import type { Abilities } from '../../../contract/agents/abilities.ts'
import type { AgentKind } from '../../../contract/agents/kinds.ts'
import type { AgentId, FrameId, Permission } from '../../../contract/api/model.ts'
import type { AgentEffect, Backend, Entrance, Launch, Located } from '../../../ports/ports.ts'
import { allAbilities } from './all-abilities.ts'
import type { Recorder } from '../../recorder.ts'
import { makeLaunch } from '../../factories/launch.ts'

/** What a backend's processes can do, as far as these tests ask, and what only they ask. */
export interface DriverAbilities extends Omit<Abilities, 'switchesTo' | 'countsAll' | 'efforts'> {
  /** Runs tasks in the background, and has a command that cuts its conversation down. */
  readonly extras: boolean
  /** A prompt is told as read at once; else with the first word or action of its answer. */
  readonly readsAtOnce: boolean
  /** The conversation goes on in another folder too. */
  readonly moves: boolean
  /** Its model can tell what was cut off from what was steered in: else it goes on with what was cut off. */
  readonly tellsCuts: boolean
}

/** Of one that can do everything. */
const everything: DriverAbilities = {
  ...allAbilities,
  extras: true,
  readsAtOnce: true,
  moves: true,
  tellsCuts: true,
}

/**
 * A backend under test. Its models understand scripts of one step a line: `say: TEXT`, `wait: NAME` (until
 * released), `ask: NAME` (a permission; the turn goes on when it is decided), `work: NAME` (a tool that runs until
 * it is let end) and `background: N` (a task in the background, until it is let end, or of so many seconds).
 */
export interface BackendDriver {
  readonly backend: Backend
  /** What is started; Claude's without it. */
  readonly kind?: AgentKind
  /** Its command line, where it is one of no known kind. */
  readonly program?: string
  /** What its processes can do; all that there is without it. What is absent has to be told as absent. */
  readonly abilities?: DriverAbilities
  readonly heard: Recorder
  /** What a command in the background does when it ends; without it, it begins a turn of the agent's own. */
  readonly background?: 'counts'
  /** A folder that an agent can be started in. */
  readonly folder: string
  /** Another one. */
  readonly elsewhere: string
  /** A launch that cannot succeed, in that folder or another. */
  readonly hopeless: (agent: AgentId, launch: Launch) => Launch
  /** Makes a script of what a model understands. */
  readonly script: (steps: readonly string[]) => string
  /** Resolves when a model waits at this name. */
  readonly held: (name: string) => Promise<void>
  /** Lets the models that wait at this name go on. */
  readonly release: (name: string) => void
  /** Resolves when a tool runs at this name. */
  readonly working: (name: string) => Promise<void>
  /** Lets that tool end. */
  readonly finish: (name: string) => void
  /** Resolves when the conversation's transcript holds this prompt. */
  readonly recorded: (conversation: string, frame: FrameId) => Promise<void>
  /** The CLI of this agent dies at once. */
  readonly kill: (agent: AgentId) => void
  readonly close: () => Promise<void>
}

/** What a process tells of itself when it is ready. */
interface Ready {
  readonly historyLost: boolean
  readonly abilities: Abilities
}

/** Whether the newest process of an agent is there, by what was told of it. */
function isAlive(types: readonly string[]): boolean {
  return types.lastIndexOf('process.spawned') > types.lastIndexOf('process.exited')
}

type Decision = Extract<AgentEffect, { do: 'card.decide' }>['decision']

/** Short ways to say what these tests say often. */
export class Desk {
  readonly driver: BackendDriver
  readonly #conversations = new Map<AgentId, string>()
  readonly #runs = new Map<AgentId, number>()
  /** How many runs of an agent were before this test's first. */
  readonly #before = new Map<AgentId, number>()
  /** What the processes that are there told when they were ready. */
  readonly #ready = new Map<AgentId, Ready>()
  /** What every launch is allowed for good. */
  allowed: readonly Permission[] = []
  /** Where every launch is. */
  cwd: string

  constructor(driver: BackendDriver) {
    this.driver = driver
    this.cwd = driver.folder
  }

  get heard(): Recorder {
    return this.driver.heard
  }

  /** How often an agent's conversation became another one; not counted is that a new one gets its name. */
  changes(agent: AgentId): number {
    const types = this.heard.types(agent)
    return types.slice(types.indexOf('process.ready')).filter((type) => type === 'conversation.changed')
      .length
  }

  /** What can be asked of the backend under test. */
  get can(): DriverAbilities {
    return this.driver.abilities ?? everything
  }

  /** Resolves once the tool of a prompt runs, and the backend has told so. */
  async working(agent: AgentId, name: string): Promise<void> {
    await this.driver.working(name)
    await this.heard.calls(agent)
  }

  perform(effect: AgentEffect): void {
    const run = 'run' in effect ? { run: effect.run + (this.#before.get(effect.agent) ?? 0) } : {}
    this.driver.backend.perform({ ...effect, ...run } as AgentEffect)
  }

  /** The next test begins, with the processes of the one before: a run of theirs is the first again. */
  handOn(): void {
    this.heard.forget()
    this.allowed = []
    this.cwd = this.driver.folder
    for (const [agent, run] of this.#runs) {
      const all = run + (this.#before.get(agent) ?? 0)
      this.#before.set(agent, this.#ready.has(agent) ? all - 1 : all)
      this.#runs.set(agent, this.#ready.has(agent) ? 1 : 0)
    }
  }

  /** A test is over: what is in the middle of something is ended, what has ended is not handed on. */
  async settle(): Promise<void> {
    for (const [agent, run] of this.#runs) {
      const types = this.heard.types(agent)
      const isGone = types.includes('process.exited') && !isAlive(types)
      const last = types.findLast((type) =>
        /^(frame|turn)\.(accepted|started|cancelled|began|ended)$/.test(type),
      )
      const isBusy = last !== undefined && last !== 'turn.ended' && last !== 'frame.cancelled'
      this.#keepConversation(agent)
      if (!isGone && !isBusy) continue
      this.#ready.delete(agent)
      // What is open in it would be gone on with.
      this.#conversations.delete(agent)
      if (isGone) continue
      this.perform({ do: 'agent.stop', agent, run })
      await this.heard.next(agent, 'process.exited')
    }
  }

  launch(agent: AgentId): Launch {
    const known = this.#conversation(agent)
    const conversation = known ?? randomUUID()
    this.#conversations.set(agent, conversation)
    const { kind = 'claude', program = null } = this.driver
    return makeLaunch({
      kind,
      program,
      cwd: this.cwd,
      conversation,
      conversed: known !== undefined,
      allowed: this.allowed,
      name: agent,
    })
  }

  /** The agent may have chosen another one than it was started with. */
  #conversation(agent: AgentId): string | undefined {
    this.#keepConversation(agent)
    return this.#conversations.get(agent)
  }

  #keepConversation(agent: AgentId): void {
    const changed = this.heard.facts.findLast(
      (fact) => fact.type === 'conversation.changed' && fact.agent === agent,
    )
    if (changed?.type === 'conversation.changed' && this.#conversations.has(agent))
      this.#conversations.set(agent, changed.conversation)
  }

  /** Starts it, if the first run of this test was not handed on by another. */
  async start(agent: AgentId, run = 1): Promise<Ready> {
    const ready = this.#ready.get(agent)
    const isHandedOn = run === 1 && ready !== undefined && this.#runs.get(agent) === 1
    this.#runs.set(agent, run)
    if (isHandedOn) return ready
    const launch = this.launch(agent)
    this.perform({ do: 'agent.start', agent, run, launch })
    const actual = run + (this.#before.get(agent) ?? 0)
    const told = await this.heard.next(agent, 'process.ready', (fact) => fact.run === actual)
    this.#ready.set(agent, told)
    return told
  }

  write(agent: AgentId, steps: readonly string[], run?: number): FrameId {
    return this.put(agent, 'begin', steps, run)
  }

  /** Writes what the user typed, a command of the CLI. */
  command(agent: AgentId, text: string): FrameId {
    const frame = randomUUID()
    const run = this.#runs.get(agent) ?? 1
    this.perform({ do: 'agent.write', agent, run, frame, text, isFromUser: true, how: 'begin' })
    return frame
  }

  /** Writes a frame that enters in this way. */
  put(agent: AgentId, how: Entrance, steps: readonly string[], run = this.#runs.get(agent) ?? 1): FrameId {
    const frame = randomUUID()
    const text = this.driver.script(steps)
    this.perform({ do: 'agent.write', agent, run, frame, text, isFromUser: false, how })
    return frame
  }

  async ask(agent: AgentId, steps: readonly string[], run?: number): Promise<unknown> {
    this.write(agent, steps, run)
    return (await this.heard.next(agent, 'turn.ended')).outcome
  }

  decide(agent: AgentId, request: string, decision: Decision): void {
    this.perform({ do: 'card.decide', agent, run: this.#runs.get(agent) ?? 1, request, decision })
  }

  /** Ends something that runs beside its turns. */
  stopTask(agent: AgentId, task: string): void {
    this.perform({ do: 'agent.stopTask', agent, run: this.#runs.get(agent) ?? 1, task })
  }

  /** Gives an agent a copy of another's conversation. */
  async adopt(agent: AgentId, original: AgentId): Promise<void> {
    const { kind, program, cwd, conversation } = this.launch(original)
    if (this.#ready.has(agent)) await this.stop(agent)
    const copy = await this.driver.backend.fork({ agent: original, kind, program, cwd, conversation })
    if (copy === null) throw new Error('nothing was copied')
    this.#conversations.set(agent, copy)
  }

  async stop(agent: AgentId): Promise<void> {
    this.perform({ do: 'agent.stop', agent, run: this.#runs.get(agent) ?? 1 })
    await this.heard.next(agent, 'process.exited')
    this.#keepConversation(agent)
    this.#ready.delete(agent)
  }

  /** Where each of the frames stands, in their order. */
  async locate(agent: AgentId, ...frames: FrameId[]): Promise<readonly Located[]> {
    const conversation = this.#conversation(agent) ?? ''
    const { kind, program } = this.launch(agent)
    const cwd = this.driver.folder
    this.perform({ do: 'transcript.locate', agent, kind, program, cwd, conversation, frames })
    const { found } = await this.heard.next(agent, 'frames.located')
    return frames.flatMap((frame) => found.filter((one) => one.frame === frame))
  }
}
