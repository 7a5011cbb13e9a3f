import { existsSync, readdirSync, readFileSync, watch } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentId, FolderTrust } from '../../contract/model.ts'
import type { Clock, Identities } from '../../ports.ts'
import { Recorder } from '../../testing/recorder.ts'
import { AgentBackend } from '../processes/agent-backend.ts'
import { signal } from '../processes/system-processes.ts'
import { writeHome } from '../rehearsal/homes/home.ts'
import { rehearsalHome, type RehearsedKind } from '../rehearsal/homes/homes.ts'
import { startRehearsal, type WatchedRehearsalModel } from '../rehearsal/server.ts'
import { systemClock } from '../system-clock.ts'
import { openAcp, type AcpKind } from './program.ts'
import { startToolHost, type ToolHost } from './real-tool-host.ts'

/** What a test changes. */
export interface RealAcpOptions {
  readonly clock?: Clock
  /** Whose home and account the program has; that of its kind without it. */
  readonly home?: RehearsedKind
  /** Set on top, for every process. */
  readonly environment?: Readonly<Record<string, string>>
  /** How the folder stands; without it, as one that brings nothing along. */
  readonly trust?: FolderTrust
  /** Janus's tools over HTTP, not as programs. */
  readonly http?: boolean
  /** Path of the program, in place of the one that is installed for the tests. */
  readonly path?: string
  readonly introduction?: string
}

/** A backend of one kind of agents on the rehearsal model, in a folder of its own: for tests and measurements only. */
export class RealAcp {
  readonly heard = new Recorder()
  readonly model: WatchedRehearsalModel
  /** Where Janus's tools are over HTTP; null: they are programs. */
  readonly host: ToolHost | null
  readonly kind: AcpKind
  readonly home: string
  readonly backend: AgentBackend
  readonly log: string[] = []
  readonly revoked: AgentId[] = []
  readonly #pids = new Map<AgentId, number>()

  static async start(kind: AcpKind, options: RealAcpOptions = {}): Promise<RealAcp> {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'janus-acp-')))
    for (const folder of ['work', 'elsewhere', 'state']) await mkdir(join(home, folder))
    const host = options.http === true ? await startToolHost(join(home, 'state')) : null
    return new RealAcp(kind, home, await startRehearsal(), host, options)
  }

  private constructor(
    kind: AcpKind,
    home: string,
    model: WatchedRehearsalModel,
    host: ToolHost | null,
    options: RealAcpOptions,
  ) {
    this.kind = kind
    this.home = home
    this.model = model
    this.host = host
    const identities: Identities = {
      issue: (agent) => ({ file: join(this.state, `${agent}.json`), tools: host?.endpoints ?? nowhere }),
      revoke: (agent) => void this.revoked.push(agent),
      holder: () => null,
    }
    const rehearsed = rehearsalHome(options.home ?? (kind === 'other' ? 'codex' : kind), home, model.url)
    writeHome(rehearsed)
    const clock = options.clock ?? systemClock
    const log = (line: string): void => void this.log.push(line)
    const { family } = openAcp(kind, {
      ...{ clock, identities, stateFolder: this.state, mcpServers: toolPrograms, modelUrl: model.url, log },
      tools: host === null ? 'stdio' : 'http',
      ...{ chosenPath: () => options.path ?? installed(kind) },
      environment: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        LANG: 'C.UTF-8',
        TERM: 'dumb',
      },
      rehearsal: { ...rehearsed.environment, ...options.environment },
      introduction: () => options.introduction ?? '',
    })
    const sweepWith = { command: process.execPath, args: [sweep] }
    const trust = () => () => Promise.resolve(options.trust ?? ('plain' as const))
    this.backend = new AgentBackend(
      { clock, identities, stateFolder: this.state, sweep: sweepWith, log, trust },
      () => family,
    )
    const { heard } = this
    this.backend.connect({
      fact: (fact) => {
        if (fact.type === 'process.spawned') this.#pids.set(fact.agent, fact.process.pid)
        heard.fact(fact)
      },
      delta: (delta) => heard.delta(delta),
      offered: (agent, offer) => heard.offered(agent, offer),
    })
  }

  get work(): string {
    return join(this.home, 'work')
  }

  get state(): string {
    return join(this.home, 'state')
  }

  /** The pid of an agent's newest program. */
  pid(agent: AgentId): number {
    return this.#pids.get(agent) ?? 0
  }

  /** `kill -9` of its whole group. */
  kill(agent: AgentId): void {
    signal(-this.pid(agent), 'SIGKILL')
  }

  /** Resolves when a file below the home is there; its folder must be. */
  appears(path: string): Promise<void> {
    const file = join(this.home, path)
    return new Promise((resolve) => {
      const look = (): void => {
        if (!existsSync(file)) return
        watcher.close()
        resolve()
      }
      const watcher = watch(dirname(file), look)
      look()
    })
  }

  /** Resolves when the program's own files hold this text. */
  recorded(text: string): Promise<void> {
    const own = join(this.home, this.kind === 'other' ? 'codex' : this.kind)
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds(own, text)) return
        watcher.close()
        resolve()
      }
      const watcher = watch(own, { recursive: true }, look)
      look()
    })
  }

  async close(): Promise<void> {
    await this.backend.close()
    await this.model.close()
    await this.host?.close()
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Whether a file below a folder holds this text. */
function holds(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && contains(join(entry.parentPath, entry.name), text),
  )
}

function contains(file: string, text: string): boolean {
  try {
    return readFileSync(file).includes(text)
  } catch {
    // Gone again: it was a temporary one.
    return false
  }
}

const root = join(import.meta.dirname, '..', '..', '..')
const sweep = join(root, 'main', 'shell', 'sweep.ts')

const names: Readonly<Record<AcpKind, string>> = {
  gemini: '.bin/gemini',
  opencode: 'opencode-linux-x64/bin/opencode',
  qwen: '.bin/qwen',
  copilot: '.bin/copilot',
  other: '@agentclientprotocol/codex-acp/dist/index.js',
}

/** Where the program of a kind is that the tests try. Throws, with what to do, where it is not installed. */
export function installed(kind: AcpKind): string {
  const path = join(root, 'agents', 'node_modules', names[kind])
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm ci --prefix agents first`)
  return path
}

/** The command line of the agent that answers in version 2 of the protocol. */
export const codexLine = (): string => `${process.execPath} ${installed('other')}`

/** There are none over HTTP. */
const nowhere = { urls: { 'janus-agents': '', 'janus-history': '' }, token: '' }

const toolServer = join(import.meta.dirname, '..', 'claude', 'fixtures', 'tool-server.ts')
const tools = { command: process.execPath, args: [toolServer] }

/** Stand-ins for both servers of Janus's tools, with the tools `echo` and `hold`. */
export const toolPrograms = { 'janus-agents': tools, 'janus-history': tools }
