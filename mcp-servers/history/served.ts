import { tableOf } from '../shared/serve.ts'
import { tools } from './tools.ts'

/** The server `janus-history`, for any transport. */
export const historyTools = tableOf('janus-history', tools)
