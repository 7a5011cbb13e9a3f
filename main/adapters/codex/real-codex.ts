import { existsSync, readdirSync, readFileSync, watch } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentId } from '../../contract/model.ts'
import type { Clock, Identities, ToolEndpoints, TrustAtStart } from '../../ports.ts'
import { Recorder } from '../../testing/recorder.ts'
import { AgentBackend } from '../processes/agent-backend.ts'
import { signal } from '../processes/system-processes.ts'
import { writeHome } from '../rehearsal/homes/home.ts'
import { rehearsalHome } from '../rehearsal/homes/homes.ts'
import { startRehearsal, type WatchedRehearsalModel } from '../rehearsal/server.ts'
import { systemClock } from '../system-clock.ts'
import { CodexFamily, type CodexOptions } from './family.ts'
import { Gate } from './gate.ts'
import { findRollout } from './rollout.ts'

/** What a test changes. */
export interface RealCodexOptions extends Partial<CodexOptions> {
  readonly trust?: TrustAtStart
  readonly clock?: Clock
  /** Where the tools are served; without it they are programs. */
  readonly endpoints?: ToolEndpoints
  /** More of the person's settings of Codex. */
  readonly settings?: (home: string) => string
}

/** The real Codex on the rehearsal model, in a folder of its own: for tests and measurements only. */
export class RealCodex {
  readonly heard = new Recorder()
  readonly model: WatchedRehearsalModel
  /** Of its own: HOME, with `codex` (its own home), `state`, `work` and `elsewhere` in it. */
  readonly home: string
  readonly backend: AgentBackend
  readonly log: string[] = []

  static async start(options: RealCodexOptions = {}): Promise<RealCodex> {
    const home = await realpath(await mkdtemp(join(scratch(), 'janus-codex-')))
    for (const folder of ['work', 'elsewhere', 'state']) await mkdir(join(home, folder))
    await writeFile(join(home, 'state', 'secret.txt'), 'the secret of the state folder')
    const model = await startRehearsal()
    writeHome(rehearsalHome('codex', home, model.url))
    await appendFile(join(home, 'codex', '.codex', 'config.toml'), `\n${options.settings?.(home) ?? ''}`)
    return new RealCodex(home, model, options)
  }

  private constructor(home: string, model: WatchedRehearsalModel, options: RealCodexOptions) {
    this.home = home
    this.model = model
    const identities: Identities = {
      issue: (agent) => ({ file: join(this.state, `${agent}.json`), tools: options.endpoints ?? nowhere }),
      revoke: () => {},
      holder: () => null,
    }
    const family = new CodexFamily({
      ...{ identities, stateFolder: this.state, mcpServers: toolPrograms },
      environment: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
      introduction: ({ name }) => `You are ${name}.`,
      path: () => program(),
      gate: new Gate(),
      tools: options.endpoints === undefined ? 'stdio' : 'http',
      ...options,
      overrides: { ...rehearsalHome('codex', home, model.url).environment, ...options.overrides },
    })
    const { trust } = options
    this.backend = new AgentBackend(
      {
        ...{ clock: options.clock ?? systemClock, identities, stateFolder: this.state },
        sweep: { command: process.execPath, args: [sweep] },
        ...(trust === undefined ? {} : { trust: () => trust }),
        log: (line) => void this.log.push(line),
      },
      () => family,
    )
    this.backend.connect(this.heard)
  }

  /** Where agents are started. */
  get work(): string {
    return join(this.home, 'work')
  }

  get state(): string {
    return join(this.home, 'state')
  }

  get codexHome(): string {
    return join(this.home, 'codex', '.codex')
  }

  /** The pid of an agent's newest Codex. */
  pid(agent: AgentId): number {
    const spawned = this.heard.facts.findLast(
      (fact) => fact.type === 'process.spawned' && fact.agent === agent,
    )
    return spawned?.type === 'process.spawned' ? spawned.process.pid : 0
  }

  /** `kill -9` of an agent's Codex, and of nothing else. */
  kill(agent: AgentId): void {
    signal(this.pid(agent), 'SIGKILL')
  }

  /** The conversation that an agent goes on in. */
  conversation(agent: AgentId): string {
    const changed = this.heard.facts.findLast(
      (fact) => fact.type === 'conversation.changed' && fact.agent === agent,
    )
    return changed?.type === 'conversation.changed' ? changed.conversation : ''
  }

  /** Resolves when the file of a conversation holds `text`. */
  recorded(conversation: string, text: string): Promise<void> {
    return new Promise((resolve) => {
      const watcher = watch(this.codexHome, { recursive: true }, () => void look())
      const look = async (): Promise<void> => {
        const path = await findRollout(this.codexHome, conversation)
        if (path === null || !(await readFile(path, 'utf8')).includes(text)) return
        watcher.close()
        resolve()
      }
      void look()
    })
  }

  /** Resolves when a file is there; `path` is below the home. */
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

  async close(): Promise<void> {
    await this.backend.close()
    await this.model.close()
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The program itself, without the Node script that the package puts before it. */
export function program(): string {
  const makers = join(import.meta.dirname, '..', '..', '..', 'agents', 'node_modules', '@openai')
  const packages = existsSync(makers) ? readdirSync(makers) : []
  for (const name of packages.filter((one) => one.startsWith('codex-'))) {
    const [triple] = readdirSync(join(makers, name, 'vendor'))
    const path = join(makers, name, 'vendor', triple ?? '', 'bin', 'codex')
    if (existsSync(path)) return path
  }
  throw new Error('These tests need the programs of other makers: npm ci --prefix agents')
}

/** What the tool server of a test was called with. */
export function callsOf(real: RealCodex, agent: AgentId): string {
  return readFileSync(join(real.state, `${agent}.json.calls`), 'utf8')
}

const nowhere: ToolEndpoints = { urls: { 'janus-agents': '', 'janus-history': '' }, token: '' }

/** Not the folder for temporary files, to which what Codex runs may write. */
function scratch(): string {
  return existsSync('/var/tmp') ? '/var/tmp' : homedir()
}

const sweep = join(import.meta.dirname, '..', '..', 'shell', 'sweep.ts')
const toolServer = join(import.meta.dirname, '..', 'claude', 'fixtures', 'tool-server.ts')
const tools = { command: process.execPath, args: [toolServer] }

/** Stand-ins for both servers of Janus's tools. */
export const toolPrograms = { 'janus-agents': tools, 'janus-history': tools }
