import { randomUUID } from 'node:crypto'
import type { AgentKind } from '../contract/kinds.ts'
import type { AgentId, FrameId, Grant } from '../contract/model.ts'
import type { AgentEffect, Backend, Entrance, Launch, Located } from '../ports.ts'
import type { Recorder } from './recorder.ts'

/**
 * A backend under test. Its models understand scripts of one step a line: `say: TEXT`, `wait: NAME` (until
 * released), `ask: NAME` (a permission; the turn goes on when it is decided), `work: NAME` (a tool that runs until
 * it is let end) and `background: 1` (a task in the background, of a second).
 */
export interface BackendDriver {
  readonly backend: Backend
  /** What is started; Claude's without it. */
  readonly kind?: AgentKind
  /** Its command line, where it is one of no known kind. */
  readonly program?: string
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

type Decision = Extract<AgentEffect, { do: 'card.decide' }>['decision']

/** Short ways to say what these tests say often. */
export class Desk {
  readonly driver: BackendDriver
  readonly #conversations = new Map<AgentId, string>()
  readonly #runs = new Map<AgentId, number>()
  /** What every launch is allowed for good. */
  allowed: readonly Grant[] = []
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

  perform(effect: AgentEffect): void {
    this.driver.backend.perform(effect)
  }

  launch(agent: AgentId): Launch {
    const known = this.#conversations.get(agent)
    const conversation = this.#goesOnIn(agent) ?? known ?? randomUUID()
    this.#conversations.set(agent, conversation)
    const { kind = 'claude', program = null } = this.driver
    const fixed = { kind, program, model: null, permissionMode: 'default', name: agent, role: '' } as const
    return {
      cwd: this.cwd,
      conversation,
      conversed: known !== undefined,
      allowed: this.allowed,
      ...fixed,
    }
  }

  /** The conversation that an agent's process has said to go on in, where it chooses the id itself. */
  #goesOnIn(agent: AgentId): string | undefined {
    const changed = this.heard.facts.findLast(
      (fact) => fact.agent === agent && fact.type === 'conversation.changed',
    )
    return changed?.type === 'conversation.changed' ? changed.conversation : undefined
  }

  start(agent: AgentId, run = 1): Promise<{ historyLost: boolean }> {
    this.#runs.set(agent, run)
    this.perform({ do: 'agent.start', agent, run, launch: this.launch(agent) })
    return this.heard.next(agent, 'process.ready', (fact) => fact.run === run)
  }

  write(agent: AgentId, steps: readonly string[], run?: number): FrameId {
    return this.put(agent, 'begin', steps, run)
  }

  /** Writes what the person typed, a command of the CLI. */
  command(agent: AgentId, text: string): FrameId {
    const frame = randomUUID()
    const run = this.#runs.get(agent) ?? 1
    this.perform({ do: 'agent.write', agent, run, frame, text, human: true, how: 'begin' })
    return frame
  }

  /** Writes a frame that enters in this way. */
  put(agent: AgentId, how: Entrance, steps: readonly string[], run = this.#runs.get(agent) ?? 1): FrameId {
    const frame = randomUUID()
    const text = this.driver.script(steps)
    this.perform({ do: 'agent.write', agent, run, frame, text, human: false, how })
    return frame
  }

  async ask(agent: AgentId, steps: readonly string[], run?: number): Promise<unknown> {
    this.write(agent, steps, run)
    return (await this.heard.next(agent, 'turn.ended')).outcome
  }

  decide(agent: AgentId, request: string, decision: Decision): void {
    this.perform({ do: 'card.decide', agent, run: this.#runs.get(agent) ?? 1, request, decision })
  }

  /** Gives an agent a copy of another's conversation. */
  async adopt(agent: AgentId, original: AgentId): Promise<void> {
    const { kind, program, cwd, conversation } = this.launch(original)
    const copy = await this.driver.backend.fork({ agent: original, kind, program, cwd, conversation })
    this.#conversations.set(agent, copy)
  }

  async stop(agent: AgentId): Promise<void> {
    this.perform({ do: 'agent.stop', agent, run: this.#runs.get(agent) ?? 1 })
    await this.heard.next(agent, 'process.exited')
  }

  /** Where each of the frames stands, in their order. */
  async locate(agent: AgentId, ...frames: FrameId[]): Promise<readonly Located[]> {
    const { kind, program, conversation } = this.launch(agent)
    const cwd = this.driver.folder
    this.perform({ do: 'transcript.locate', agent, kind, program, cwd, conversation, frames })
    const { found } = await this.heard.next(agent, 'frames.located')
    return frames.flatMap((frame) => found.filter((one) => one.frame === frame))
  }
}
