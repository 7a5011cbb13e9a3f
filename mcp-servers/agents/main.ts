import { serveStdio } from '../shared/stdio.ts'
import { agentServed } from './served.ts'

/** The stdio MCP server `janus-agents`, one per tab. */
await serveStdio(agentServed.table, agentServed.clientOf)
