import type { AskAsAgent } from '../shared/ask-as-agent.ts'
import { tableOf } from '../shared/serve.ts'
import { AskingAgentsClient } from './client.ts'
import { tools } from './tools.ts'

/** The server `janus-agents`, for any transport: its tools, and what they ask by as one agent. */
export const agentServed = {
  table: tableOf('janus-agents', tools),
  clientOf: (ask: AskAsAgent) => new AskingAgentsClient(ask),
}
