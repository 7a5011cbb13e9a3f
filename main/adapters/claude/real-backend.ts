import { existsSync, watch } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentId } from '../../contract/model.ts'
import type { Identities } from '../../ports.ts'
import { Recorder } from '../../testing/recorder.ts'
import { startRehearsal, type WatchedRehearsalModel } from '../rehearsal/server.ts'
import { systemClock } from '../system-clock.ts'
import { AgentBackend, type AgentBackendOptions } from '../processes/agent-backend.ts'
import { ClaudeFamily, type ClaudeOptions } from './family.ts'
import { bareEnvironment } from './environment.ts'
import { signal } from '../processes/system-processes.ts'
import { ToolHost } from './real-tool-host.ts'
import { findTranscript } from './transcript.ts'

/** What a test changes. */
export type RealOptions = AgentBackendOptions & ClaudeOptions

/** The real backend on the rehearsal model, in a folder of its own: for tests and measurements only. */
export class RealBackend {
  readonly heard = new Recorder()
  readonly model: WatchedRehearsalModel
  /** Of its own: HOME, with `config`, `state` and `work` in it. */
  readonly home: string
  readonly backend: AgentBackend
  /** Its agents' tools. */
  readonly tools: ToolHost
  readonly log: string[] = []
  readonly revoked: AgentId[] = []

  static async start(options: Partial<RealOptions> = {}): Promise<RealBackend> {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'janus-claude-')))
    for (const folder of ['work', 'state', 'config']) await mkdir(join(home, folder))
    await writeFile(join(home, 'state', 'secret.txt'), 'the secret of the state folder')
    return new RealBackend(home, await startRehearsal(), await ToolHost.start(), options)
  }

  private constructor(
    home: string,
    model: WatchedRehearsalModel,
    tools: ToolHost,
    options: Partial<RealOptions>,
  ) {
    this.home = home
    this.tools = tools
    this.model = model
    const identities: Identities = {
      issue: (agent) => tools.identity(join(this.state, `${agent}.json`)),
      revoke: (agent) => void this.revoked.push(agent),
      holder: () => null,
    }
    const family = new ClaudeFamily({
      identities,
      stateFolder: this.state,
      mcpServers: toolPrograms,
      environment: { ...bareEnvironment(process.env), PATH: process.env['PATH'], LANG: 'C.UTF-8' },
      appendSystemPrompt: ({ name }) => `You are ${name}.`,
      ...options,
      overrides: { ...rehearsalSettings(model.url, home), ...options.overrides },
    })
    this.backend = new AgentBackend(
      {
        clock: systemClock,
        identities,
        stateFolder: this.state,
        sweep: { command: process.execPath, args: [sweep] },
        log: (line) => void this.log.push(line),
        ...options,
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

  get config(): string {
    return join(this.home, 'config')
  }

  /** The pid of an agent's newest CLI. */
  pid(agent: AgentId): number {
    const spawned = this.heard.facts.findLast(
      (fact) => fact.type === 'process.spawned' && fact.agent === agent,
    )
    return spawned?.type === 'process.spawned' ? spawned.process.pid : 0
  }

  /** `kill -9` of an agent's CLI, and of nothing else. */
  kill(agent: AgentId): void {
    signal(this.pid(agent), 'SIGKILL')
  }

  /** Resolves when the transcript of a conversation holds `text`. */
  recorded(conversation: string, text: string): Promise<void> {
    return new Promise((resolve) => {
      const watcher = watch(this.config, { recursive: true }, () => void look())
      const look = async (): Promise<void> => {
        const path = await findTranscript(this.config, conversation)
        if (path === null || !(await readFile(path, 'utf8')).includes(text)) return
        watcher.close()
        resolve()
      }
      void look()
    })
  }

  /** Resolves when a file is there; `path` is below the home. */
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

/** Resolves when a file is there; its folder must be. */
export function appears(file: string): Promise<void> {
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

const sweep = join(import.meta.dirname, '..', '..', 'shell', 'sweep.ts')

/** A server with the tools `echo`, which notes what it was called with beside its identity, and `hold`. */
const toolServer = join(import.meta.dirname, 'fixtures', 'tool-server.ts')
const tools = { command: process.execPath, args: [toolServer] }

/** Stand-ins for both servers of Janus's tools. */
export const toolPrograms = { 'janus-agents': tools, 'janus-history': tools }

/** An environment that knows no account and no network but the model at `url`. */
export function rehearsalSettings(url: string, home: string): Record<string, string> {
  return {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'config'),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'rehearsal',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
  }
}
