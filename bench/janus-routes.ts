import { messageReport } from '../main/contract/reports.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Options } from '@anthropic-ai/claude-agent-sdk'
import { switchedOff } from '../main/adapters/claude/options.ts'
import type { ToolsBy } from '../main/adapters/processes/tool-programs.ts'
import { ownServers } from '../main/contract/tool-calls.ts'
import type { AgentId } from '../main/contract/model.ts'
import type { Caller } from '../main/contract/requests.ts'
import type { Janus } from '../main/shell/compose.ts'
import { RealCli } from '../main/adapters/claude/real-cli.ts'
import type { AgentsClient } from '../mcp-servers/agents/client.ts'
import { agentServed } from '../mcp-servers/agents/served.ts'
import { createServer } from '../mcp-servers/shared/serve.ts'
import { nextIdle } from './cli-routes.ts'
import { nextTurn, startJanus, turn, window } from './janus.ts'
import type { Route, Shot } from './route.ts'

/** Who writes, each in turn: the loop guard holds more than 20 messages a minute between two agents. */
const WRITERS = 4
const quiet = (): void => {}
const unused = (): Promise<never> => Promise.reject(new Error('The bench does not use this tool.'))

/** The whole app, each with agents that write and one that reads: its tools over HTTP, over stdio, in this process. */
export async function openJanusRoutes(url: string): Promise<Route[]> {
  const [http, stdio] = [await openApp(url, 'http'), await openApp(url, 'stdio')]
  const { janus, receiver } = http
  const ids = (await many(http, 'in-process')).map(({ id }) => id)
  const served = await RealCli.start(url, tabOptions(new AskClient(janus, ids)))
  const floor = await RealCli.start(url, tabOptions(new AskClient(janus, [receiver])))
  await Promise.all([served.ask('say: awake'), floor.ask('say: awake')])
  const ofProcess: Route = {
    name: 'Janus, tools in process',
    async send(shot) {
      const both = Promise.all([nextIdle(served), nextTurn(janus, receiver)])
      served.write(script(shot))
      await shot.release()
      await both
    },
    close: () => served.close(),
  }
  return [
    await tabRoute('Janus, tools over HTTP (as started)', http),
    await tabRoute('Janus, tools over stdio', stdio),
    ofProcess,
    personRoute(janus, receiver),
    directRoute(floor),
  ]
}

/** One app, on a home of its own, with an agent that reads. */
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

/** Tabs that write to another, by whichever way they reach their tools. */
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

/** What Janus itself costs over the floor: B is written to by the person, so no other agent works meanwhile. */
function personRoute(janus: Janus, receiver: AgentId): Route {
  return {
    name: 'Janus, the person writes',
    async send({ words, start }) {
      await start()
      await turn(janus, receiver, words)
    },
    close: () => Promise.resolve(),
  }
}

/** The floor: the words written to the input of a CLI set up like a tab, with nobody in between. */
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

const [ownServer] = ownServers

/** As a tab of Janus is started, but with its tools served here. */
function tabOptions(client: AgentsClient): Options {
  return {
    systemPrompt: { type: 'preset', preset: 'claude_code', append: 'You are an agent in Janus.' },
    disallowedTools: [...switchedOff],
    allowedTools: [`mcp__${ownServer}`],
    // A server in this process cannot ask to be loaded at once, as a tab's does.
    env: { ENABLE_TOOL_SEARCH: 'false' },
    mcpServers: {
      [ownServer]: {
        type: 'sdk',
        name: ownServer,
        instance: createServer(agentServed.table, client, quiet),
      },
    },
  }
}

/** The tools' client without HTTP: asks the app directly, as one of some agents, each in turn. */
class AskClient implements AgentsClient {
  readonly #janus: Janus
  readonly #agents: AgentId[]
  readonly openLink = unused
  readonly closeLink = unused
  readonly look = unused
  readonly setHeartbeat = unused
  readonly heartbeats = unused
  readonly keepHeartbeat = unused
  readonly cancelHeartbeat = unused
  readonly convene = unused
  readonly passPiece = unused
  readonly spread = unused
  readonly groups = unused
  readonly openTab = unused

  constructor(janus: Janus, agents: readonly AgentId[]) {
    this.#janus = janus
    this.#agents = [...agents]
  }

  get #caller(): Caller {
    const id = this.#agents.shift()
    if (id === undefined) throw new Error('There is no agent to ask as.')
    this.#agents.push(id)
    return { kind: 'agent', id }
  }

  listAgents(): ReturnType<AgentsClient['listAgents']> {
    return this.#janus.ask(this.#caller, 'agents.list', {})
  }

  send(...[agent, message, , { key }]: Parameters<AgentsClient['send']>): ReturnType<AgentsClient['send']> {
    return this.#janus.ask(this.#caller, 'messages.send', { agent, message, idempotencyKey: key })
  }

  reply(
    ...[ticketId, payload, { key }]: Parameters<AgentsClient['reply']>
  ): ReturnType<AgentsClient['reply']> {
    return this.#janus.ask(this.#caller, 'replies.send', { ticketId, payload, idempotencyKey: key })
  }

  async message(id: string, offset: number): ReturnType<AgentsClient['message']> {
    const view = await this.#janus.ask(this.#caller, 'messages.get', { id, offset })
    return messageReport(view, { audience: 'agent', nameOf: (agent) => agent })
  }
}

function script({ gate, words }: Shot): string {
  return `wait: ${gate}\ncall: send_to_agent ${JSON.stringify({ target: 'receiver', message: words })}\nsay: sent`
}
