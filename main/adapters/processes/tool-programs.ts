import type { OwnServer } from '../../contract/tool-calls.ts'
import type { ProgramCommand } from './command.ts'

/** How the servers of Janus's tools are started. */
export type ToolPrograms = Readonly<Record<OwnServer, ProgramCommand>>
