import type { KeyboardEvent } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { sentBefore, steppedTo } from '../../entities/draft/sent-before.ts'
import { mirror } from '../../state/store.ts'

/**
 * ↑ and ↓ in the field of an agent, with nothing held and at an edge of the words: `write` is given what was sent
 * before. True if the key was for this.
 */
export function walksHistory(event: KeyboardEvent, agent: AgentId, write: (words: string) => void): boolean {
  const field = event.target
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  const step = { ArrowUp: 'older', ArrowDown: 'newer' }[event.key] as 'older' | 'newer' | undefined
  if (step === undefined || !isPlain || !(field instanceof HTMLTextAreaElement) || !isAtEdge(field, step))
    return false
  const words = steppedTo(sentBefore(mirror.getState().logs.agent[agent]?.rows ?? []), field.value, step)
  if (words === null) return false
  event.preventDefault()
  write(words)
  return true
}

/** In words of several lines the keys go from line to line first; at their end they were just brought back. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLTextAreaElement, step: 'older' | 'newer') {
  if (selectionStart !== selectionEnd) return false
  if (selectionStart === value.length) return true
  return selectionStart === 0 && (step === 'older' || !value.includes('\n'))
}
