import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Options, SDKMessage, SDKResultMessage, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import { onTestFinished } from 'vitest'
import type { FolderTrust } from '../../contract/api/model.ts'
import { RealCli, rehearsalSettings } from './real-cli.ts'
import { startRehearsal, type WatchedRehearsalModel } from '../../adapters/rehearsal/testing/watched-model.ts'
import { ProgramProcess } from '../../adapters/processes/agent-process.ts'
import { alwaysLoadMeta, launchOptions, pipedTools, type ClaudeLaunchSettings } from './options.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { holdsOnce } from '../../adapters/processes/testing/real-agents.ts'
import { ToolHost } from '../../adapters/processes/testing/tool-host.ts'
import { findTranscript } from './transcript.ts'

/** A folder whose name would be a pattern. */
const stateName = 'state [of] (mine)'

type CanUseTool = NonNullable<Options['canUseTool']>

/** A real CLI with the options of a tab; everything it writes is recorded. */
export class FactsCli {
  readonly model: WatchedRehearsalModel
  readonly tools: ToolHost
  readonly home: string
  readonly cwd: string
  readonly cli: RealCli
  readonly argv: readonly string[]
  readonly #process: ProgramProcess
  readonly #decider: { decide: CanUseTool }

  /** `change` alters a tab's options, `environment` is added to the demo's, `trust` is the folder's. */
  static async start(
    change: (options: Options, tools: ToolHost) => Options = (options) => options,
    environment: Record<string, string | undefined> = {},
    trust: FolderTrust = 'plain',
  ): Promise<FactsCli> {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'janus-facts-')))
    for (const folder of ['work', stateName]) await mkdir(join(home, folder))
    await writeFile(join(home, stateName, 'secret.txt'), 'the secret of the state folder')
    const model = await startRehearsal()
    const tools = await ToolHost.start()
    const servers = pipedTools((server) => tools.open(server, join(home, 'identity'), alwaysLoadMeta))
    const settings = { ...rehearsalSettings(model.url, home), ...environment }
    const options = change(tabOptions(home, servers, settings, trust), tools)
    const decider = { decide: allow }
    const started: { process: ProgramProcess; argv: string[] }[] = []
    const cli = await RealCli.start(options.env?.['ANTHROPIC_BASE_URL'] ?? model.url, {
      ...options,
      canUseTool: (...asked) => decider.decide(...asked),
      spawnClaudeCodeProcess: (spawn) => {
        const process = new ProgramProcess(spawn, 'JANUS_PROCESS=facts/', systemClock, () => {})
        started.push({ process, argv: [spawn.command, ...spawn.args] })
        return process.face
      },
    })
    const [first] = started
    if (first === undefined) throw new Error('the SDK started no process')
    return new FactsCli(home, options.cwd ?? home, model, tools, cli, first, decider)
  }

  private constructor(
    home: string,
    cwd: string,
    model: WatchedRehearsalModel,
    tools: ToolHost,
    cli: RealCli,
    started: { process: ProgramProcess; argv: string[] },
    decider: { decide: CanUseTool },
  ) {
    this.home = home
    this.cwd = cwd
    this.model = model
    this.tools = tools
    this.cli = cli
    this.argv = started.argv
    this.#process = started.process
    this.#decider = decider
  }

  get state(): string {
    return join(this.home, stateName)
  }

  get pid(): number {
    return this.#process.record?.pid ?? 0
  }

  decide(how: CanUseTool): void {
    this.#decider.decide = how
  }

  write(text: string, more: Partial<SDKUserMessage> = {}): string {
    return this.cli.write(text, { priority: 'later', ...more })
  }

  /** Sends a prompt; resolves to its result once the CLI is idle again. */
  turn(text: string, more: Partial<SDKUserMessage> = {}): Promise<SDKResultMessage> {
    const end = this.end()
    this.write(text, more)
    return end
  }

  /** Resolves to the next result, even before the CLI is idle. */
  result(): Promise<SDKResultMessage> {
    return this.cli.next((message) => message.type === 'result') as Promise<SDKResultMessage>
  }

  /** Resolves to the last result before the CLI is idle. */
  async end(): Promise<SDKResultMessage> {
    let result: SDKResultMessage | null = null
    await this.cli.next((message) => {
      if (message.type === 'result') result = message
      return result !== null && stepOf(message) === 'idle'
    })
    return result as unknown as SDKResultMessage
  }

  lifecycle(uuid: string, state: string): Promise<SDKMessage> {
    return this.cli.next((message) => stepOf(message) === `${uuid} ${state}`)
  }

  /** Prompt states and messages in short, without deltas and irrelevant repetitions. */
  steps(): string[] {
    return this.cli.heard.flatMap((message) => stepOf(message) ?? [])
  }

  recorded(words: string): Promise<void> {
    const config = join(this.home, 'config')
    return holdsOnce(config, async () => {
      const path = await this.transcript()
      return path !== null && (await readFile(path, 'utf8')).includes(words)
    })
  }

  async transcript(): Promise<string | null> {
    const init = this.cli.heard.findLast((message) => message.type === 'system' && message.subtype === 'init')
    return findTranscript(join(this.home, 'config'), init?.session_id ?? '')
  }

  lastRequest(): string {
    return JSON.stringify(this.model.requests().at(-1)?.messages ?? [])
  }

  async close(): Promise<void> {
    this.#process.stop()
    await this.cli.close()
    await this.#process.exited
    await this.model.close()
    await this.tools.close()
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}

function tabOptions(
  home: string,
  mcpServers: ClaudeLaunchSettings['mcpServers'],
  environment: Record<string, string | undefined>,
  trust: FolderTrust = 'plain',
): Options {
  const cwd = join(home, 'work')
  const launch = makeLaunch({ kind: 'claude', cwd, conversation: randomUUID(), name: 'facts' })
  const entrance = { how: 'begin', conversation: launch.conversation } as const
  return launchOptions(launch, entrance, {
    readableFolder: null,
    closedFolders: [join(home, stateName)],
    mcpServers,
    environment: environment as Record<string, string>,
    appendSystemPrompt: 'These words stand behind the system prompt.',
    cliPath: null,
    overrides: environment as Record<string, string>,
    trust,
  })
}

const allow: CanUseTool = (_tool, input) => Promise.resolve({ behavior: 'allow', updatedInput: input })

function stepOf(message: SDKMessage): string | undefined {
  const {
    type,
    command_uuid: uuid,
    state,
  } = message as { type: string; command_uuid?: string; state?: string }
  if (type === 'command_lifecycle') return `${uuid} ${state}`
  if (type === 'result') return 'result'
  if (message.type !== 'system') return undefined
  if (message.subtype === 'init') return 'init'
  return message.subtype === 'session_state_changed' ? message.state : undefined
}

export async function openFacts(...settings: Parameters<typeof FactsCli.start>): Promise<FactsCli> {
  const facts = await FactsCli.start(...settings)
  onTestFinished(() => facts.close())
  return facts
}
