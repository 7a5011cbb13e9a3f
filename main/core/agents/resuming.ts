import { callText } from '../../contract/agents/tool-calls.ts'
import { isSilent } from '../../contract/mail/last-line.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { NewEntry, Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { create } from './agents.ts'
import type { ImportedRow } from './imported-history.ts'
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
  const { name } = step.get(id).agent
  for (const row of rows) {
    const { said, within, at } = row
    if (within === undefined)
      noteSubagent(step, id, step.entry(id, entryOf(id, name, userName, row), at || step.now))
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

function entryOf(id: AgentId, name: string, userName: string, { said, prompt }: ImportedRow): NewEntry {
  const imported = true as const
  const by = { author: { kind: 'agent', id } as const, authorName: name, imported }
  switch (said.kind) {
    case 'user': {
      const frame = prompt === null ? {} : { frame: prompt }
      const author = { kind: 'user', via: 'window' } as const
      return { kind: 'user', author, authorName: userName, text: said.text, imported, ...frame }
    }
    case 'interrupted':
      return {
        kind: 'note',
        author: { kind: 'system' },
        authorName: 'Janus',
        text: 'Interrupted.',
        imported,
        note: { kind: 'interrupted' },
      }
    case 'tool':
      return { kind: 'tool', ...by, text: callText(said.tool, said.input), tool: said.tool, call: said.call }
    case 'result': {
      const { call, text, end } = said
      const isError = end !== 'done' && end !== 'launched'
      return { kind: 'result', ...by, text, call, isError, end, ...pick(said, ['patches', 'exit']) }
    }
    default:
      return { kind: said.kind, ...by, text: said.text }
  }
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
