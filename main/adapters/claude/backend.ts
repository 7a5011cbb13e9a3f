import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId, FrameId } from '../../contract/model.ts'
import type {
  Backend,
  BackendSink,
  Clock,
  AgentEffect,
  Identities,
  Launch,
  Located,
  ProcessRecord,
  TrustAtStart,
} from '../../ports.ts'
import { AgentRun } from './agent-run.ts'
import { bundledCli } from './installation.ts'
import { childEnvironment } from './environment.ts'
import type { ProgramCommand } from '../processes/command.ts'
import { folderMarker, guardOrphans } from '../processes/orphan-guard.ts'
import { copyConversation } from './conversation.ts'
import { endAll, endOrphans } from '../processes/ladder.ts'
import { toolServers, type RunSettings, type ToolPrograms } from './options.ts'
import type { Heard } from './stream.ts'
import { findTranscript, locate } from './transcript.ts'

/** What the backend is built from. */
export interface ClaudeBackendOptions {
  readonly clock: Clock
  readonly identities: Identities
  /** Janus's own folder, absolute, which must exist; closed to the agents' file tools. */
  readonly stateFolder: string
  /** How the servers of Janus's tools are started; the identity file's path is put behind `args`. */
  readonly mcpServers: ToolPrograms
  /** How what is left of the agents is ended should this process end without a word; their mark is put behind `args`. */
  readonly sweep: ProgramCommand
  /** The person's environment, of which an agent sees a part. */
  readonly environment: NodeJS.ProcessEnv
  /** Set on top, for every agent (rehearsal: another model, another home). */
  readonly overrides?: Readonly<Record<string, string>>
  /** Another CLI than the one that comes with the SDK. */
  readonly cliPath?: string | undefined
  /** Asked before each start; without it no folder's own settings count. */
  readonly trust?: TrustAtStart
  /** What is put behind the CLI's own system prompt; fixed when a conversation begins. */
  appendSystemPrompt(launch: Launch): string
  /** For diagnosis; never holds what was said. */
  log(line: string): void
}

/** The agents as real Claude CLI processes, through the Agent SDK. */
export class ClaudeBackend implements Backend {
  readonly #options: ClaudeBackendOptions
  readonly #environment: Readonly<Record<string, string>>
  /** By its true name, whatever links lead to it. */
  readonly #stateFolder: string
  /** By all its names: the last is without the short ones of Windows. */
  readonly #closedFolders: ReadonlySet<string>
  readonly #runs = new Map<AgentId, AgentRun>()
  /** By this all processes of this life of the app know each other. */
  readonly #marker: string
  #endGuard: (() => void) | null = null
  #sink: BackendSink | null = null
  #closed = false

  constructor(options: ClaudeBackendOptions) {
    this.#options = options
    this.#environment = childEnvironment(options.environment, options.overrides ?? {})
    this.#stateFolder = realpathSync(options.stateFolder)
    const { stateFolder } = options
    this.#closedFolders = new Set([stateFolder, this.#stateFolder, realpathSync.native(stateFolder)])
    this.#marker = `${folderMarker(this.#stateFolder)}${randomUUID()}/`
  }

  connect(sink: BackendSink): void {
    this.#sink = sink
  }

