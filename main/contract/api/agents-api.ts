import type { OwnServer } from '../agents/tool-calls.ts'
import { requestRows, type RequestRoute } from './answers.ts'
import type { RequestKind } from './requests.ts'

export interface ApiRoute extends RequestRoute {
  readonly kind: RequestKind
}

/** The live router is tested against this table. */
export const apiRoutes: readonly ApiRoute[] = Object.entries(requestRows).flatMap(([kind, { routes }]) =>
  routes.map((route) => ({ ...route, kind: kind as RequestKind })),
)

/** MCP over HTTP, for clients with a tab's token. */
export const toolPaths: Readonly<Record<OwnServer, string>> = {
  'janus-agents': '/mcp/agents',
  'janus-history': '/mcp/history',
}

/** Contents of the owner-only file that a tab's MCP servers read. */
export interface IdentityFile {
  /** Ends in `/api`. */
  readonly url: string
  readonly token: string
  readonly agent: string
  /**
   * The app's process; a client refuses the address once it is gone. `startedAt` is opaque and may be null.
   */
  readonly owner: { readonly pid: number; readonly startedAt: string | null }
}

/** `api.json` in the state folder, owner-only: for the user's own tools. */
export interface ApiFile {
  /** Ends in `/api`. */
  readonly url: string
  readonly token: string
  /** As in `IdentityFile`. */
  readonly pid: number
  readonly startedAt: string | null
}
