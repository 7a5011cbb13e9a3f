import { serveStdio } from '../shared/stdio.ts'
import { historyServed } from './served.ts'

/** The stdio MCP server `janus-history`, one per tab. */
await serveStdio(historyServed.table, historyServed.clientOf)
