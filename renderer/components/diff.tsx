import { Fragment, memo, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from './button.tsx'
import type { Shade } from './code/highlight.ts'
import { useLineShades, ShadedText } from './code/shaded-text.tsx'
import { PathLink } from './path-link.tsx'
import { countOf, type DiffLine } from './diff-lines.ts'
import { visible } from './hygiene.ts'
import { Icon } from './icon.tsx'
import { SafeText } from './safe-text.tsx'
import css from './diff.module.css'
import { classes } from './classes.ts'

interface DiffProps {
  readonly path: string
  readonly lines: readonly DiffLine[]
  /** Line numbers are those of the file. */
  readonly isNumbered: boolean
  readonly acts?: LineActs
}

/** What can be done with lines; positions are indexes into `lines`. */
export interface LineActs {
  readonly table: ComponentProps<'table'>
  readonly isSelected: (at: number) => boolean
  /** The line in the tab order. */
  readonly current: number
  readonly below: ReadonlyMap<number, ReactNode>
}

/** Lines rendered initially, and added each time the user asks for more. */
export const mostLines = 2_000
const words = { '−': 'removed', '+': 'added', ' ': '', '⋯': 'lines left out' }
const rowClasses = { '−': css.removed, '+': css.added, ' ': undefined, '⋯': css.gap }

export function Diff({ path, lines, isNumbered, acts }: DiffProps) {
  const [most, setMost] = useState(mostLines)
  const hidden = lines.length - most
  const shown = useMemo(() => lines.slice(0, most), [lines, most])
  const box = useRef<HTMLTableElement>(null)
  const shades = useLineShades(box, path, shown)
  const columns = isNumbered ? 4 : 2
  return (
    <table ref={box} className={css.diff} aria-label={`Changes in ${visible(path)}`} {...acts?.table}>
      <tbody>
        {shown.map((line, at) => (
          <Fragment key={at}>
            <Line
              line={line}
              shades={shades[at] ?? null}
              isNumbered={isNumbered}
              at={acts && line.sign !== '⋯' ? at : null}
              isSelected={acts?.isSelected(at) ?? false}
              isCurrent={acts?.current === at}
            />
            {acts?.below.has(at) && (
              <tr className={css.below}>
                <td colSpan={columns}>{acts.below.get(at)}</td>
              </tr>
            )}
          </Fragment>
        ))}
        {hidden > 0 && (
          <tr className={css.gap}>
            <td colSpan={columns}>
              <Button variant="ghost" onClick={() => setMost(most + mostLines)}>
                {hidden} more lines
              </Button>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface LineProps extends Pick<DiffProps, 'isNumbered'> {
  readonly line: DiffLine
  readonly shades: readonly Shade[] | null
  /** Its index; null if it can't be selected. */
  readonly at: number | null
  readonly isSelected: boolean
  readonly isCurrent: boolean
}

/** Memoized, so that selecting other lines does not render it again. */
const Line = memo(function Line({ line, shades, isNumbered, at, isSelected, isCurrent }: LineProps) {
  const { sign, old, fresh, text } = line
  const acts = at === null ? {} : { 'data-at': at, tabIndex: isCurrent ? 0 : -1, 'aria-selected': isSelected }
  const gutter = at === null ? undefined : 'gutter'
  return (
    <tr className={rowClasses[sign]} {...acts}>
      {isNumbered && (
        <>
          <td className={classes(css.at, 'num')} data-part={gutter}>
            {old}
          </td>
          <td className={classes(css.at, 'num')} data-part={gutter}>
            {fresh}
          </td>
        </>
      )}
      <td className={css.sign} aria-label={words[sign]} data-part={gutter}>
        {sign}
      </td>
      <td>{shades === null ? <SafeText text={text} /> : <ShadedText shades={shades} />}</td>
    </tr>
  )
})

export function DiffCount({ lines }: { readonly lines: readonly DiffLine[] }) {
  return <ChangeCount added={countOf(lines, '+')} removed={countOf(lines, '−')} />
}

export function ChangeCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span
      className={classes(css.diffCount, 'num')}
      role="img"
      aria-label={`${added} lines added, ${removed} removed`}
    >
      {added > 0 && <b className={css.plus}>+{added}</b>}
      {removed > 0 && <b className={css.minus}>−{removed}</b>}
    </span>
  )
}

interface DiffCardProps extends DiffProps {
  /** The path as shown in the header; defaults to the whole path. */
  readonly shown?: string
  readonly state?: ReactNode
  readonly isWhole?: boolean
  /** Some lines are left out, so they are not counted. */
  readonly isPart?: boolean
  readonly children?: ReactNode
}

const firstChanged = (lines: readonly DiffLine[]): number | null => {
  const at = lines.findIndex(({ sign }) => sign !== ' ')
  return lines.slice(Math.max(at, 0)).find(({ fresh }) => fresh !== null)?.fresh ?? null
}

/** Longer changes are collapsed. */
const longestOpen = 24
const collapsedLines = 12

export function DiffCard(props: DiffCardProps) {
  const { path, shown = path, lines, isNumbered, state, isWhole = false, isPart = false, children } = props
  const [choice, setOpen] = useState<boolean | null>(null)
  const isLong = lines.length > longestOpen
  const isOpen = choice ?? (isWhole || !isLong)
  return (
    <figure className={classes('box', css.change)} aria-label={`Change of ${visible(path)}`}>
      <figcaption className="row small muted">
        <Icon name="file" />
        <span className="mono clip grow" title={visible(path)}>
          <PathLink path={path} line={firstChanged(lines)}>
            <SafeText text={shown} />
          </PathLink>
        </span>
        {!isPart && <DiffCount lines={lines} />}
        {isLong && (
          <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Collapse' : 'Expand'}
          </Button>
        )}
        {state}
      </figcaption>
      {lines.length > 0 && (
        <Diff path={path} lines={isOpen ? lines : lines.slice(0, collapsedLines)} isNumbered={isNumbered} />
      )}
      {!isOpen && (
        <button type="button" className={classes('small muted', css.more)} onClick={() => setOpen(true)}>
          {lines.length - collapsedLines} more lines
        </button>
      )}
      {children}
    </figure>
  )
}
