import { randomUUID } from 'node:crypto'
import { existsSync, watch } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AgentId, FrameId } from '../../../contract/api/model.ts'
import type { Picture } from '../../../ports/attachments.ts'
import type { AgentEffect, Clock, Identities, PictureRef } from '../../../ports/ports.ts'
import { Recorder } from '../../../testkit/recorder.ts'
import { startRehearsal, type WatchedRehearsalModel } from '../../rehearsal/testing/watched-model.ts'
import { systemClock } from '../../system-clock.ts'
import { AgentBackend, type AgentBackendOptions } from '../agent-backend.ts'
import type { AgentFamily } from '../agent-family.ts'
import { signal } from '../system-processes.ts'
import { ToolHost } from './tool-host.ts'

type Written = Omit<Extract<AgentEffect, { readonly do: 'agent.write' }>, 'do' | 'agent' | 'text'>

export interface Ground {
  /** A HOME of its own with `work`, `elsewhere` and `state`. */
  readonly home: string
  readonly model: WatchedRehearsalModel
  /** Janus's tools, served in this process. */
  readonly tools: ToolHost
}

export async function layGround(above: string, name: string): Promise<Ground> {
  const home = await realpath(await mkdtemp(join(above, `janus-${name}-`)))
  for (const folder of ['work', 'elsewhere', 'state']) await mkdir(join(home, folder))
  return { home, model: await startRehearsal(), tools: await ToolHost.start() }
}

/** Real agents of one maker with the rehearsal model, for tests and measurements. */
export abstract class RealAgents implements Ground {
  readonly heard = new Recorder()
  readonly home: string
  readonly model: WatchedRehearsalModel
  readonly tools: ToolHost
  readonly log: string[] = []
  readonly revoked: AgentId[] = []
  abstract readonly backend: AgentBackend
  /** Kept apart from `heard`, which tests clear. */
  readonly #pids = new Map<AgentId, number>()

  protected constructor({ home, model, tools }: Ground) {
    this.home = home
    this.model = model
    this.tools = tools
  }

  get work(): string {
    return join(this.home, 'work')
  }

  get state(): string {
    return join(this.home, 'state')
  }

  /** Calls of the tools are recorded in `<path>.calls`. */
  protected identityFile(agent: AgentId): string {
    return join(this.state, `${agent}.json`)
  }

  /** Gives each agent a file in the state folder and a token. */
  protected get identities(): Identities {
    return {
      issue: (agent) => this.tools.identity(this.identityFile(agent)),
      revoke: (agent) => void this.revoked.push(agent),
      holder: () => null,
    }
  }

  /** By path. */
  readonly pictures = new Map<string, Picture>()

  /** Returns a reference for a prompt. */
  keep(path: string, bytes: Buffer): PictureRef {
    this.pictures.set(path, { type: 'image/png', path, data: bytes.toString('base64') })
    return { type: 'image/png', path }
  }

  protected over(
    family: AgentFamily,
    {
      clock = systemClock,
      trust,
      handed,
    }: { readonly clock?: Clock | undefined } & Pick<AgentBackendOptions, 'trust' | 'handed'>,
  ): AgentBackend {
    const backend = new AgentBackend(
      {
        clock,
        identities: this.identities,
        stateFolder: this.state,
        ...(trust === undefined ? {} : { trust }),
        ...(handed === undefined ? {} : { handed }),
        sweep: { command: process.execPath, args: [sweep] },
        log: (line) => void this.log.push(line),
        picture: (path) => this.pictures.get(path) ?? null,
      },
      () => family,
    )
    const { heard } = this
    backend.connect({
      fact: (fact) => {
        if (fact.type === 'process.spawned') this.#pids.set(fact.agent, fact.process.pid)
        heard.fact(fact)
      },
      delta: (delta) => heard.delta(delta),
      offered: (agent, offer) => heard.offered(agent, offer),
      limited: (agent, limits) => heard.limited(agent, limits),
    })
    return backend
  }

  /** Writes a user prompt (run 1 by default); returns its frame. */
  write(agent: AgentId, text: string, change: Partial<Written> = {}): FrameId {
    const frame = change.frame ?? randomUUID()
    const usual = { run: 1, isFromUser: true, how: 'begin' } as const
    this.backend.perform({ do: 'agent.write', agent, text, ...usual, ...change, frame })
    return frame
  }

  /** Like `write`; resolves when the turn ends. */
  turn(agent: AgentId, text: string, change: Partial<Written> = {}) {
    this.write(agent, text, change)
    return this.heard.next(agent, 'turn.ended')
  }

  /** Resolves when the process is gone. */
  async stop(agent: AgentId, run = 1): Promise<void> {
    this.backend.perform({ do: 'agent.stop', agent, run })
    await this.heard.next(agent, 'process.exited')
  }

  /** Of the newest process. */
  pid(agent: AgentId): number {
    const pid = this.#pids.get(agent)
    if (pid === undefined) throw new Error(`${agent} was never started.`)
    return pid
  }

  /** Kills only the program, not its group. */
  kill(agent: AgentId): void {
    signal(this.pid(agent), 'SIGKILL')
  }

  /** Resolves when the file exists; `path`: relative to the home, in an existing folder. */
  appears(path: string): Promise<void> {
    return appears(join(this.home, path))
  }

  async close(): Promise<void> {
    await this.backend.close()
    await this.model.close()
    await this.tools.close()
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Resolves when the file exists, in an existing folder. */
export function appears(file: string): Promise<void> {
  return holdsOnce(dirname(file), () => existsSync(file))
}

/** Resolves when the condition holds; checks on every change below the folder. */
export function holdsOnce(folder: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  return new Promise((resolve) => {
    const look = async (): Promise<void> => {
      if (!(await holds())) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, { recursive: true }, () => void look())
    void look()
  })
}

const main = join(import.meta.dirname, '..', '..', '..')
const sweep = join(main, 'apps', 'programs', 'sweep.ts')
const toolServer = join(main, 'adapters', 'processes', 'testing', 'tool-server.ts')
const tools = { command: process.execPath, args: [toolServer] }

/** Stand-ins for Janus's tool servers; each records its calls beside the identity file. */
export const toolPrograms = { 'janus-agents': tools, 'janus-history': tools }

/** Throws with advice when the program isn't installed. */
export function makersProgram(path: string): string {
  const found = join(main, '..', 'scripts', 'test-agents', 'node_modules', path)
  if (existsSync(found)) return found
  throw new Error(
    `${found} is missing. npm run test:long installs it, as does npm install --no-save --prefix scripts/test-agents`,
  )
}
