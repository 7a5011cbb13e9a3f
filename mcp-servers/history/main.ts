import { serveStdio } from '../shared/stdio.ts'
import { historyTools } from './tools.ts'

/** The stdio MCP server `janus-history`, one per tab. */
await serveStdio(historyTools)
