import { join } from 'node:path'
import type { ToolsBy } from '../main/adapters/processes/agent-family.ts'
import type { AgentId } from '../main/contract/api/model.ts'
import type { Caller } from '../main/contract/api/requests.ts'
import { composeJanus, type Janus } from '../main/apps/shared/compose.ts'
import { lonelyEnvironment } from '../main/backends/claude/real-cli.ts'

export const window: Caller = { kind: 'window' }

const toolServer = (file: string) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, '..', 'dist/mcp-servers', file)],
})

export const mcpServers = {
  'janus-agents': toolServer('agents.mjs'),
  'janus-history': toolServer('history.mjs'),
}

const copy = { command: process.execPath, args: [join(import.meta.dirname, '..', 'dist/backup/copy.mjs')] }
const walk = { command: process.execPath, args: [join(import.meta.dirname, '..', 'dist/walk/walk.mjs')] }
const sweep = { command: process.execPath, args: [join(import.meta.dirname, '..', 'dist/sweep/sweep.mjs')] }

/**
 * Runs the whole app in this process with its own home; its agents' CLIs ask the model at `url`. `more`:
 * environment; `tools`: how agents reach their tools.
 */
export function startJanus(
  url: string,
  home: string,
  more: Readonly<Record<string, string>> = {},
  tools: ToolsBy = 'http',
): Promise<Janus> {
  return composeJanus({
    folder: join(home, 'state'),
    port: 0,
    rehearse: false,
    dist: join(import.meta.dirname, '..', 'dist'),
    mcpServers,
    tools,
    sweep,
    copy,
    walk,
    environment: { ...lonelyEnvironment(url, home), ...more },
    log: () => {},
    crashed: (error) => {
      throw error
    },
  })
}

export async function turn(janus: Janus, agent: AgentId, message: string): Promise<void> {
  const over = nextTurn(janus, agent)
  await janus.ask(window, 'messages.send', { agent, message })
  await over
}

export function nextTurn(janus: Janus, agent: AgentId): Promise<void> {
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
