import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { AgentId } from '../contract/api/model.ts'
import type { OwnServer } from '../contract/agents/tool-calls.ts'

/** One of Janus's MCP servers, opened for one agent; connect it once. */
export interface OpenedTools {
  connect(transport: Transport): Promise<void>
  /** Aborts calls that still run in it. */
  close(): Promise<void>
}

export type OpenTools = (server: OwnServer, agent: AgentId) => OpenedTools
