import { serveStdio } from '../shared/stdio.ts'
import { agentTools } from './tools.ts'

/** The stdio MCP server `janus-agents`, one per tab. */
await serveStdio(agentTools)
