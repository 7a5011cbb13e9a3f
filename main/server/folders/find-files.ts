import type { FilesFound } from '../../contract/mail/attachments.ts'

/** Most files that are offered. */
const mostOffers = 50

/**
 * Files whose paths fit what was typed, best first: its letters in their order, those that stand together and begin a
 * name before others, short paths before long ones. Without words the nearest.
 */
export function findFiles(files: readonly string[], words: string): Pick<FilesFound, 'files' | 'count'> {
  const sought = words.toLowerCase().replaceAll('\\', '/').replace(/^\.\//, '')
  const fitting = files.flatMap((path) => {
    const score = scoreOf(path, sought)
    return score === null ? [] : [{ path, score }]
  })
  const best = fitting.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, mostOffers)
  return { files: best.map(({ path }) => path), count: fitting.length }
}

/** How well a path fits, more is better; null: it does not. */
function scoreOf(path: string, sought: string): number | null {
  const short = -path.length / 1000
  if (sought === '') return short - path.split('/').length
  const low = path.toLowerCase()
  const name = low.slice(low.lastIndexOf('/') + 1)
  if (name === sought || low === sought) return 100 + short
  if (name.startsWith(sought)) return 80 + short
  if (name.includes(sought)) return 60 + short
  if (low.includes(sought)) return 40 + short
  const spread = spreadOf(low, sought)
  return spread === null ? null : 20 - Math.min(19, spread / 4) + short
}

/** Over how many letters more than its own it is spread, from its last place on backwards; null: it is not in there. */
function spreadOf(path: string, sought: string): number | null {
  let at = path.length
  let last = 0
  for (let letter = sought.length - 1; letter >= 0; letter--) {
    at = path.lastIndexOf(sought.charAt(letter), at - 1)
    if (at < 0 || (at === 0 && letter > 0)) return null
    if (letter === sought.length - 1) last = at
  }
  return last - at + 1 - sought.length
}
