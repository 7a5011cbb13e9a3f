import { useCallback, useRef } from 'react'
import { beforeSilence, silence } from '../../../main/contract/mail/last-line.ts'
import { brokenOffWords } from '../../../main/contract/history/note-words.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import type { GrowingReader } from '../../components/markdown/parse.ts'
import { useLiveText } from './paced-stream.ts'
import css from './said.module.css'
import { classes } from '../../components/classes.ts'

export interface WordsProps {
  /** Null while it is being written. */
  readonly text: string | null
  readonly agent: AgentId
  readonly at: number
  /** Its row, once it is saved. */
  readonly n: number | undefined
  /** The last block shows a caret while it grows. */
  readonly isLast: boolean
  /** It was interrupted. */
  readonly isHalf?: boolean
  /** The user was notified of it before the turn ended. */
  readonly isNotice?: boolean
  /** It passed the talking piece. */
  readonly isPass?: boolean
}

/** Renders the same element while the text is written and afterwards, so that nothing moves. */
export function AgentText(props: WordsProps) {
  const { text, agent, at, n, isLast, isHalf = false, isNotice = false, isPass = false } = props
  const reader = useRef<Pick<GrowingReader, 'cost'>>(null)
  const cost = useCallback(() => reader.current?.cost() ?? 0, [])
  const written = useLiveText(text === null ? agent : null, at, cost)
  const words = text ?? written
  const kind = silenceState(words, text === null)
  const isGrowing = text === null && isLast
  return (
    <div
      className={classes(
        'prose block',
        kind === 'silent' && css.silent,
        isHalf && css.half,
        isNotice && css.notice,
      )}
      data-part="said"
      data-growing={isGrowing || undefined}
      data-n={n}
    >
      {isNotice && <p className="faint small">Notified you</p>}
      {kind === 'silent' ? (
        <p>{nothingToAdd}</p>
      ) : (
        <Markdown text={kind === 'coming' ? '' : words} isGrowing={text === null} reader={reader} />
      )}
      {isPass && <p className="faint small">Passed</p>}
      {isHalf && <p className="faint small">{brokenOffWords}</p>}
    </div>
  )
}

/** Shown in place of the word `SILENT`. */
const nothingToAdd = 'Nothing to add.'

/** Whether a text is only the word `SILENT`. `coming`: it may still become that, so it is not shown yet. */
export function silenceState(text: string, isGrowing: boolean): 'silent' | 'coming' | 'words' {
  if (beforeSilence(text) === '') return 'silent'
  return isGrowing && silence.startsWith(text.trim()) ? 'coming' : 'words'
}
