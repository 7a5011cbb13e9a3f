import type { ChangedFile, ChangeList, ChangeSpan } from '../../../main/contract/folders/changes.ts'
import { classes } from '../../components/classes.ts'
import { ChangeCount } from '../../components/diff.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { filesWord } from '../../entities/tool/change-lines.ts'
import css from './changes.module.css'
import { takeFocus } from '../../components/focus.ts'

const kinds = {
  changed: { letter: 'M', word: 'changed' },
  added: { letter: 'A', word: 'added' },
  deleted: { letter: 'D', word: 'deleted' },
  renamed: { letter: 'R', word: 'renamed' },
} as const

/** What became of a file, as a letter that says its word to who hears it. */
export function KindSign({ kind }: Pick<ChangedFile, 'kind'>) {
  const { letter, word } = kinds[kind]
  return (
    <span
      className={classes('no-shrink muted', css.kind)}
      role="img"
      aria-label={word}
      title={word}
      data-kind={kind}
    >
      {letter}
    </span>
  )
}

/** `7 files, +120 −34`. */
export function ChangeSum({
  list,
}: {
  readonly list: Pick<ChangeList, 'files' | 'added' | 'removed' | 'isPart'>
}) {
  const { files, added, removed, isPart } = list
  return (
    <span className="num">
      {isPart && 'more than '}
      {filesWord(files.length)}
      {(added > 0 || removed > 0) && ', '}
      <ChangeCount added={added} removed={removed} />
    </span>
  )
}

/** A path with its folder in a quieter tone. */
export function SplitPath({ path }: { readonly path: string }) {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return (
    <span className={css.path} title={visible(path)}>
      <SafeText as="span" className={css.folder} text={path.slice(0, at)} />
      <SafeText text={path.slice(at)} />
    </span>
  )
}

/** Lines of a file, or that it is no text. */
export function FileCount({ file: { added, removed } }: { readonly file: ChangedFile }) {
  if (added === null || removed === null) return <span className="faint">binary</span>
  return <ChangeCount added={added} removed={removed} />
}

/** What stands there where nothing was changed. */
export const nothingWords = {
  turn: 'No changes in this turn.',
  conversation: 'No changes in this conversation.',
  commit: 'No changes since the last commit.',
} as const

/** Which changes are meant; of a turn the newest without `n`, else that of the row. */
export interface ShownSpan {
  readonly span: ChangeSpan['of']
  readonly n?: number | undefined
}

const spans = [
  ['turn', 'Turn', 'What was changed in one turn'],
  ['conversation', 'Conversation', 'What was changed in the whole conversation'],
  ['commit', 'Since commit', 'What anyone has changed since the last commit'],
] as const

interface SpanChoiceProps {
  readonly now: ChangeSpan['of']
  readonly onChoose: (span: ChangeSpan['of']) => void
}

/** Since when changes are shown, as words side by side. */
export function SpanChoice({ now, onChoose }: SpanChoiceProps) {
  return (
    <div className="seg" role="group" aria-label="Changes since when">
      {spans.map(([span, word, about]) => (
        <button
          key={span}
          // What is shown has the focus first.
          ref={span === now ? takeFocus : undefined}
          type="button"
          aria-pressed={span === now}
          data-word={word}
          title={about}
          onClick={() => onChoose(span)}
        >
          {word}
        </button>
      ))}
    </div>
  )
}
