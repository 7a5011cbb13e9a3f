import { use, useCallback, type ContextType } from 'react'
import { introOf, type LineComment } from '../../../main/contract/folders/line-comments.ts'
import type { AgentId, Entry } from '../../../main/contract/api/model.ts'
import { PathOpener } from '../../components/path-link.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { CommentedLines } from '../../entities/folder/commented-lines.tsx'
import { openPath } from '../../entities/folder/open-path.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import css from './sent-comments.module.css'

/** A turn that answers line comments opens paths in the changes dialog, any other in the editor. */
export function useMentionOpener(agent: AgentId, entries: readonly Entry[]): ContextType<typeof PathOpener> {
  const openInEditor = use(PathOpener)
  const isAnswer = useMirror((now) => answersComments(now.logs.agent[agent]?.rows ?? [], entries[0]))
  const open = useCallback(
    (path: string, line: number | null) => void openMention(agent, path, line),
    [agent],
  )
  return isAnswer ? open : openInEditor
}

/** Whether the messages before a turn are line comments. Rows are numbered without gaps. */
function answersComments(rows: readonly Entry[], first: Entry | undefined): boolean {
  if (first === undefined || first.turn === null) return false
  const at = first.n - (rows[0]?.n ?? 0)
  return rows
    .slice(Math.max(0, at - 20), Math.max(0, at))
    .some(({ comments, turn }) => comments && turn === first.turn)
}

interface SentCommentsProps {
  readonly agent: AgentId
  readonly text: string
  readonly comments: readonly LineComment[]
}

export function SentComments({ agent, text, comments }: SentCommentsProps) {
  return (
    <div className="prose" data-part="said">
      <SafeText as="p" className="plain" dir="auto" text={introOf(text, comments)} />
      <ol className={css.comments}>
        {comments.map((comment) => (
          <li key={comment.id} data-part="line-comment">
            <CommentedLines
              comment={comment}
              onOpen={() => showLine(agent, comment.path, comment.line || undefined)}
            />
            <SafeText as="p" className="plain" dir="auto" text={comment.text} />
          </li>
        ))}
      </ol>
    </div>
  )
}

const showLine = (agent: AgentId, path: string, line: number | undefined): void =>
  show({ kind: 'changes', agent, span: 'conversation', path, ...(line === undefined ? {} : { line }) })

async function openMention(agent: AgentId, path: string, line: number | null): Promise<void> {
  const { files } = await ask('changes.list', { agent, span: 'conversation' }).catch(() => ({ files: [] }))
  const file = files.find((one) => one.path === path || path.endsWith(`/${one.path}`))
  if (line === null || file === undefined) return openPath(agent, path, line)
  showLine(agent, file.path, line)
}
