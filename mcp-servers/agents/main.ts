import { serveStdio } from '../shared/stdio.ts'
import { HttpAgentsClient } from './client.ts'
import { tools } from './tools.ts'

/** The stdio MCP server `janus-agents`, one per tab. */
await serveStdio({ name: 'janus-agents', tools }, (identityPath) => new HttpAgentsClient(identityPath))
