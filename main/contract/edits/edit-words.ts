import type { SharedFile, SharedWhy } from './edits.ts'

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `Scout is editing router.ts too`, for an agent's header; `name`: the other agent's. */
export function sharedWords({ path, why, isSecond }: SharedFile, name: string): string {
  const file = fileName(path)
  if (why === 'changed') return `${name} is editing ${file} too`
  return isSecond ? `${name} has claimed ${file}` : `${name} is editing ${file}, which this agent has claimed`
}

/** For the agent that edits, and on the user's card; `name`: the first agent's. */
export const editWords = (why: SharedWhy, name: string, file: string): string =>
  why === 'changed' ? `${name} has changed ${file} and not committed it` : `${name} has claimed ${file}`
