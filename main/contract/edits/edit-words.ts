import type { SharedFile, SharedWhy } from './edits.ts'

/** The last name of a path: what a header has room for. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `Scout is editing router.ts too`: what the header of an agent says of a file; `name`: the other's. */
export function sharedWords({ path, why, isSecond }: SharedFile, name: string): string {
  const file = fileName(path)
  if (why === 'changed') return `${name} is editing ${file} too`
  return isSecond ? `${name} has claimed ${file}` : `${name} is editing ${file}, which this agent has claimed`
}

/** What the agent that edits hears, and the user on its card; `name`: the first one's, `file`: how it is called. */
export const editWords = (why: SharedWhy, name: string, file: string): string =>
  why === 'changed' ? `${name} has changed ${file} and not committed it` : `${name} has claimed ${file}`
