import { serveStdio } from '../shared/stdio.ts'
import { agentTools } from './served.ts'

/** The stdio MCP server `janus-agents`, one per tab. */
await serveStdio(agentTools)
