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

/** One real Claude CLI on a loopback model, in a folder of its own: for tests and measurements only. */
export class RealCli {
  readonly heard: SDKMessage[] = []
  readonly #inbox: SDKUserMessage[] = []
  readonly #watchers = new Set<{
    wants: (message: SDKMessage) => boolean
    tell: (message: SDKMessage) => void
  }>()
  readonly #home: string
  readonly #query: Query
  /** Resolves when the process is gone: with why, or with null after a regular end. */
  readonly ended: Promise<unknown>
  #wake: () => void = () => {}
  #open = true

  /** Starts a CLI that asks the model at `url`. */
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

  /** Writes one user frame; gives its uuid. */
  write(text: string, more: Partial<SDKUserMessage> = {}): string {
    const uuid = randomUUID()
    const message = { role: 'user' as const, content: text }
    this.#inbox.push({ type: 'user', message, parent_tool_use_id: null, uuid, ...more })
    this.#wake()
    return uuid
  }

  /** The next message from now on that `wants` accepts. */
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

  /** Writes a prompt and gives the final text of its turn. */
  async ask(text: string): Promise<string> {
    const result = this.next((message) => message.type === 'result')
    this.write(text)
    const message = await result
    return message.type === 'result' && message.subtype === 'success'
      ? message.result
      : JSON.stringify(message)
  }

  /** Stops what runs; `cancelQueued`, as the user's Esc does: also what waits unread. */
  async interrupt(options: { readonly cancelQueued: boolean } = { cancelQueued: false }): Promise<void> {
    // The SDK takes this; its types do not say so.
    await (this.#query as { interrupt(options: object): Promise<unknown> }).interrupt(options)
  }

  /** Stops one task in the background. */
  stopTask(task: string): Promise<void> {
    return this.#query.stopTask(task)
  }

  /** The end of what a command in the background has written. */
  async taskOutput(task: string): Promise<string> {
    // The SDK has this; its types do not say so.
    type Telling = { getTaskOutput(task: string): Promise<{ readonly output: string }> }
    return (await (this.#query as unknown as Telling).getTaskOutput(task)).output
  }

  /** How full its context is, as it says. */
  async context(): Promise<{ readonly totalTokens: number; readonly maxTokens: number }> {
    return await this.#query.getContextUsage({ detail: 'summary' })
  }

  /** Ends the process and removes its folder. */
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

/** What a CLI needs of the system to start at all: something on Windows, nothing elsewhere. */
export function bareEnvironment(): Record<string, string> {
  const gitBash = process.platform === 'win32' ? ['CLAUDE_CODE_GIT_BASH_PATH'] : []
  return selectVariables(process.env, gitBash, process.platform)
}

/** What leads a CLI to the model at `url`, to no account and no other network. */
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

/** A whole environment that knows nothing else. */
export function lonelyEnvironment(url: string, home: string): Record<string, string> {
  return {
    ...bareEnvironment(),
    ...rehearsalSettings(url, home),
    PATH: process.env['PATH'] ?? '',
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}
