import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { FileChange } from '../../../main/contract/folders/changes.ts'
import { placeWords, type LineCommentView } from '../../../main/contract/folders/line-comments.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Diff } from '../../components/diff.tsx'
import { hunkLines, type DiffLine } from '../../components/diff-lines.ts'
import { Icon } from '../../components/icon.tsx'
import { visible } from '../../components/hygiene.ts'
import { ask } from '../../state/connection.ts'
import type { ShownSpan } from './change-words.tsx'
import { placeInDiff, placeOfLines, placeOfNumber } from './comment-places.ts'
import { CommentForm, LineComment } from './line-comment.tsx'
import { useLineSelection } from './line-selection.ts'
import { RevertAct, revertChange } from './revert-act.tsx'
import { keepWords, useDraft, wordsOf, type Draft } from './use-comments.ts'
import css from './comments.module.css'

interface ReviewedDiffProps {
  readonly agent: AgentId
  readonly of: ShownSpan
  readonly change: FileChange
  readonly line: number | undefined
  readonly comments: readonly LineCommentView[]
  readonly onReverted: (path: string, copy: string) => void
}

export function ReviewedDiff({ agent, of, change, line, comments, onReverted }: ReviewedDiffProps) {
  const { path, hunks, revert } = change
  const file = `${agent} ${path}`
  const lines = useMemo(() => hunkLines(hunks), [hunks])
  const [draft, setDraft] = useDraft(file)
  const selection = useLineSelection(lines, ({ from, to }) =>
    setDraft({ place: placeOfLines(path, lines, { from, to }), to, words: wordsOf(file) }),
  )
  const box = useRef<HTMLDivElement>(null)
  useBeginning(box, lines, line)
  const placed = comments.map((comment) => ({ comment, at: placeInDiff(lines, comment, of.span === 'turn') }))
  const apart = placed.filter(({ at }) => at === null)
  const done = () => {
    setDraft(null)
    selection.clear()
    box.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus()
  }
  const below = new Map<number, ReactNode>()
  const put = (at: number, node: ReactNode) =>
    below.set(
      at,
      <>
        {below.get(at)}
        {node}
      </>,
    )
  for (const { comment, at } of placed)
    if (at !== null) put(at, <LineComment key={comment.id} agent={agent} comment={comment} />)
  const form = draft && (
    <CommentForm
      key={`${draft.place.side} ${draft.place.line} ${draft.place.lines.length}`}
      label={`Comment on ${visible(placeWords(draft.place))}`}
      words={draft.words}
      onType={(words) => keepWords(file, words)}
      onSave={(text) => ask('comments.add', { agent, ...draft.place, lines: [...draft.place.lines], text })}
      onDone={done}
    />
  )
  const formAt = draft && placeOfDraft(lines, draft)
  if (formAt !== null) put(formAt, form)
  if (hunks.length > 1 && revert.can)
    for (const [hunk, at] of hunkEnds(hunks).entries())
      put(
        at,
        <RevertAct
          // The question applies to what was shown when it was asked: drop it when the hunk changes.
          key={`${revert.hash} ${hunk}`}
          label={`Revert hunk ${hunk + 1}?`}
          name="Revert hunk…"
          question={`Revert this hunk of ${visible(path)}? The other changes in the file stay.`}
          can
          revert={() => revertChange(agent, of, change, hunk)}
          onReverted={(copy) => onReverted(path, copy)}
        >
          <span className="grow" />
        </RevertAct>,
      )
  const isNumbered = hunks.every(({ oldStart, newStart }) => oldStart > 0 || newStart > 0)
  return (
    <div ref={box}>
      {lines.length > 0 && (
        <Diff path={path} lines={lines} isNumbered={isNumbered} acts={{ ...selection, below }} />
      )}
      {apart.length > 0 && (
        <CommentsApart
          agent={agent}
          title="Not in this diff"
          comments={apart.map(({ comment }) => comment)}
        />
      )}
      {formAt === null && form}
    </div>
  )
}

/** Diff index of the line that a draft belongs below; null when the diff no longer shows it. */
function placeOfDraft(lines: readonly DiffLine[], { place, to }: Draft): number | null {
  if (lines[to]?.text === place.lines.at(-1)?.slice(1)) return to
  return placeInDiff(lines, { ...place, lineStatus: { state: 'there', line: place.line } })
}

interface CommentsApartProps {
  readonly agent: AgentId
  readonly title: string
  readonly comments: readonly LineCommentView[]
}

/** Comments whose lines the diff no longer shows, each with its lines. Sent ones are collapsed. */
export function CommentsApart({ agent, title, comments }: CommentsApartProps) {
  const shown = (some: readonly LineCommentView[]) =>
    some.map((comment) => <LineComment key={comment.id} agent={agent} comment={comment} isApart />)
  const sent = comments.filter(({ message }) => message !== null)
  return (
    <section className={css.apart} aria-label={title}>
      <h3 className="small muted">{title}</h3>
      {shown(comments.filter(({ message }) => message === null))}
      {sent.length > 0 && (
        <details>
          <summary className="row small muted">
            <Icon name="right" className="twist" />
            {sent.length === 1 ? '1 earlier comment' : `${sent.length} earlier comments`}
          </summary>
          {shown(sent)}
        </details>
      )}
    </section>
  )
}

/** Diff indexes of the hunks' last lines; a gap line separates two hunks. */
function hunkEnds(hunks: FileChange['hunks']): readonly number[] {
  let end = -2
  return hunks.map(({ lines }) => (end += lines.length + 1))
}

/** Scrolls to a line once, after the lines are loaded. */
function useBeginning(
  box: { readonly current: HTMLElement | null },
  lines: readonly DiffLine[],
  line: number | undefined,
) {
  const wanted = useRef(line)
  useEffect(() => {
    if (wanted.current === undefined || lines.length === 0) return
    const row = box.current?.querySelector<HTMLElement>(`[data-at="${placeOfNumber(lines, wanted.current)}"]`)
    wanted.current = undefined
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'center' })
  }, [box, lines])
}
