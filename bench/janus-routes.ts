import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Options } from '@anthropic-ai/claude-agent-sdk'
import { serverName, switchedOff } from '../main/adapters/claude/options.ts'
import type { AgentId } from '../main/contract/model.ts'
import type { Caller } from '../main/contract/requests.ts'
import { composeJanus, type Janus } from '../main/shell/compose.ts'
import { lonelyEnvironment, RealCli } from '../main/testing/real-cli.ts'
import type { AgentsClient } from '../mcp-servers/agents/client.ts'
import { createAgentsServer } from '../mcp-servers/agents/serve.ts'
import { nextIdle } from './cli-routes.ts'
import type { Route, Shot } from './route.ts'

const window: Caller = { kind: 'window' }
const quiet = (): void => {}

/** The whole app, with one agent that reads and two that write: one by stdio, one served in this process. */
export async function openJanusRoutes(url: string): Promise<Route[]> {
  const home = await mkdtemp(join(tmpdir(), 'bench-janus-'))
  const janus = await composeJanus({
    folder: join(home, 'state'),
    port: 0,
    rehearse: false,
    environment: lonelyEnvironment(url, home),
    mcpServer: {
      command: process.execPath,
      args: [join(import.meta.dirname, '..', 'dist/mcp-servers/agents.js')],
    },
    log: quiet,
    crashed: (error) => {
      throw error
    },
  })
  const create = (name: string) => janus.ask(window, 'agents.create', { name, cwd: home })
  const [sender, inProcess, receiver] = [
    await create('sender'),
    await create('in-process'),
    await create('receiver'),
  ]
  await Promise.all([sender, receiver].map(({ id }) => turn(janus, id, 'say: awake')))
  const served = await RealCli.start(url, tabOptions(new AskClient(janus, inProcess.id)))
  const floor = await RealCli.start(url, tabOptions(new AskClient(janus, receiver.id)))
  await Promise.all([served.ask('say: awake'), floor.ask('say: awake')])
  const ofStdio: Route = {
    name: 'Janus, tools over stdio',
    async send(shot) {
      const both = Promise.all([turn(janus, sender.id, script(shot)), nextTurn(janus, receiver.id)])
      await shot.release()
      await both
    },
    async close() {
      await janus.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  const ofProcess: Route = {
    name: 'Janus, tools in process',
    async send(shot) {
      const both = Promise.all([nextIdle(served), nextTurn(janus, receiver.id)])
      served.write(script(shot))
      await shot.release()
      await both
    },
    close: () => served.close(),
  }
  return [ofStdio, ofProcess, personRoute(janus, receiver.id), directRoute(floor)]
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

/** As a tab of Janus is started, but with its tools served here. */
function tabOptions(client: AgentsClient): Options {
  return {
    systemPrompt: { type: 'preset', preset: 'claude_code', append: 'You are an agent in Janus.' },
    disallowedTools: [...switchedOff],
    allowedTools: [`mcp__${serverName}`],
    mcpServers: {
      [serverName]: { type: 'sdk', name: serverName, instance: createAgentsServer(client, quiet) },
    },
  }
}

/** The tools' client without HTTP: asks the app directly, as one agent. */
class AskClient implements AgentsClient {
  readonly #janus: Janus
  readonly #caller: Caller

  constructor(janus: Janus, id: AgentId) {
    this.#janus = janus
    this.#caller = { kind: 'agent', id }
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

  message(id: string, offset: number): ReturnType<AgentsClient['message']> {
    return this.#janus.ask(this.#caller, 'messages.get', { id, offset })
  }
}

function script({ gate, words }: Shot): string {
  return `wait: ${gate}\ncall: send_to_agent ${JSON.stringify({ target: 'receiver', message: words })}\nsay: sent`
}

/** Prompts an agent; resolves when the turn is over. */
async function turn(janus: Janus, agent: AgentId, message: string): Promise<void> {
  const over = nextTurn(janus, agent)
  await janus.ask(window, 'messages.send', { agent, message })
  await over
}

/** Resolves when the agent, which is to work first, is idle. */
function nextTurn(janus: Janus, agent: AgentId): Promise<void> {
  return new Promise((resolve) => {
    let worked = false
    const stop = janus.feed.subscribe((event) => {
      if (event.kind !== 'agent' || event.agent.id !== agent) return
      if (event.agent.status === 'working') worked = true
      if (!worked || event.agent.status !== 'idle') return
      stop()
      resolve()
    })
  })
}
