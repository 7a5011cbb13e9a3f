import { randomUUID } from 'node:crypto'
import type { Abilities } from '../../../contract/agents/abilities.ts'
import type { AgentKind } from '../../../contract/agents/kinds.ts'
import type { AgentId, FrameId, Permission } from '../../../contract/api/model.ts'
import type { AgentEffect, Backend, Entrance, Launch, Located } from '../../../ports/ports.ts'
import { allAbilities } from './all-abilities.ts'
import type { Recorder } from '../../recorder.ts'
import { makeLaunch } from '../../factories/launch.ts'

/** The abilities of a backend's processes that these tests ask about. */
export interface DriverAbilities extends Omit<Abilities, 'switchesTo' | 'countsAll' | 'efforts'> {
  /** Runs background tasks, and has a command that compacts its conversation. */
  readonly extras: boolean
  /** Reports a prompt as read at once; else with the first text or action of its answer. */
  readonly readsAtOnce: boolean
  /** The conversation can be resumed in another folder. */
  readonly moves: boolean
  /** Its model distinguishes interrupted prompts from steered ones; else it continues the interrupted ones. */
  readonly tellsCuts: boolean
}

const everything: DriverAbilities = {
  ...allAbilities,
  extras: true,
  readsAtOnce: true,
  moves: true,
  tellsCuts: true,
}

/**
 * A backend under test. Its models understand scripts with a step on each line: `say: TEXT`, `wait: NAME`
 * (until released), `ask: NAME` (a permission; the turn continues when it is decided), `work: NAME` (a tool
 * that runs until `finish`) and `background: N` (a background task, until `finish`, or for N seconds).
 */
export interface BackendDriver {
  readonly backend: Backend
  /** The kind to start; Claude by default. */
  readonly kind?: AgentKind
  /** The command line of a custom kind. */
  readonly program?: string
  /** Defaults to all abilities. A missing one must be reported as missing. */
  readonly abilities?: DriverAbilities
  readonly heard: Recorder
  /** The effect of a background command's end; by default it starts a turn. */
  readonly background?: 'counts'
  /** A folder in which an agent can start. */
  readonly folder: string
  readonly elsewhere: string
  /** Makes a launch that fails, in that folder or another. */
  readonly hopeless: (agent: AgentId, launch: Launch) => Launch
  /** Makes a prompt for the model from steps. */
  readonly script: (steps: readonly string[]) => string
  /** Resolves when a model waits at this name. */
  readonly held: (name: string) => Promise<void>
  /** Continues the models that wait at this name. */
  readonly release: (name: string) => void
  /** Resolves when a tool runs at this name. */
  readonly working: (name: string) => Promise<void>
  readonly finish: (name: string) => void
  /** Resolves when the conversation's transcript has this prompt. */
  readonly recorded: (conversation: string, frame: FrameId) => Promise<void>
  readonly kill: (agent: AgentId) => void
  readonly close: () => Promise<void>
}

/** What a process reports when it is ready. */
interface Ready {
  readonly historyLost: boolean
  readonly abilities: Abilities
}

/** Whether an agent's latest process is alive, according to the reports. */
function isAlive(types: readonly string[]): boolean {
  return types.lastIndexOf('process.spawned') > types.lastIndexOf('process.exited')
}

type Decision = Extract<AgentEffect, { do: 'card.decide' }>['decision']

export class BackendHarness {
  readonly driver: BackendDriver
  readonly #conversations = new Map<AgentId, string>()
  readonly #runs = new Map<AgentId, number>()
  /** Runs of each agent before this test's first. */
  readonly #before = new Map<AgentId, number>()
  /** What the running processes reported when they became ready. */
  readonly #ready = new Map<AgentId, Ready>()
  allowed: readonly Permission[] = []
  cwd: string

  constructor(driver: BackendDriver) {
    this.driver = driver
    this.cwd = driver.folder
  }

  get heard(): Recorder {
    return this.driver.heard
  }

  /** How often an agent's conversation changed, not counting a new one's first id. */
  changes(agent: AgentId): number {
    const types = this.heard.types(agent)
    return types.slice(types.indexOf('process.ready')).filter((type) => type === 'conversation.changed')
      .length
  }

  get can(): DriverAbilities {
    return this.driver.abilities ?? everything
  }

  /** Resolves once the tool of a prompt runs and the backend has reported it. */
  async working(agent: AgentId, name: string): Promise<void> {
    await this.driver.working(name)
    await this.heard.calls(agent)
  }

  perform(effect: AgentEffect): void {
    const run = 'run' in effect ? { run: effect.run + (this.#before.get(effect.agent) ?? 0) } : {}
    this.driver.backend.perform({ ...effect, ...run } as AgentEffect)
  }

  /** Begins the next test with the running processes; their current run counts as the first. */
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

  /** Ends a test: kills processes that are in the middle of something, and forgets those that have ended. */
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
      // An open turn would be continued.
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

  /** The agent may have chosen another id than it was started with. */
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

  /** Starts the agent, unless an earlier test left it running. */
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

  /** Writes a command of the CLI as if the user had typed it. */
  command(agent: AgentId, text: string): FrameId {
    const frame = randomUUID()
    const run = this.#runs.get(agent) ?? 1
    this.perform({ do: 'agent.write', agent, run, frame, text, isFromUser: true, how: 'begin' })
    return frame
  }

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

  /** Locates frames in the transcript, in order. */
  async locate(agent: AgentId, ...frames: FrameId[]): Promise<readonly Located[]> {
    const conversation = this.#conversation(agent) ?? ''
    const { kind, program } = this.launch(agent)
    const cwd = this.driver.folder
    this.perform({ do: 'transcript.locate', agent, kind, program, cwd, conversation, frames })
    const { found } = await this.heard.next(agent, 'frames.located')
    return frames.flatMap((frame) => found.filter((one) => one.frame === frame))
  }
}
