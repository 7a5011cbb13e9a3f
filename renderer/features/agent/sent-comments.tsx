import { createContext } from 'react'
import { introOf, type LineComment } from '../../../main/contract/folders/line-comments.ts'
import type { AgentId, TurnId } from '../../../main/contract/api/model.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { CommentedLines } from '../../entities/folder/commented-lines.tsx'
import { openPath } from '../../entities/folder/open-path.ts'
import { ask } from '../../state/connection.ts'
import { show } from '../../state/view-store.ts'
import css from './transcript.module.css'

/** The turns that answer comments on lines: lines that their words name open in the changes. */
export const CommentedTurns = createContext<ReadonlySet<TurnId>>(new Set())

interface SentCommentsProps {
  readonly agent: AgentId
  readonly text: string
  readonly comments: readonly LineComment[]
}

/** A message of comments on lines, each with its lines, which lead to the changes. */
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

/** Shows a line that an answer to comments names: in the changes where the file was changed, else in the user's editor. */
export async function openMention(agent: AgentId, path: string, line: number | null): Promise<void> {
  const { files } = await ask('changes.list', { agent, span: 'conversation' }).catch(() => ({ files: [] }))
  const file = files.find((one) => one.path === path || path.endsWith(`/${one.path}`))
  if (line === null || file === undefined) return openPath(agent, path, line)
  showLine(agent, file.path, line)
}
