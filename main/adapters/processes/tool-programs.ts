import type { OwnServer } from '../../contract/agents/tool-calls.ts'
import type { ProgramCommand } from './command.ts'

/**
 * How an agent reaches the servers of Janus's tools: over the pipes of its own program, where that can be (`pipe`), or
 * over HTTP, both served by the app's process; or as processes of its own.
 */
export type ToolsBy = 'pipe' | 'http' | 'stdio'

/** Something of each server of Janus's tools. */
export const mapServers = <T>(of: (server: OwnServer) => T): Readonly<Record<OwnServer, T>> => ({
  'janus-agents': of('janus-agents'),
  'janus-history': of('janus-history'),
})

/** How the servers of Janus's tools are started. */
export type ToolPrograms = Readonly<Record<OwnServer, ProgramCommand>>
