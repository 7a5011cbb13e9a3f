import type { OwnServer } from '../../contract/tool-calls.ts'
import type { ProgramCommand } from './command.ts'

/** How an agent reaches the servers of Janus's tools: in the app's own process, or as processes of its own. */
export type ToolsBy = 'http' | 'stdio'

/** How the servers of Janus's tools are started. */
export type ToolPrograms = Readonly<Record<OwnServer, ProgramCommand>>
