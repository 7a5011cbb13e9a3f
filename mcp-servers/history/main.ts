import { serveStdio } from '../shared/stdio.ts'
import { HttpHistoryClient } from './client.ts'
import { historyTools } from './tools.ts'

/** The stdio MCP server `janus-history`, one per tab. */
await serveStdio(
  { name: 'janus-history', tools: historyTools },
  (identityPath) => new HttpHistoryClient(identityPath),
)
