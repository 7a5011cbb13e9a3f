import { useCallback } from 'react'
import { classes } from '../../components/classes.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { withoutTerminalStyle } from '../../components/hygiene.ts'
import { PathText } from '../../components/path-link.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import css from './tools.module.css'

/** More characters than this are not laid out. */
const longestTail = 20_000

interface TailProps {
  readonly text: string
  readonly className?: string | undefined
}

/** The beginning of a long text, in a box that scrolls. */
export function Tail({ text, className }: TailProps) {
  const shown = text.slice(0, longestTail)
  return (
    <pre className={classes(css.tail, className)} data-part="tool-text" tabIndex={0}>
      <SafeText text={shown} />
      {shown.length < text.length && `\n… ${text.length - shown.length} more characters`}
    </pre>
  )
}

interface OutputProps {
  readonly text: string
  readonly isError: boolean
  /** What counts stands at its end. */
  readonly isOfCommand: boolean
}

/** What a call gave back; a command's opens at its end, as in a terminal. */
export function Output({ text, isError, isOfCommand }: OutputProps) {
  const clean = withoutTerminalStyle(text)
  const className = isError ? css.failed : undefined
  if (clean.trim() === '')
    return (
      <p className={classes(css.tail, 'faint')} data-part="tool-text">
        No output
      </p>
    )
  return (
    <div className={css.output}>
      {isOfCommand ? <End text={clean} className={className} /> : <Tail text={clean} className={className} />}
      <CopyButton text={() => clean} label="Copy the output" className={css.copy} />
    </div>
  )
}

/** The end of a long text, scrolled to where it ends. */
function End({ text, className }: TailProps) {
  const shown = endOf(text)
  const toEnd = useCallback((box: HTMLElement | null) => {
    if (box) box.scrollTop = box.scrollHeight
  }, [])
  return (
    <pre ref={toEnd} className={classes(css.tail, className)} data-part="tool-text" tabIndex={0}>
      {shown.length < text.length && `… ${text.length - shown.length} characters before\n`}
      <PathText text={shown} />
    </pre>
  )
}

/** The last lines that are laid out; whole ones, where a line is not longer than all of it. */
export function endOf(text: string): string {
  if (text.length <= longestTail) return text
  const end = text.slice(-longestTail)
  const line = end.indexOf('\n')
  return line < 0 || line === end.length - 1 ? end : end.slice(line + 1)
}
