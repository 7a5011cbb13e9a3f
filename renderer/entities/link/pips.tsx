import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { crossingHelp } from './link-words.ts'
import css from './link.module.css'

/** A larger limit is shown only as a number. */
const mostPips = 8

interface PipsProps {
  readonly link: Pick<LinkView, 'budgetUsed' | 'budgetGranted'>
  /** Without words, if they are shown elsewhere. */
  readonly isBare?: boolean
}

/** How much of the limit is used: a dot per message, and "4 of 8". */
export function Pips({ link: { budgetUsed: used, budgetGranted: allowed }, isBare = false }: PipsProps) {
  const words = `${used} of ${allowed}`
  return (
    <span
      className="inline-row no-shrink muted small num"
      data-yield={8}
      data-help={`${words} messages used. ${crossingHelp}`}
    >
      {allowed <= mostPips && (
        <span className={css.pips} data-yield={4} aria-hidden="true">
          {Array.from({ length: allowed }, (_, at) => (
            <i key={at} className={at < used ? css.used : undefined} />
          ))}
        </span>
      )}
      {isBare ? (
        <span className="vh">{words} messages used</span>
      ) : (
        <span>
          {words} messages<span className="vh"> used</span>
        </span>
      )}
    </span>
  )
}
