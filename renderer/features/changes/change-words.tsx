import type { ChangedFile, ChangeList, ChangeSpan } from '../../../main/contract/folders/changes.ts'
import { classes } from '../../components/classes.ts'
import { ChangeCount } from '../../components/diff.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { Segments } from '../../components/segments.tsx'
import { filesWord } from '../../entities/tool/change-lines.ts'
import css from './changes.module.css'
import { takeFocus } from '../../components/focus.ts'

const kinds = {
  changed: { letter: 'M', word: 'changed' },
  added: { letter: 'A', word: 'added' },
  deleted: { letter: 'D', word: 'deleted' },
  renamed: { letter: 'R', word: 'renamed' },
} as const

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

export function SplitPath({ path }: { readonly path: string }) {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return (
    <span className={css.path} title={visible(path)}>
      <SafeText as="span" className={css.folder} text={path.slice(0, at)} />
      <SafeText text={path.slice(at)} />
    </span>
  )
}

export function FileCount({ file: { added, removed } }: { readonly file: ChangedFile }) {
  if (added === null || removed === null) return <span className="faint">binary</span>
  return <ChangeCount added={added} removed={removed} />
}

export const nothingWords = {
  turn: 'No changes in this turn.',
  conversation: 'No changes in this conversation.',
  commit: 'No changes since the last commit.',
} as const

/** For a turn: the one that contains row `n`, or the newest without it. */
export interface ShownSpan {
  readonly span: ChangeSpan['of']
  readonly n?: number | undefined
}

const spans = [
  { value: 'turn', word: 'Turn', title: 'What was changed in one turn' },
  { value: 'conversation', word: 'Conversation', title: 'What was changed in the whole conversation' },
  { value: 'commit', word: 'Since commit', title: 'What anyone has changed since the last commit' },
] as const

interface SpanChoiceProps {
  readonly now: ChangeSpan['of']
  readonly onChoose: (span: ChangeSpan['of']) => void
}

export function SpanChoice({ now, onChoose }: SpanChoiceProps) {
  return (
    <Segments
      aria-label="Changes since when"
      // Focus the current choice first.
      segments={spans.map((one) => (one.value === now ? { ...one, ref: takeFocus } : one))}
      isOn={(span) => span === now}
      onPress={onChoose}
    />
  )
}
