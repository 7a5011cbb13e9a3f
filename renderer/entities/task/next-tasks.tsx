import { useState } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { taskLengths } from '../../../main/contract/tasks/tasks.ts'
import { Button } from '../../components/button.tsx'
import { firstPlainLine } from '../../components/markdown/plain-line.ts'
import { withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { show } from '../../state/view-store.ts'

/** Makes each line under a harvest's "Next" a task. Idempotent, since each line has a key. */
export function NextTasks({ of }: { readonly of: GatheringView }) {
  const [state, setState] = useState<'new' | 'sent' | 'added'>('new')
  const lines = of.harvest?.next ?? []
  if (lines.length === 0) return null
  if (state === 'added')
    return (
      <Button variant="ghost" onClick={() => show({ kind: 'tasks' })}>
        Show tasks
      </Button>
    )
  const add = async () => {
    for (const [at, { text }] of lines.entries())
      await ask('tasks.add', {
        ...wordsOf(text),
        source: of.id,
        idempotencyKey: `${of.id} next ${String(at)}`,
      })
  }
  return (
    <Button
      disabled={state === 'sent'}
      onClick={() => {
        setState('sent')
        void withErrorToast(add).then((isDone) => setState(isDone ? 'added' : 'new'))
      }}
    >
      Add to Tasks
    </Button>
  )
}

/** The first line of a Markdown text as a title; the rest is the detail. */
function wordsOf(text: string): { readonly title: string; readonly detail: string } {
  const line = firstPlainLine(text)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, ' ')
    .trim()
  const title = cut(line, taskLengths.title)
  return { title: title || 'Next', detail: title === text.trim() ? '' : cut(text, taskLengths.detail) }
}

/** Does not split a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/u, '')
