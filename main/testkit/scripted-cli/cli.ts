#!/usr/bin/env node
/**
 * A CLI with a script for a model: the CLI in memory as a process of its own, which speaks the real one's protocol and
 * keeps its transcripts. Starts in a fraction of the time, and passes the suite that the real one passes too
 * (`main/backends/claude/scripted.long.test.ts`).
 */
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { Permission } from '../../contract/api/model.ts'
import type { Entrance, Launch } from '../../ports/ports.ts'
import { allAbilities } from '../suites/backend/all-abilities.ts'
import { makeLaunch } from '../factories/launch.ts'
import { MemoryCli, type CliWorld } from '../memory/cli.ts'
import { FiledLines, findFile, newFile } from './filed-lines.ts'
import { ScriptedModel } from './model.ts'
import { ownServer, Pipe, Tools, type ServerConfig } from './tools.ts'
import { Wire } from './wire.ts'

/** The system's time, in the way in which a CLI in memory asks for it: what is to come can be dropped by its owner. */
class RealClock {
  readonly #due = new Map<string, Set<NodeJS.Timeout>>()

  afterFor(owner: string, ms: number, fn: () => void): () => void {
    const mine = this.#due.get(owner) ?? new Set()
    this.#due.set(owner, mine)
    const timer = setTimeout(() => {
      mine.delete(timer)
      fn()
    }, ms)
    mine.add(timer)
    return () => {
      clearTimeout(timer)
      mine.delete(timer)
    }
  }

  /** Takes away everything that an owner still had to come. */
  drop(owner: string): void {
    for (const timer of this.#due.get(owner) ?? []) clearTimeout(timer)
    this.#due.delete(owner)
  }
}

/** What comes in: prompts, requests, and answers to ours. */
interface Incoming {
  readonly type: string
  readonly uuid?: string
  readonly message?: { readonly content: string }
  readonly priority?: 'now' | 'next' | 'later'
  readonly shouldQuery?: boolean
  readonly isSynthetic?: boolean
  readonly request_id?: string
  readonly request?: {
    readonly subtype: string
    readonly task_id?: string
    readonly mcpServers?: Readonly<Record<string, ServerConfig>>
    readonly sdkMcpServers?: readonly string[]
  }
  readonly response?: {
    readonly request_id: string
    readonly response?: {
      readonly behavior?: string
      readonly message?: string
      readonly updatedPermissions?: readonly object[]
      readonly mcp_response?: object
    }
  }
}

/** The one of the servers of tools that it calls. */
const own = 'janus-agents'
const args = process.argv.slice(2)
const after = (flag: string): string | undefined => {
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  if (at < 0) return undefined
  return args[at]?.includes('=') ? args[at].slice(flag.length + 1) : args[at + 1]
}

if (args.includes('--version')) console.log('2.1.330 (Claude Code)')
else if (args[0] === 'auth') console.log('{"loggedIn":true,"authMethod":"api_key"}')
else run()

function run(): void {
  const config = process.env['CLAUDE_CONFIG_DIR'] ?? join(process.env['HOME'] ?? '.', '.claude')
  const resumed = after('--resume')
  const session = resumed ?? after('--session-id') ?? ''
  const file = findFile(config, session)
  if (resumed !== undefined && file === null)
    return refuse(`No conversation found with session ID: ${session}`)
  if (resumed === undefined && file !== null) return refuse(`Session ID ${session} is already in use.`)

  const tools = new Tools(join(process.env['HOME'] ?? '.', 'told.jsonl'))
  // Beside the folder of the transcripts, where anyone who runs this looks too.
  const model = new ScriptedModel(process.env['HOME'] ?? '.', tools)
  const wire = new Wire(session, model.calledWith)
  const pipe = new Pipe(wire)
  const lines = FiledLines.open(file ?? newFile(config, session, process.cwd()), session, () => wire.inTurn)
  let requests = 0
  const world: CliWorld = {
    clock: new RealClock(),
    transcripts: new Map([[session, lines]]),
    model: (_agent, prompt) => model.acts(prompt),
    tell: (fact) => {
      if (fact.type === 'turn.ended') model.turnEnded()
      wire.hear(fact)
      if (fact.type === 'turn.ended' && isOver) process.exit(0)
    },
    isDeaf: () => false,
    isPriced: () => true,
    request: () => `request-${String(process.pid)}-${String(requests++)}`,
    died: () => process.exit(1),
  }
  const cli = new MemoryCli(world, 'agt-scripted', 1, 'cli', launchOf(session), allAbilities)
  let isOver = false

  process.on('SIGTERM', () => process.exit(143))
  process.stdout.on('error', () => process.exit(1))
  const input = createInterface({ input: process.stdin })
  input.on('close', () => {
    // A turn that runs is brought to its end.
    isOver = true
    if (!wire.inTurn) process.exit(0)
  })
  input.on('line', (line) => take(JSON.parse(line) as Incoming))

  function take(message: Incoming): void {
    if (message.type === 'control_request') request(message)
    else if (message.type === 'control_response') decide(message)
    else if (message.type === 'user' && message.uuid !== undefined) {
      const how = entranceOf(message)
      wire.came(message.uuid, how)
      const text = message.message?.content ?? ''
      cli.write({ frame: message.uuid, text, isFromUser: message.isSynthetic !== true, how })
    }
  }

  function request({ request_id: id = '', request: asked }: Incoming): void {
    if (asked?.subtype === 'initialize') {
      const given = asked.sdkMcpServers?.includes(own) === true ? pipe.server(own) : asked.mcpServers?.[own]
      tools.use(ownServer(given ?? null, session))
      const commands = [{ name: 'compact', description: 'Makes it shorter', argumentHint: '' }]
      const models = [{ value: 'default', displayName: 'Default', description: '' }]
      // It takes its time by itself.
      return cli.begin(() => wire.answer(id, { commands, models, mcp_servers_applied: true }))
    }
    if (asked?.subtype === 'get_context_usage') return wire.answer(id, wire.context)
    if (asked?.subtype === 'get_task_output') return wire.answer(id, { output: '' })
    if (asked?.subtype === 'stop_task') cli.stopTask(asked.task_id ?? '')
    if (asked?.subtype === 'interrupt') cli.interrupt()
    wire.answer(id)
  }

  function decide({ response }: Incoming): void {
    const { behavior, message = '', updatedPermissions } = response?.response ?? {}
    const isAlways = (updatedPermissions ?? []).length > 0
    if (response === undefined || pipe.answered(response.request_id, response.response?.mcp_response)) return
    cli.decide(
      response.request_id,
      behavior === 'allow'
        ? { kind: 'allow', ...(isAlways ? { suggestion: 0 } : {}) }
        : { kind: 'deny', message },
    )
  }
}

function entranceOf({ priority, shouldQuery }: Incoming): Entrance {
  if (shouldQuery === false) return 'note'
  return priority === 'now' ? 'interject' : priority === 'next' ? 'steer' : 'begin'
}

function launchOf(conversation: string): Launch {
  const settings = JSON.parse(after('--settings') ?? '{}') as { permissions?: { allow?: readonly string[] } }
  const allowed = (settings.permissions?.allow ?? []).map((rule): Permission => ({ kind: 'rule', rule }))
  return makeLaunch({ kind: 'claude', cwd: process.cwd(), conversation, allowed })
}

function refuse(why: string): void {
  console.error(why)
  process.exitCode = 1
}
