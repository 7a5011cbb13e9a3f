import type { AskingRate } from '../../adapters/http/gate.ts'
import { refusalOf } from '../../adapters/http/refusals.ts'
import type { OpenTools } from '../../ports/tools.ts'
import { RefusedError } from '../../contract/api/errors.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Report } from '../../contract/api/answers.ts'
import type { OwnServer } from '../../contract/agents/tool-calls.ts'
import type { AskAsAgent } from '../../../mcp-servers/shared/ask-as-agent.ts'
import type { ToolFormat } from '../../../mcp-servers/shared/serve.ts'

/** Loaded with the first agent, while its program starts. */
const tables = {
  'janus-agents': async () => (await import('../../../mcp-servers/agents/tools.ts')).agentTools,
  'janus-history': async () => (await import('../../../mcp-servers/history/tools.ts')).historyTools,
} as const

/**
 * Serves Janus's tools in this process: the same tables as the stdio servers, asking like the HTTP API, as
 * the agent that calls. Only this file of main imports the tools. `rate` limits calls where no HTTP gate
 * does.
 */
export function ownTools(
  report: Report,
  log: (line: string) => void,
  format?: ToolFormat,
  rate?: AskingRate,
): OpenTools {
  return (server: OwnServer, agent: AgentId) => {
    const ask = askInside(report, agent, log, rate)
    const note = (line: string) => log(`${server} ${line}`)
    const opened = Promise.all([tables[server](), import('../../../mcp-servers/shared/serve.ts')]).then(
      ([table, { createServer }]) => createServer(table, ask, note, format),
    )
    return {
      connect: async (transport) => (await opened).connect(transport),
      close: async () => (await opened).close(),
    }
  }
}

function askInside(report: Report, id: AgentId, log: (line: string) => void, rate?: AskingRate): AskAsAgent {
  return async (kind, input, { signal } = {}) => {
    try {
      rate?.count(id)
      const asked = typeof input === 'function' ? input(0) : input
      return await report({ kind: 'agent', id }, kind, asked, signal)
    } catch (error) {
      const refused = refusalOf(error)
      if (refused.code === 'internal')
        log(
          `error ${JSON.stringify(error instanceof Error ? (error.stack ?? error.message) : String(error))}`,
        )
      throw new RefusedError(refused)
    }
  }
}
