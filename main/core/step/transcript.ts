import type { AgentId, Entry } from '../../contract/api/model.ts'
import type { Step } from './step.ts'

/** Cap per agent; the oldest mark is dropped. */
const mostUnread = 99

/** Marks the newest row of the transcript as unread. */
export function addUnread(step: Step, id: AgentId): void {
  const { unread, entryCount } = step.get(id).agent
  step.agent(id, { unread: [...unread, entryCount].slice(-mostUnread) })
}

/** For text that is read a second or more after it was said. */
export function saidAtField(step: Step, at: number): Pick<Entry, 'saidAt'> {
  return step.now - at < 1000 ? {} : { saidAt: at }
}
