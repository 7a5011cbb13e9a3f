import {
  requests,
  type Ask,
  type Caller,
  type CallerSignal,
  type RequestInput,
  type RequestKind,
} from '../../contract/api/requests.ts'
import { requestRows, type RequestAnswers } from '../../contract/api/answers.ts'
import { agentHandlers } from '../agents/agents-requests.ts'
import { appHandlers } from '../app/app-requests.ts'
import { attachmentHandlers } from '../mail/attachments-requests.ts'
import { fleetHandlers } from '../../fleet/server/fleet-requests.ts'
import { budgetHandlers } from '../budget/budget-requests.ts'
import { changeHandlers } from '../folders/changes-requests.ts'
import { historyHandlers } from '../history/history-requests.ts'
import { conversationHandlers } from '../folders/conversations-requests.ts'
import { folderHandlers } from '../folders/folders-requests.ts'
import { gatheringHandlers } from '../gatherings/gatherings-requests.ts'
import { peerRuleHandlers } from '../handlers/peer-rules-requests.ts'
import { editHandlers } from '../edits/edits-requests.ts'
import { taskHandlers } from '../tasks/tasks-requests.ts'
import { heartbeatHandlers } from '../timers/heartbeats-requests.ts'
import { linkHandlers } from '../links/links-requests.ts'
import { programHandlers } from '../agents/programs-requests.ts'
import { lookHandlers } from '../agents/looks-requests.ts'
import { searchHandlers } from '../history/search-requests.ts'
import { groupHandlers } from '../mail/groups-requests.ts'
import { roleHandlers } from '../agents/roles-requests.ts'
import { tabHandlers } from '../agents/tabs-requests.ts'
import { messageHandlers } from '../mail/messages-requests.ts'
import { timelineHandlers } from '../history/timeline-requests.ts'
import { processHandlers } from '../agents/processes-requests.ts'
import { ticketHandlers } from '../mail/tickets-requests.ts'
import { circleHandlers } from '../../fleet/server/circles-requests.ts'
import { mustHaveRoom } from '../mail/new-words.ts'
import { refused, type RequestContext } from './request-context.ts'
import { explain } from '../../contract/api/explain.ts'
import type { DenialLog } from '../../ports/denials.ts'
import { RefusedError } from '../../contract/api/errors.ts'

export type Handlers = {
  [K in RequestKind]: (
    caller: Caller,
    input: RequestInput<K>,
    gone?: CallerSignal,
  ) => Promise<RequestAnswers[K]> | RequestAnswers[K]
}

/** The only entry point: checks caller and input, then answers from the state or with a command. */
export function createAsk(parts: RequestContext): Ask {
  const answers: Handlers = {
    ...appHandlers(parts),
    ...attachmentHandlers(parts),
    ...fleetHandlers(parts),
    ...circleHandlers(parts),
    ...budgetHandlers(parts),
    ...agentHandlers(parts),
    ...messageHandlers(parts),
    ...ticketHandlers(parts),
    ...historyHandlers(parts),
    ...folderHandlers(parts),
    ...linkHandlers(parts),
    ...heartbeatHandlers(parts),
    ...taskHandlers(parts),
    ...editHandlers(parts),
    ...lookHandlers(parts),
    ...searchHandlers(parts),
    ...groupHandlers(parts),
    ...roleHandlers(parts),
    ...tabHandlers(parts),
    ...gatheringHandlers(parts),
    ...peerRuleHandlers(parts),
    ...timelineHandlers(parts),
    ...programHandlers(parts),
    ...processHandlers(parts),
    ...conversationHandlers(parts),
    ...changeHandlers(parts),
  }
  return async (caller, kind, input, gone) => {
    const read = authorized(caller, kind, input)
    mustHaveRoom(parts, caller, kind, read)
    return (answers[kind] as (caller: Caller, input: unknown, gone?: CallerSignal) => never)(
      caller,
      read,
      gone,
    )
  }
}

/** Checks the caller's permission and parses the input. Throws `RefusedError`. */
export function authorized<K extends RequestKind>(caller: Caller, kind: K, input: unknown): RequestInput<K> {
  const { allow }: { readonly allow: readonly Caller['kind'][] } = requestRows[kind]
  if (!allow.includes(caller.kind)) throw refused('not_allowed', 'Only the user may do this.')
  const shape = requests[kind]
  const read = shape.safeParse(input)
  if (!read.success) throw refused('bad_request', explain(read.error, input, shape))
  return read.data as RequestInput<K>
}

/** Logs requests for a turn that is over, from windows, tools and the API alike. */
export function notingStale(ask: Ask, record: Pick<DenialLog, 'note'>): Ask {
  return async (caller, kind, input, gone) => {
    try {
      return await ask(caller, kind, input, gone)
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'stale_turn')
        record.note({ code: 'stale_turn', by: caller, route: kind })
      throw error
    }
  }
}
