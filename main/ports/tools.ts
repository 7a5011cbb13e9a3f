import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { AgentId } from '../contract/api/model.ts'
import type { OwnServer } from '../contract/agents/tool-calls.ts'

/** One server of Janus's tools for one agent, to be connected once. */
export interface OpenedTools {
  connect(transport: Transport): Promise<void>
  /** Ends what still runs in it. */
  close(): Promise<void>
}

/** Opens one of the servers of Janus's tools, in this process, as an agent. */
export type OpenTools = (server: OwnServer, agent: AgentId) => OpenedTools