  perform(effect: AgentEffect): void {
    if (this.#closed) return
    try {
      this.#perform(effect)
    } catch (error) {
      this.#options.log(`${effect.do} ${effect.agent}: ${String(error)}`)
    }
  }

  endOrphans(processes: readonly ProcessRecord[]): Promise<void> {
    return endOrphans(this.#options.clock, processes, folderMarker(this.#stateFolder))
  }

  fork(_cwd: string, conversation: string): Promise<string> {
    return copyConversation(this.#configFolder, conversation)
  }

  async close(): Promise<void> {
    this.#closed = true
    const runs = [...this.#runs.values()]
    for (const run of runs) run.stop('spare')
    await Promise.all(runs.map((run) => run.over))
    await endAll(this.#options.clock, null, folderMarker(this.#stateFolder))
    this.#endGuard?.()
  }

  async abort(): Promise<void> {
    this.#closed = true
    for (const run of this.#runs.values()) run.kill()
    await endAll(this.#options.clock, null, folderMarker(this.#stateFolder), 0)
    await Promise.all([...this.#runs.values()].map((run) => run.over))
    this.#endGuard?.()
  }

  #perform(effect: AgentEffect): void {
    switch (effect.do) {
      case 'agent.start':
        return this.#start(effect.agent, effect.run, effect.launch)
      case 'agent.write':
        return this.#at(effect)?.write(effect.frame, effect.text, effect.human, effect.how)
      case 'agent.interrupt':
        return this.#at(effect)?.interrupt()
      case 'agent.configure':
        return this.#at(effect)?.configure(effect.model, effect.permissionMode)
      case 'agent.stop':
        return this.#at(effect)?.stop('interrupt')
      case 'card.decide':
        return this.#at(effect)?.decide(effect.request, effect.decision)
      case 'transcript.locate':
        return void this.#locate(effect)
      case 'agent.forget':
        return void this.#forget(effect.agent)
      default:
        return assertNever(effect)
    }
  }

  #start(agent: AgentId, run: number, launch: Launch): void {
    const before = this.#runs.get(agent)
    before?.stop('interrupt')
    this.#endGuard ??= guardOrphans(this.#options.sweep, this.#marker)
    const settings: RunSettings = {
      clock: this.#options.clock,
      configFolder: this.#configFolder,
      marker: this.#marker,
      trust: this.#options.trust ?? (() => Promise.resolve('plain')),
      log: (line) => this.#options.log(line),
      hear: (heard) => this.#hear(agent, run, heard),
      offered: (offer) => {
        if (!this.#closed) this.#sink?.offered(agent, offer)
      },
      revoke: (id) => this.#options.identities.revoke(id),
      prepare: (id, start) => {
        const identity = this.#options.identities.issue(id)
        return {
          closedFolders: [...this.#closedFolders],
          mcpServers: toolServers(this.#options.mcpServers, identity),
          environment: this.#environment,
          appendSystemPrompt: this.#options.appendSystemPrompt(start),
          overrides: this.#options.overrides ?? {},
          // Always named: out of the packed app's archive the SDK's own choice cannot be started.
          cliPath: this.#options.cliPath ?? bundledCli(),
        }
      },
    }
    this.#runs.set(agent, new AgentRun(agent, run, launch, settings, before?.over ?? Promise.resolve()))
  }

  /** The run an effect means; none when that one is not the newest any more. */
  #at(effect: { readonly agent: AgentId; readonly run: number }): AgentRun | null {
    const run = this.#runs.get(effect.agent)
    return run?.run === effect.run ? run : null
  }

  #hear(agent: AgentId, run: number, heard: Heard): void {
    if (this.#closed) return
    if ('delta' in heard) this.#sink?.delta({ ...heard.delta, agent })
    else this.#sink?.fact({ ...heard.fact, agent, run } as Parameters<BackendSink['fact']>[0])
  }

  async #locate(effect: Extract<AgentEffect, { do: 'transcript.locate' }>): Promise<void> {
    const { agent, conversation, frames } = effect
    const look = async (frame: FrameId): Promise<Located> => {
      const path = await findTranscript(this.#configFolder, conversation)
      const found = path === null ? ({ found: 'absent', text: '' } as const) : await locate(path, frame)
      return { frame, ...found }
    }
    const unknown = (frame: FrameId, error: unknown): Located => {
      // It may be in there: saying "absent" could put it into the conversation twice.
      this.#options.log(`transcript of ${agent}: ${String(error)}`)
      return { frame, found: 'unfinished', text: '' }
    }
    const found = await Promise.all(
      frames.map((frame) => look(frame).catch((error: unknown) => unknown(frame, error))),
    )
    if (!this.#closed) this.#sink?.fact({ type: 'frames.located', agent, found })
  }

  async #forget(agent: AgentId): Promise<void> {
    const run = this.#runs.get(agent)
    run?.stop('interrupt')
    await run?.over
    if (this.#runs.get(agent) === run) this.#runs.delete(agent)
    this.#options.identities.revoke(agent)
  }

  get #configFolder(): string {
    const { CLAUDE_CONFIG_DIR: folder, HOME: home, USERPROFILE: profile } = this.#environment
    return folder ?? join(home ?? profile ?? '.', '.claude')
  }
}

function assertNever(effect: never): never {
  throw new Error(`unknown effect ${JSON.stringify(effect)}`)
}
