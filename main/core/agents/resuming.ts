import { isSilent } from '../../contract/mail/last-line.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { NewEntry, Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { create } from './agents.ts'
import type { ImportedRow } from './imported-history.ts'
import type { AgentState } from '../step/state.ts'
import { blockEntry } from '../turns/block-entry.ts'
import { noteSubagent, recordSubagentBlock } from '../turns/subagents.ts'
import { agentGone } from './tabs.ts'

/**
 * Opens a tab that continues an imported conversation; its content becomes the tab's first rows, and nobody's
 * mail.
 */
export function resumeConversation(step: Step, event: EventOf<'agent.resumed'>): Answer {
  const { taken, userName, folder, kind } = event
  const answer = create(step, { ...event, type: 'agent.created' })
  if (answer.kind !== 'agent') return answer
  const { agent: id } = answer
  const { rows, turns, earlier, damaged, file } = taken.past
  const original = taken.isOriginal ? { isOriginal: true as const } : {}
  step.note(id, { kind: 'imported', of: kind, folder, turns, earlier, damaged, file, ...original })
  const state = step.get(id)
  for (const row of rows) {
    const { said, within, at } = row
    if (within === undefined)
      noteSubagent(step, id, step.entry(id, entryOf(state, userName, row), at || step.now))
    else if (said.kind !== 'user' && said.kind !== 'interrupted')
      recordSubagentBlock(step, id, said, within, at || step.now)
  }
  // No process runs any of them here.
  step.set(id, { subagents: [] })
  const words = rows.flatMap(({ said, within }) =>
    said.kind === 'text' && within === undefined && !isSilent(said.text) ? [said.text] : [],
  )
  const lastLine = firstLine(words.at(-1) ?? '', 120)
  step.agent(id, { conversation: taken.conversation, conversed: true, turnNumber: turns + earlier, lastLine })
  return answer
}

function entryOf(state: AgentState, userName: string, { said, prompt }: ImportedRow): NewEntry {
  const imported = true as const
  if (said.kind === 'user') {
    const author = { kind: 'user', via: 'window' } as const
    const frame = prompt === null ? {} : { frame: prompt }
    return { kind: 'user', author, authorName: userName, text: said.text, imported, ...frame }
  }
  if (said.kind !== 'interrupted') return { ...blockEntry(state, said), imported }
  const by = { author: { kind: 'system' }, authorName: 'Janus' } as const
  return { kind: 'note', ...by, text: 'Interrupted.', imported, note: { kind: 'interrupted' } }
}

export function filesUndone(step: Step, event: EventOf<'files.undone'>): Answer {
  if (!step.find(event.agent)) return agentGone()
  const { agent } = event
  step.note(agent, { kind: 'filesUndone', ...pick(event, ['files', 'since', 'patch']) })
  return { kind: 'agent', agent }
}

export function filesPutBack(step: Step, event: EventOf<'files.putBack'>): Answer {
  if (!step.find(event.agent)) return agentGone()
  step.note(event.agent, { kind: 'filesPutBack', files: event.files })
  return { kind: 'agent', agent: event.agent }
}
