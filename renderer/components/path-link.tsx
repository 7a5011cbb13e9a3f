import { createContext, use, useMemo, type MouseEvent, type ReactNode } from 'react'
import { SafeText } from './safe-text.tsx'
import css from './path-link.module.css'

type OpenPath = (path: string, line: number | null) => void

/** Null: paths are plain text. */
export const PathOpener = createContext<OpenPath | null>(null)

interface PathRun {
  readonly text: string
  readonly path: { readonly name: string; readonly line: number | null } | null
}

/** Folders, a name, an extension, and perhaps a line; not a part of a URL. */
const named =
  /(?<![\w/.:@~+-])((?:~\/|\/|\.{1,2}\/)?(?:[\w@.+-]{1,100}\/){0,30}[\w@+-][\w@.+-]{0,100}\.[A-Za-z]\w{0,9})(?::(\d{1,7})(?::\d{1,7})?)?(?![\w/])/g
/** Longer text is not searched. */
const longest = 20_000

/**
 * Finds paths in a text. A name without a folder or line counts only if it is all of the text and that is
 * code.
 */
export function pathRuns(text: string, isCode: boolean): readonly PathRun[] {
  if (text.length > longest || !text.includes('.')) return [{ text, path: null }]
  const runs: PathRun[] = []
  let at = 0
  for (const found of text.matchAll(named)) {
    const [all, name = '', line] = found
    const isSure = name.includes('/') || line !== undefined || (isCode && all === text)
    if (!isSure) continue
    if (found.index > at) runs.push({ text: text.slice(at, found.index), path: null })
    runs.push({ text: all, path: { name, line: line === undefined ? null : Number(line) } })
    at = found.index + all.length
  }
  if (at < text.length) runs.push({ text: text.slice(at), path: null })
  return runs
}

interface PathLinkProps {
  readonly path: string
  readonly line: number | null
  readonly children: ReactNode
}

/** Plain text if nothing can open it. */
export function PathLink({ path, line, children }: PathLinkProps) {
  const open = use(PathOpener)
  if (open === null || path === '') return children
  const click = (event: MouseEvent) => {
    // The user selects text.
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
