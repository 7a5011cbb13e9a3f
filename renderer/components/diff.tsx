import { useMemo, useRef, useState, type ReactNode } from 'react'
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
  /** The numbers are those of the file. */
  readonly isNumbered: boolean
}

/** More lines than this are never laid out. */
export const mostLines = 2_000
const words = { '−': 'removed', '+': 'added', ' ': '', '⋯': 'lines left out' }
const rowClasses = { '−': css.removed, '+': css.added, ' ': undefined, '⋯': css.gap }

/** The lines of a change. The sign column says it without the tint. */
export function Diff({ path, lines, isNumbered }: DiffProps) {
  const hidden = lines.length - mostLines
  const shown = useMemo(() => lines.slice(0, mostLines), [lines])
  const box = useRef<HTMLTableElement>(null)
  const shades = useLineShades(box, path, shown)
  return (
    <table ref={box} className={css.diff} aria-label={`Changes in ${visible(path)}`}>
      <tbody>
        {shown.map((line, at) => (
          <tr key={at} className={rowClasses[line.sign]}>
            {isNumbered && (
              <>
                <td className={classes(css.at, 'num')}>{line.old}</td>
                <td className={classes(css.at, 'num')}>{line.fresh}</td>
              </>
            )}
            <td className={css.sign} aria-label={words[line.sign]}>
              {line.sign}
            </td>
            <td>
              <LineText text={line.text} shades={shades[at] ?? null} />
            </td>
          </tr>
        ))}
        {hidden > 0 && (
          <tr className={css.gap}>
            {isNumbered && <td colSpan={2} />}
            <td className={css.sign} />
            <td>{hidden} more lines</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function LineText({ text, shades }: { readonly text: string; readonly shades: readonly Shade[] | null }) {
  return shades === null ? <SafeText text={text} /> : <ShadedText shades={shades} />
}

/** `+3 −1`, in words for a screen reader. */
export function DiffCount({ lines }: { readonly lines: readonly DiffLine[] }) {
  return <ChangeCount added={countOf(lines, '+')} removed={countOf(lines, '−')} />
}

/** The same of lines that were counted elsewhere. */
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
  /** How the path is written in the head; the whole of it without. */
  readonly shown?: string
  readonly state?: ReactNode
  readonly isWhole?: boolean
  /** Some of it is left out: its lines are not counted. */
  readonly isPart?: boolean
  readonly children?: ReactNode
}

const firstChanged = (lines: readonly DiffLine[]): number | null => {
  const at = lines.findIndex(({ sign }) => sign !== ' ')
  return lines.slice(Math.max(at, 0)).find(({ fresh }) => fresh !== null)?.fresh ?? null
}

/** A change longer than this is collapsed to its first lines. */
const longestOpen = 24
const collapsedLines = 12

/** A change to a file: its path, what comes and goes, and the lines. A long one is collapsed. */
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
