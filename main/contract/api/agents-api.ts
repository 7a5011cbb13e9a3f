import type { OwnServer } from '../agents/tool-calls.ts'
import { requestRows, type RequestRoute } from './answers.ts'
import type { RequestKind } from './requests.ts'

/** One route of the agents API, mapped to a request. */
export interface ApiRoute extends RequestRoute {
  readonly kind: RequestKind
}

/** Every route under `/api`, in one place; the live router is tested against this table. */
export const apiRoutes: readonly ApiRoute[] = Object.entries(requestRows).flatMap(([kind, { routes }]) =>
  routes.map((route) => ({ ...route, kind: kind as RequestKind })),
)

/** Where the servers of Janus's tools are, for anyone who speaks MCP over HTTP with a tab's token. */
export const toolPaths: Readonly<Record<OwnServer, string>> = {
  'janus-agents': '/mcp/agents',
  'janus-history': '/mcp/history',
}

/** What the owner-only file of one tab tells its MCP servers. */
export interface IdentityFile {
  /** Ends in `/api`. */
  readonly url: string
  readonly token: string
  readonly agent: string
  /** The app's process; a client refuses the address when it is gone (`startedAt`: opaque, may be null). */
  readonly owner: { readonly pid: number; readonly startedAt: string | null }
}

/** `api.json` in the state folder, owner-only: for the user's own tools. */
export interface ApiFile {
  /** Ends in `/api`. */
  readonly url: string
  readonly token: string
  /** The app's process, as in `IdentityFile`. */
  readonly pid: number
  readonly startedAt: string | null
}
