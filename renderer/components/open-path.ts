import { createContext } from 'react'

/** Opens a file in the person's editor, at a line if one is known. */
export type OpenPath = (path: string, line: number | null) => void

/** Where paths can be opened from here; null: they are words like others. */
export const PathOpener = createContext<OpenPath | null>(null)

/** A stretch of text; `path` where it names a file. */
export interface PathRun {
  readonly text: string
  readonly path: { readonly name: string; readonly line: number | null } | null
}

/** Folders, a name, an ending, and perhaps a line. No part of an address of the web. */
const named =
  /(?<![\w/.:@~+-])((?:~\/|\/|\.{1,2}\/)?(?:[\w@.+-]{1,100}\/){0,30}[\w@+-][\w@.+-]{0,100}\.[A-Za-z]\w{0,9})(?::(\d{1,7})(?::\d{1,7})?)?(?![\w/])/g
/** Longer text is not looked through. */
const longest = 20_000

/** The paths in a text; a bare name with an ending is one only where all of it is code (`isCode`). */
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
