import type { AgentId, Entry } from '../../contract/api/model.ts'
import type { Step } from './step.ts'

/** Most marks of an agent; the oldest is dropped. */
const mostUnread = 99

/** The newest row of its transcript is for the user, who may not have seen it. */
export function addUnread(step: Step, id: AgentId): void {
  const { unread, entryCount } = step.get(id).agent
  step.agent(id, { unread: [...unread, entryCount].slice(-mostUnread) })
}

/** When words were said that are read only now. */
export function saidAtField(step: Step, at: number): Pick<Entry, 'saidAt'> {
  return step.now - at < 1000 ? {} : { saidAt: at }
}
