import { tableOf } from '../shared/serve.ts'
import { tools } from './tools.ts'

/** The server `janus-agents`, for any transport. */
export const agentTools = tableOf('janus-agents', tools)
