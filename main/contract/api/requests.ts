import type { z } from 'zod'
import { agentRequests } from '../agents/agent-requests.ts'
import { appRequests } from '../app/app-requests.ts'
import { budgetRequests } from '../budget/budget-requests.ts'
import { fleetRequests } from '../fleet/fleet-requests.ts'
import { folderRequests } from '../folders/folder-requests.ts'
import { gatheringRequests } from '../gatherings/gathering-requests.ts'
import { handlerRequests } from '../handlers/handler-requests.ts'
import { historyRequests } from '../history/history-requests.ts'
import { linkRequests } from '../links/link-requests.ts'
import { mailRequests } from '../mail/mail-requests.ts'
import { heartbeatRequests } from '../timers/heartbeat-requests.ts'
import { editRequests } from '../edits/edit-requests.ts'
import { taskRequests } from '../tasks/task-requests.ts'
import type { RequestAnswers } from './answers.ts'
import type { AgentId } from './model.ts'

/** The user's window, the user's tools with their token, or an agent. */
export type Caller = { kind: 'window' } | { kind: 'api' } | { kind: 'agent'; id: AgentId }

/** The schemas of all requests; `answers.ts` says who may send them. Unknown fields are refused. */
export const requests = {
  ...agentRequests,
  ...mailRequests,
  ...linkRequests,
  ...gatheringRequests,
  ...heartbeatRequests,
  ...handlerRequests,
  ...taskRequests,
  ...editRequests,
  ...budgetRequests,
  ...folderRequests,
  ...historyRequests,
  ...fleetRequests,
  ...appRequests,
} as const

export type RequestKind = keyof typeof requests
export const isRequestKind = (kind: string): kind is RequestKind => Object.hasOwn(requests, kind)
/** Parsed by the schema. */
export type RequestInput<K extends RequestKind> = z.infer<(typeof requests)[K]>

/** Aborts when the caller stops waiting; an `AbortSignal` fits. */
export interface CallerSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Sends a request as a caller; `gone` aborts when the caller stops waiting. Rejects with `RefusedError`. */
export type Ask = <K extends RequestKind>(
  caller: Caller,
  kind: K,
  input: unknown,
  gone?: CallerSignal,
) => Promise<RequestAnswers[K]>
