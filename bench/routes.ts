import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Options } from '@anthropic-ai/claude-agent-sdk'
import { pipedTools, switchedOff } from '../main/backends/claude/options.ts'
import type { ToolsBy } from '../main/adapters/processes/agent-family.ts'
import { ownServers } from '../main/contract/agents/tool-calls.ts'
import type { AgentId } from '../main/contract/api/model.ts'
import type { Report } from '../main/contract/api/answers.ts'
import type { Janus } from '../main/apps/shared/compose.ts'
import { RealCli } from '../main/backends/claude/real-cli.ts'
import { ownTools } from '../main/server/agents/own-tools.ts'
import { pipeToolFormat } from '../main/apps/shared/programs.ts'
import { nextTurn, startJanus, turn, window } from './janus.ts'
import { setTimeout as rest } from 'node:timers/promises'
import { sharedNow, type ModelProcess } from './model-elsewhere.ts'

interface Shot {
  readonly words: string
  /** A's script waits here, with the tool call as its next step. */
  readonly gate: string
  /** Resolves, after a rest, at the moment that counts as sending: at the gate, or when the caller may write. */
  release(): Promise<void>
  start(): Promise<void>
}

/** A way for a message from one agent to another. */
interface Route {
  readonly name: string
  /** Lets A send to B, both awake and idle; resolves when both are idle again. */
  send(shot: Shot): Promise<void>
  close(): Promise<void>
}

/** Milliseconds of rest before a message is sent. */
const REST = 150

/** Milliseconds from A's sending to the request of B's CLI to its model. */
export async function measure(route: Route, model: ModelProcess, mark: string): Promise<number> {
  const gate = `go-${mark}`
  let sent = 0
  let arrived = 0
  const came = new Promise<void>((resolve) => {
    const stop = model.onRequest((words, at) => {
      if (!words.includes(mark) || words.includes(gate)) return
      arrived = at
      stop()
      resolve()
    })
  })
  const start = async () => {
    await rest(REST)
    sent = sharedNow()
  }
  const release = async () => {
    await model.held(gate)
    await rest(REST)
    sent = await model.release(gate)
  }
  await route.send({ words: `say: ${mark} has come`, gate, release, start })
  await came
  if (sent === 0 || arrived === 0) throw new Error(`${route.name}: ${mark} never came`)
  return arrived - sent
}

/** The CLI's own messages between sessions: its tool `SendMessage`, over its own sockets. */
export async function openOwnRoute(url: string): Promise<Route> {
  const home = await mkdtemp(join(tmpdir(), 'bench-own-'))
  const shared: Options = {
    cwd: home,
    env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'config') },
    systemPrompt: { type: 'preset', preset: 'claude_code' },
  }
  // Session names are shared by the whole machine.
  const receiver = `bench-receiver-${process.pid}`
  const a = await RealCli.start(url, { ...shared, allowedTools: ['SendMessage'] })
  const b = await RealCli.start(url, { ...shared, extraArgs: { name: receiver } })
  await b.ask('say: awake')
  await a.ask('call: ToolSearch {"query":"select:SendMessage"}\nsay: awake')
  return {
    name: "the CLI's own SendMessage",
    async send({ gate, words, release }) {
      const both = Promise.all([nextIdle(a), nextIdle(b)])
      const input = { to: receiver, summary: 'bench', message: words }
      a.write(`wait: ${gate}\ncall: SendMessage ${JSON.stringify(input)}\nsay: sent`)
      await release()
      await both
    },
    async close() {
      await Promise.all([a.close(), b.close()])
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function nextIdle(cli: RealCli): Promise<unknown> {
  return cli.next(
    (message) =>
      message.type === 'system' && message.subtype === 'session_state_changed' && message.state === 'idle',
  )
}

/** Writers in turn: the loop guard holds more than 20 messages a minute between two agents. */
const WRITERS = 4
const quiet = (): void => {}

/** Three whole apps, each with writing agents and one that reads: tools over the CLI's pipes, HTTP and stdio. */
export async function openJanusRoutes(url: string): Promise<Route[]> {
  const started = await openApp(url, 'pipe')
  const [http, stdio] = [await openApp(url, 'http'), await openApp(url, 'stdio')]
  const floor = await RealCli.start(url, tabOptions(started))
  await floor.ask('say: awake')
  return [
    await tabRoute('Janus, tools over the pipes of the CLI (as started)', started),
    await tabRoute('Janus, tools over HTTP', http),
    await tabRoute('Janus, tools over stdio', stdio),
    userRoute(started.janus, started.receiver),
    directRoute(floor),
  ]
}

interface App {
  readonly janus: Janus
  readonly home: string
  readonly receiver: AgentId
}

async function openApp(url: string, tools: ToolsBy): Promise<App> {
  const home = await mkdtemp(join(tmpdir(), 'bench-janus-'))
  const janus = await startJanus(url, home, {}, tools)
  const { id } = await janus.ask(window, 'agents.create', { name: 'receiver', cwd: home })
  await turn(janus, id, 'say: awake')
  return { janus, home, receiver: id }
}

const many = ({ janus, home }: App, name: string) =>
  Promise.all(
    Array.from({ length: WRITERS }, (_, n) =>
      janus.ask(window, 'agents.create', { name: `${name} ${n + 1}`, cwd: home }),
    ),
  )

/** Agents that write to another, however they reach their tools. */
async function tabRoute(name: string, app: App): Promise<Route> {
  const { janus, home, receiver } = app
  const senders = await many(app, 'sender')
  await Promise.all(senders.map(({ id }) => turn(janus, id, 'say: awake')))
  let sent = 0
  return {
    name,
    async send(shot) {
      const sender = senders[sent++ % WRITERS]?.id ?? receiver
      const both = Promise.all([turn(janus, sender, script(shot)), nextTurn(janus, receiver)])
      await shot.release()
      await both
    },
    async close() {
      await janus.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Janus's own cost over the baseline: the user writes to B, so no other agent works meanwhile. */
function userRoute(janus: Janus, receiver: AgentId): Route {
  return {
    name: 'Janus, the user writes',
    async send({ words, start }) {
      await start()
      await turn(janus, receiver, words)
    },
    close: () => Promise.resolve(),
  }
}

/** The baseline: text written straight to the input of a CLI that is set up like a tab. */
function directRoute(b: RealCli): Route {
  return {
    name: 'a line written to B’s input',
    async send({ words, start }) {
      const idle = nextIdle(b)
      await start()
      b.write(words, { isSynthetic: true, client_composed: true, priority: 'later' })
      await idle
    },
    close: () => b.close(),
  }
}

function tabOptions({ receiver }: App): Options {
  const unasked: Report = () => Promise.reject(new Error('Nobody calls a tool here.'))
  const open = ownTools(unasked, quiet, pipeToolFormat)
  return {
    systemPrompt: { type: 'preset', preset: 'claude_code', append: 'You are an agent in Janus.' },
    disallowedTools: [...switchedOff],
    allowedTools: ownServers.map((server) => `mcp__${server}`),
    mcpServers: { ...pipedTools((server) => open(server, receiver)) },
  }
}

function script({ gate, words }: Shot): string {
  return `wait: ${gate}\ncall: send_to_agent ${JSON.stringify({ target: 'receiver', message: words })}\nsay: sent`
}
