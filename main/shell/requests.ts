import {
  requests,
  type Ask,
  type Caller,
  type Gone,
  type RequestInput,
  type RequestKind,
} from '../contract/api/requests.ts'
import type { RequestAnswers } from '../contract/api/answers.ts'
import { agentHandlers } from './handlers/agents.ts'
import { appHandlers } from './handlers/app.ts'
import { attachmentHandlers } from './handlers/attachments.ts'
import { attemptHandlers } from './handlers/attempts.ts'
import { backgroundHandlers } from './handlers/background.ts'
import { backupHandlers } from './handlers/backups.ts'
import { fleetHandlers } from './handlers/fleet.ts'
import { budgetHandlers } from './handlers/budget.ts'
import { changeHandlers } from './handlers/changes.ts'
import { exportHandlers } from './handlers/exports.ts'
import { conversationHandlers } from './handlers/conversations.ts'
import { folderHandlers } from './handlers/folders.ts'
import { historyHandlers } from './handlers/history.ts'
import { gatheringHandlers } from './handlers/gatherings.ts'
import { peerRuleHandlers } from './handlers/peer-rules.ts'
import { heartbeatHandlers } from './handlers/heartbeats.ts'
import { linkHandlers } from './handlers/links.ts'
import { lookHandlers } from './handlers/looks.ts'
import { searchHandlers } from './handlers/search.ts'
import { groupHandlers } from './handlers/groups.ts'
import { roleHandlers } from './handlers/roles.ts'
import { tabHandlers } from './handlers/tabs.ts'
import { noticeHandlers } from './handlers/user-notices.ts'
import { messageHandlers } from './handlers/messages.ts'
import { timelineHandlers } from './handlers/timeline.ts'
import { processHandlers } from './handlers/processes.ts'
import { ticketHandlers } from './handlers/tickets.ts'
import { circleHandlers } from './handlers/circles.ts'
import { writtenHandlers } from './handlers/written.ts'
import { worktreeHandlers } from './handlers/worktrees.ts'
import { mustHaveRoom } from './new-words.ts'
import { refused, type RequestContext } from './request-context.ts'
import { explain } from '../contract/api/explain.ts'

/** One function per kind of request. */
export type Handlers = {
  [K in RequestKind]: (
    caller: Caller,
    input: RequestInput<K>,
    gone?: Gone,
  ) => Promise<RequestAnswers[K]> | RequestAnswers[K]
}

/** The one door to Janus: checks who asks and what, then answers from the state or by a command. */
export function createAsk(parts: RequestContext): Ask {
  const answers: Handlers = {
    ...appHandlers(parts),
    ...attachmentHandlers(parts),
    ...attemptHandlers(parts),
    ...backgroundHandlers(parts),
    ...backupHandlers(parts),
    ...fleetHandlers(parts),
    ...writtenHandlers(parts),
    ...circleHandlers(parts),
    ...budgetHandlers(parts),
    ...agentHandlers(parts),
    ...messageHandlers(parts),
    ...ticketHandlers(parts),
    ...historyHandlers(parts),
    ...folderHandlers(parts),
    ...linkHandlers(parts),
    ...heartbeatHandlers(parts),
    ...lookHandlers(parts),
    ...searchHandlers(parts),
    ...exportHandlers(parts),
    ...groupHandlers(parts),
    ...roleHandlers(parts),
    ...tabHandlers(parts),
    ...noticeHandlers(parts),
    ...gatheringHandlers(parts),
    ...peerRuleHandlers(parts),
    ...timelineHandlers(parts),
    ...processHandlers(parts),
    ...conversationHandlers(parts),
    ...changeHandlers(parts),
    ...worktreeHandlers(parts),
  }
  return async (caller, kind, input, gone) => {
    // The table ties each kind to its answer; TypeScript cannot follow that through an index.
    const read = authorized(caller, kind, input)
    mustHaveRoom(parts, caller, kind, read)
    return (answers[kind] as (caller: Caller, input: unknown, gone?: Gone) => never)(caller, read, gone)
  }
}

/** Whether this caller may ask this, and whether it is well said; answers what was read of it. Throws `RefusedError`. */
export function authorized<K extends RequestKind>(caller: Caller, kind: K, input: unknown): RequestInput<K> {
  const row = requests[kind]
  if (!row.allow.includes(caller.kind)) throw refused('not_allowed', 'Only the user may do this.')
  const read = row.input.safeParse(input)
  if (!read.success) throw refused('bad_request', explain(read.error, input, row.input))
  // The table ties each kind to its schema; TypeScript cannot follow that through an index.
  return read.data as RequestInput<K>
}
