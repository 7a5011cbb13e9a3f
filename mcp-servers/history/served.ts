import type { AskAsAgent } from '../shared/ask-as-agent.ts'
import { tableOf } from '../shared/serve.ts'
import { AskingHistoryClient } from './client.ts'
import { historyTools } from './tools.ts'

/** The server `janus-history`, for any transport: its tools, and what they ask by as one agent. */
export const historyServed = {
  table: tableOf('janus-history', historyTools),
  clientOf: (ask: AskAsAgent) => new AskingHistoryClient(ask),
}
