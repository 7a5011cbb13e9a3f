import { placeWords, type CommentPlace } from '../../../main/contract/folders/line-comments.ts'
import { Diff } from '../../components/diff.tsx'
import { hunkLines } from '../../components/diff-lines.ts'
import { SafeText } from '../../components/safe-text.tsx'
import css from './commented-lines.module.css'

interface CommentedLinesProps {
  readonly comment: CommentPlace
  /** Shows the lines in the changes. */
  readonly onOpen?: () => void
}

/** The commented lines, as they were when the comment was written. */
export function CommentedLines({ comment, onOpen }: CommentedLinesProps) {
  const { path, lines } = comment
  const place = <SafeText as="span" className="mono break-anywhere" text={placeWords(comment)} />
  return (
    <div className={css.lines}>
      {onOpen ? (
        <button type="button" className="bare small" title="Show in the changes" onClick={onOpen}>
          {place}
        </button>
      ) : (
        <p className="small muted">{place}</p>
      )}
      <Diff path={path} lines={hunkLines([{ oldStart: 0, newStart: 0, lines }])} isNumbered={false} />
    </div>
  )
}
