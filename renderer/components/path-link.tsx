import { use, useMemo, type MouseEvent, type ReactNode } from 'react'
import { PathOpener, pathRuns } from './open-path.ts'
import { SafeText } from './safe-text.tsx'
import css from './path-link.module.css'

interface PathLinkProps {
  readonly path: string
  readonly line: number | null
  readonly children: ReactNode
}

/** A path that opens in the person's editor; words like others where there is nothing to open it. */
export function PathLink({ path, line, children }: PathLinkProps) {
  const open = use(PathOpener)
  if (open === null || path === '') return children
  const click = (event: MouseEvent) => {
    // Whoever marks the words does not want to go.
    if (getSelection()?.isCollapsed === false) return
    event.preventDefault()
    event.stopPropagation()
    open(path, line)
  }
  return (
    <span
      className={css.path}
      role="link"
      tabIndex={0}
      title="Open in your editor"
      onClick={click}
      onKeyDown={(event) => event.key === 'Enter' && open(path, line)}
    >
      {children}
    </span>
  )
}

/** Words in which paths can be opened. `isCode`: all of it is set as code. */
export function PathText({ text, isCode = false }: { readonly text: string; readonly isCode?: boolean }) {
  const open = use(PathOpener)
  const runs = useMemo(() => (open === null ? null : pathRuns(text, isCode)), [open, text, isCode])
  if (runs === null) return <SafeText text={text} />
  return runs.map((run, at) =>
    run.path === null ? (
      <SafeText key={at} text={run.text} />
    ) : (
      <PathLink key={at} path={run.path.name} line={run.path.line}>
        <SafeText text={run.text} />
      </PathLink>
    ),
  )
}
