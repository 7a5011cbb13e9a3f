import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  query,
  type Options,
  type Query,
  type SDKMessage,
  type SDKUserMessage,
} from '@anthropic-ai/claude-agent-sdk'
import { selectVariables } from '../../adapters/processes/command.ts'

/** A real Claude CLI with a loopback model, in a temporary folder; only for tests and benchmarks. */
export class RealCli {
  readonly heard: SDKMessage[] = []
  readonly #inbox: SDKUserMessage[] = []
  readonly #watchers = new Set<{
    wants: (message: SDKMessage) => boolean
    tell: (message: SDKMessage) => void
  }>()
  readonly #home: string
  readonly #query: Query
  /** Resolves when the process has ended: with the error, or null after a regular end. */
  readonly ended: Promise<unknown>
  #wake: () => void = () => {}
  #open = true

  static async start(url: string, options: Options = {}): Promise<RealCli> {
    return new RealCli(url, await mkdtemp(join(tmpdir(), 'rehearsal-')), options)
  }

  private constructor(url: string, home: string, options: Options) {
    this.#home = home
    this.#query = query({
      prompt: this.#frames(),
      options: {
        cwd: home,
        settingSources: [],
        strictMcpConfig: true,
        includePartialMessages: true,
        ...options,
        env: { ...lonelyEnvironment(url, home), ...options.env },
      },
    })
    this.ended = this.#listen().then(
      () => null,
      (error: unknown) => error,
    )
  }

  write(text: string, more: Partial<SDKUserMessage> = {}): string {
    const uuid = randomUUID()
    const message = { role: 'user' as const, content: text }
    this.#inbox.push({ type: 'user', message, parent_tool_use_id: null, uuid, ...more })
    this.#wake()
    return uuid
  }

  next(wants: (message: SDKMessage) => boolean): Promise<SDKMessage> {
    return new Promise((resolve) => {
      const watcher = {
        wants,
        tell: (message: SDKMessage) => {
          this.#watchers.delete(watcher)
          resolve(message)
        },
      }
      this.#watchers.add(watcher)
    })
  }

  async ask(text: string): Promise<string> {
    const result = this.next((message) => message.type === 'result')
    this.write(text)
    const message = await result
    return message.type === 'result' && message.subtype === 'success'
      ? message.result
      : JSON.stringify(message)
  }

  /** With `cancelQueued`, as the Escape key does, unread input is canceled too. */
  async interrupt(options: { readonly cancelQueued: boolean } = { cancelQueued: false }): Promise<void> {
    // Missing in the SDK's types.
    await (this.#query as { interrupt(options: object): Promise<unknown> }).interrupt(options)
  }

  stopTask(task: string): Promise<void> {
    return this.#query.stopTask(task)
  }

  async taskOutput(task: string): Promise<string> {
    // Missing in the SDK's types.
    type Telling = { getTaskOutput(task: string): Promise<{ readonly output: string }> }
    return (await (this.#query as unknown as Telling).getTaskOutput(task)).output
  }

  async context(): Promise<{ readonly totalTokens: number; readonly maxTokens: number }> {
    return await this.#query.getContextUsage({ detail: 'summary' })
  }

  async close(): Promise<void> {
    this.#open = false
    this.#wake()
    this.#query.close()
    await this.ended
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 })
  }

  async #listen(): Promise<void> {
    for await (const message of this.#query) {
      this.heard.push(message)
      for (const watcher of [...this.#watchers]) if (watcher.wants(message)) watcher.tell(message)
    }
  }

  async *#frames(): AsyncGenerator<SDKUserMessage> {
    while (this.#open) {
      const frame = this.#inbox.shift()
      if (frame !== undefined) yield frame
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** Variables that a CLI needs to start at all; none except on Windows. */
export function bareEnvironment(): Record<string, string> {
  const gitBash = process.platform === 'win32' ? ['CLAUDE_CODE_GIT_BASH_PATH'] : []
  return selectVariables(process.env, gitBash, process.platform)
}

/** Variables that lead a CLI to the model at `url`, and to no account or other network. */
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

export function lonelyEnvironment(url: string, home: string): Record<string, string> {
  return {
    ...bareEnvironment(),
    ...rehearsalSettings(url, home),
    PATH: process.env['PATH'] ?? '',
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}
