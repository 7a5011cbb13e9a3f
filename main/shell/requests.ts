import { type Ask, type Caller, type RequestInput, type RequestKind } from '../contract/requests.ts'
import type { RequestAnswers } from '../contract/answers.ts'
import { agentAnswers } from './answers/agents.ts'
import { appAnswers } from './answers/app.ts'
import { folderAnswers } from './answers/folders.ts'
import { historyAnswers } from './answers/history.ts'
import { gatheringAnswers } from './answers/gatherings.ts'
import { heartbeatAnswers } from './answers/heartbeats.ts'
import { linkAnswers } from './answers/links.ts'
import { lookAnswers } from './answers/looks.ts'
import { messageAnswers } from './answers/messages.ts'
import { ticketAnswers } from './answers/tickets.ts'
import { authorized } from './authorize.ts'
import type { RequestParts } from './lookup.ts'

/** One function per kind of request. */
export type Answers = {
  [K in RequestKind]: (
    caller: Caller,
    input: RequestInput<K>,
  ) => Promise<RequestAnswers[K]> | RequestAnswers[K]
}

/** The one door to Janus: checks who asks and what, then answers from the state or by a command. */
export function createAsk(parts: RequestParts): Ask {
  const answers: Answers = {
    ...appAnswers(parts),
    ...agentAnswers(parts),
    ...messageAnswers(parts),
    ...ticketAnswers(parts),
    ...historyAnswers(parts),
    ...folderAnswers(parts),
    ...linkAnswers(parts),
    ...heartbeatAnswers(parts),
    ...lookAnswers(parts),
    ...gatheringAnswers(parts),
  }
  return async (caller, kind, input) => {
    // The table ties each kind to its answer; TypeScript cannot follow that through an index.
    return (answers[kind] as (caller: Caller, input: unknown) => never)(
      caller,
      authorized(caller, kind, input),
    )
  }
}
