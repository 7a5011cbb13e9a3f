import { noticesPerHour } from '../../contract/api/limits.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { NoticeCounts } from '../../contract/agents/user-notices.ts'
import { callIn } from '../step/frames-and-turns.ts'
import type { Answer } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Agent } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { addUnread } from '../step/transcript.ts'

const hour = 3_600_000
/** Idempotency keys remembered per agent. */
const knownKeys = 8
const none: NoticeCounts = { shown: [], row: 0, held: null, last: null, keys: [] }

export interface UserNotified {
  readonly type: 'user.notified'
  readonly agent: AgentId
  readonly text: string
  readonly idempotencyKey: string | null
}

/**
 * Adds the text to the transcript, and shows it at once while the hourly limit allows; otherwise later,
 * together with what follows.
 */
export function notifyUser(step: Step, event: UserNotified): Answer {
  const { agent: id, text, idempotencyKey: key } = event
  const state = step.find(id)
  if (!state) return refuse('unauthorized', 'The agent is gone.')
  if (callIn(state.turn?.promptedBy) !== null)
    return refuse(
      'wrong_state',
      'In a gathering your user reads what you say to everybody: put it into the last words of this turn.',
    )
  const before = state.agent.notices ?? none
  if (key !== null && before.keys.includes(key)) return answerOf(step, before)
  const author = { kind: 'agent', id } as const
  step.entry(id, { kind: 'text', author, authorName: state.agent.name, text, isNotice: true })
  const keys = key === null ? before.keys : [...before.keys, key].slice(-knownKeys)
  step.agent(id, { notices: { ...before, keys } })
  addUnread(step, id)
  noticeRow(step, id, text)
  return answerOf(step, step.get(id).agent.notices ?? none)
}

/** Notifies the user of the newest transcript row, with this text. */
export function noticeRow(step: Step, id: AgentId, text: string): void {
  const { notices = none, entryCount: row } = step.get(id).agent
  const { held } = notices
  const waits = { row: held?.row ?? row, count: (held?.count ?? 0) + 1, text }
  step.agent(id, { notices: { ...notices, row, held: waits } })
  showNotices(step, id)
}

/** Shows held notifications once the hourly limit allows. */
export function showNotices(step: Step, id: AgentId): void {
  const { agent } = step.get(id)
  const { notices } = agent
  const due = noticeTime(agent)
  if (!notices?.held || due === null || due > step.now) return
  const shown = [...notices.shown, step.now].slice(-noticesPerHour)
  step.agent(id, {
    notices: { ...notices, shown, held: null, last: { ...notices.held, at: step.now } },
  })
}

/** When held notifications are shown, in ms; null: none are held, or the tab is closed. */
export function noticeTime({ notices, closedAt }: Pick<Agent, 'notices' | 'closedAt'>): number | null {
  if (!notices || notices.held === null || closedAt !== null) return null
  const [oldest = 0] = notices.shown
  return notices.shown.length < noticesPerHour ? 0 : oldest + hour
}

function answerOf(step: Step, { held, shown }: NoticeCounts): Answer {
  const left = held === null ? 0 : Math.max(0, (shown[0] ?? 0) + hour - step.now)
  return { kind: 'notice', shown: held === null, inSeconds: Math.ceil(left / 1000) }
}
