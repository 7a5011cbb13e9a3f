import { exportedKinds, type ExportedKind } from './log-export.ts'
import type { RequestKind } from './requests.ts'
import type { OwnServer } from '../agents/tool-calls.ts'
import { steering } from '../gatherings/steering.ts'

/** One route of the agents API, mapped to a request. Path parameters and query go into its input. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Under `/api`; `:agent` and `:id` become fields of the input. */
  readonly path: string
  readonly kind: RequestKind
  /** Query parameters that are read, each as the input's field of that name. */
  readonly query?: readonly string[]
  /** A field of the input that the path itself says. */
  readonly says?: { readonly verb?: string; readonly kind?: ExportedKind }
  /** A DELETE that may have a body; the others have none. */
  readonly body?: 'optional'
}

/** What the timeline is filtered by. */
const timelineFilter = ['kinds', 'agent', 'link', 'gathering', 'q', 'since', 'until'] as const

/** Every route under `/api`, in one place; the live router is tested against this table. */
export const apiRoutes: readonly ApiRoute[] = [
  { method: 'GET', path: '/agents', kind: 'agents.list' },
  { method: 'POST', path: '/agents', kind: 'agents.create' },
  { method: 'PATCH', path: '/agents/:agent', kind: 'agents.change' },
  { method: 'DELETE', path: '/agents/:agent', kind: 'agents.close', query: ['forever'] },
  { method: 'POST', path: '/agents/:agent/reopen', kind: 'agents.reopen' },
  { method: 'POST', path: '/agents/:agent/restart', kind: 'agents.restart' },
  { method: 'POST', path: '/agents/:agent/interrupt', kind: 'agents.interrupt' },
  { method: 'POST', path: '/agents/:agent/message', kind: 'messages.send' },
  // What lies in no file goes with a message by the path that this answers with.
  { method: 'POST', path: '/attachments', kind: 'attachments.keep' },
  {
    method: 'GET',
    path: '/conversations',
    kind: 'conversations.list',
    query: ['kind', 'folder', 'q', 'limit', 'cursor'],
  },
  { method: 'POST', path: '/conversations/:id/open', kind: 'conversations.open' },
  { method: 'POST', path: '/agents/:agent/fork', kind: 'agents.fork' },
  { method: 'POST', path: '/agents/:agent/undo-files', kind: 'agents.undoFiles' },
  { method: 'GET', path: '/agents/:agent/changes', kind: 'changes.list', query: ['span', 'n'] },
  { method: 'GET', path: '/agents/:agent/changes/file', kind: 'changes.look', query: ['span', 'n', 'path'] },
  { method: 'POST', path: '/agents/:agent/changes/revert', kind: 'changes.revert' },
  { method: 'POST', path: '/agents/:agent/changes/put-back', kind: 'changes.putBack' },
  { method: 'GET', path: '/worktrees/plan', kind: 'worktrees.plan', query: ['folder', 'name'] },
  { method: 'GET', path: '/agents/:agent/worktree', kind: 'worktrees.look' },
  { method: 'POST', path: '/agents/:agent/worktree/bring-back', kind: 'worktrees.bringBack' },
  { method: 'POST', path: '/agents/:agent/worktree/throw-away', kind: 'worktrees.throwAway' },
  { method: 'GET', path: '/groups', kind: 'groups.list' },
  { method: 'POST', path: '/groups', kind: 'groups.make' },
  { method: 'PATCH', path: '/groups/:group', kind: 'groups.change' },
  { method: 'DELETE', path: '/groups/:group', kind: 'groups.delete' },
  // `all` is everybody.
  { method: 'POST', path: '/groups/:group/message', kind: 'messages.spread' },
  { method: 'GET', path: '/roles', kind: 'roles.list' },
  { method: 'POST', path: '/roles', kind: 'roles.keep' },
  { method: 'DELETE', path: '/roles/:role', kind: 'roles.delete' },
  { method: 'POST', path: '/roles/restore', kind: 'roles.restore' },
  { method: 'POST', path: '/notices', kind: 'notices.send' },
  { method: 'POST', path: '/tabs', kind: 'tabs.propose' },
  { method: 'POST', path: '/tabs/:id/open', kind: 'tabs.decide', says: { verb: 'open' } },
  { method: 'POST', path: '/tabs/:id/refuse', kind: 'tabs.decide', says: { verb: 'refuse' } },
  { method: 'POST', path: '/stop', kind: 'app.stop' },
  { method: 'POST', path: '/go-on', kind: 'app.goOn' },
  { method: 'GET', path: '/status', kind: 'app.status' },
  { method: 'GET', path: '/processes', kind: 'processes.list' },
  { method: 'GET', path: '/settings', kind: 'settings.get' },
  { method: 'PATCH', path: '/settings', kind: 'settings.change' },
  {
    method: 'GET',
    path: '/history',
    kind: 'history.search',
    query: ['q', 'of', 'agent', 'author', 'before', 'after', 'limit', 'cursor'],
  },
  {
    method: 'GET',
    path: '/timeline',
    kind: 'timeline.page',
    query: [...timelineFilter, 'cursor', 'limit'],
  },
  {
    method: 'GET',
    path: '/timeline/export',
    kind: 'timeline.export',
    query: [...timelineFilter, 'format'],
  },
  { method: 'GET', path: '/agents/:agent/transcript', kind: 'transcript.look', query: ['cursor', 'limit'] },
  ...exportedKinds.map((kind): ApiRoute => ({
    method: 'GET',
    path: `${kind === 'circle' ? '/fleet' : ''}/${kind}s/:id/export`,
    kind: 'log.export',
    says: { kind },
    query: ['format', 'tools', 'cursor'],
  })),
  { method: 'GET', path: '/refused', kind: 'attempts.page', query: ['cursor', 'limit'] },
  { method: 'GET', path: '/backups', kind: 'backups.list' },
  { method: 'POST', path: '/backups', kind: 'backups.make' },
  { method: 'GET', path: '/fleet', kind: 'fleet.get' },
  { method: 'POST', path: '/fleet', kind: 'fleet.found' },
  { method: 'POST', path: '/fleet/houses', kind: 'fleet.invite' },
  { method: 'POST', path: '/fleet/join', kind: 'fleet.join' },
  { method: 'DELETE', path: '/fleet/houses/:name', kind: 'fleet.remove' },
  { method: 'POST', path: '/agents/:agent/seat', kind: 'seats.decide' },
  { method: 'POST', path: '/fleet/circles/:circle/seat', kind: 'circles.decide' },
  { method: 'GET', path: '/fleet/circles/:circle/words', kind: 'circles.words', query: ['limit', 'cursor'] },
  { method: 'POST', path: '/fleet/circles/:circle/say', kind: 'circles.say' },
  { method: 'POST', path: '/fleet/circles/:circle/seen', kind: 'circles.seen' },
  { method: 'GET', path: '/agents/:agent/written', kind: 'messages.written', query: ['limit', 'cursor'] },
  { method: 'GET', path: '/budget', kind: 'budget.get' },
  { method: 'GET', path: '/costs', kind: 'costs.get', query: ['days', 'before'] },
  { method: 'PATCH', path: '/budget', kind: 'budget.change' },
  { method: 'POST', path: '/budget/go-on', kind: 'budget.goOn' },
  { method: 'POST', path: '/links/preview', kind: 'links.preview' },
  { method: 'POST', path: '/links', kind: 'links.open' },
  { method: 'GET', path: '/links', kind: 'links.list', query: ['state', 'limit', 'cursor'] },
  { method: 'PATCH', path: '/links/:id', kind: 'links.change' },
  { method: 'DELETE', path: '/links/:id', kind: 'links.close', body: 'optional' },
  // For clients that cannot send last words with a DELETE.
  { method: 'POST', path: '/links/:id/close', kind: 'links.close' },
  { method: 'GET', path: '/links/:id/crossings', kind: 'links.crossed', query: ['limit', 'cursor'] },
  { method: 'POST', path: '/heartbeats', kind: 'heartbeats.set' },
  { method: 'GET', path: '/heartbeats', kind: 'heartbeats.list', query: ['agent'] },
  { method: 'PATCH', path: '/heartbeats/:id', kind: 'heartbeats.change' },
  { method: 'DELETE', path: '/heartbeats/:id', kind: 'heartbeats.cancel' },
  { method: 'GET', path: '/agents/:agent/handlers', kind: 'handlers.list' },
  { method: 'POST', path: '/agents/:agent/handlers', kind: 'handlers.make' },
  { method: 'POST', path: '/agents/:agent/handlers/try', kind: 'handlers.try' },
  { method: 'PATCH', path: '/agents/:agent/handlers/:id', kind: 'handlers.change' },
  { method: 'DELETE', path: '/agents/:agent/handlers/:id', kind: 'handlers.remove' },
  { method: 'POST', path: '/messages/:id/hand-over', kind: 'messages.handOver' },
  { method: 'POST', path: '/gatherings', kind: 'gatherings.convene' },
  { method: 'POST', path: '/gatherings/preview', kind: 'gatherings.preview' },
  { method: 'GET', path: '/gatherings', kind: 'gatherings.list', query: ['state', 'limit', 'cursor'] },
  { method: 'GET', path: '/gatherings/:id', kind: 'gatherings.get' },
  { method: 'POST', path: '/gatherings/:id/fork', kind: 'gatherings.fork' },
  { method: 'GET', path: '/gatherings/:id/replay', kind: 'gatherings.replay', query: ['step'] },
  { method: 'GET', path: '/gatherings/:id/export', kind: 'gatherings.export' },
  { method: 'POST', path: '/gatherings/:id/say', kind: 'gatherings.say' },
  { method: 'POST', path: '/gatherings/:id/pass', kind: 'gatherings.pass' },
  // An agent holds one piece at most.
  { method: 'POST', path: '/gatherings/pass', kind: 'gatherings.pass' },
  { method: 'POST', path: '/gatherings/:id/join', kind: 'gatherings.join' },
  { method: 'POST', path: '/gatherings/:id/harvester', kind: 'gatherings.harvester' },
  ...steering.map((verb): ApiRoute => ({
    method: 'POST',
    path: `/gatherings/:id/${verb}`,
    kind: 'gatherings.steer',
    says: { verb },
  })),
  { method: 'GET', path: '/gatherings/:id/cards/:card', kind: 'gatherings.card', query: ['home'] },
  { method: 'POST', path: '/gatherings/:id/cards/:card', kind: 'gatherings.file' },
  { method: 'GET', path: '/rhythms', kind: 'rhythms.list' },
  { method: 'POST', path: '/rhythms', kind: 'rhythms.keep' },
  { method: 'GET', path: '/messages/:id', kind: 'messages.get', query: ['offset'] },
  { method: 'GET', path: '/tickets', kind: 'tickets.list', query: ['state', 'limit', 'cursor'] },
  { method: 'GET', path: '/tickets/:id', kind: 'tickets.get' },
  { method: 'POST', path: '/replies', kind: 'replies.send' },
  { method: 'GET', path: '/replies/:id', kind: 'replies.get', query: ['waitMs'] },
  { method: 'GET', path: '/threads/:id', kind: 'threads.get', query: ['limit', 'cursor'] },
]

/** Where the servers of Janus's tools are, for whoever speaks MCP over HTTP with a tab's token. */
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

/** `api.json` in the state folder, owner-only: for the person's own tools. */
export interface ApiFile {
  /** Ends in `/api`. */
  readonly url: string
  readonly token: string
  /** The app's process, as in `IdentityFile`. */
  readonly pid: number
  readonly startedAt: string | null
}
