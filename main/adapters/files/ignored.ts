/** What one file of rules says of a path below the root: it is left out, it is not, or nothing (null). */
export type Ignored = (path: string, isFolder: boolean) => boolean | null

interface Rule {
  readonly matches: RegExp
  readonly isOut: boolean
  readonly foldersOnly: boolean
}

/**
 * Reads a file of rules as git does: a line a pattern, the last that fits counts, `!` takes back, `/` at its end means
 * folders, a `/` elsewhere ties it to the file's own folder, `**` is any depth. `at`: that folder below the root, with
 * `/` at its end.
 */
export function readIgnored(text: string, at: string): Ignored {
  const rules = text.split(/\r?\n/).flatMap((line) => ruleOf(line) ?? [])
  return (path, isFolder) => {
    if (!path.startsWith(at)) return null
    const below = path.slice(at.length)
    const found = rules.findLast(
      ({ matches, foldersOnly }) => (isFolder || !foldersOnly) && matches.test(below),
    )
    return found?.isOut ?? null
  }
}

function ruleOf(line: string): Rule | null {
  const written = line.replace(/(?<!\\)\s+$/, '')
  if (written === '' || written.startsWith('#') || written.length > 1000) return null
  const isOut = !written.startsWith('!')
  const pattern = isOut ? written : written.slice(1)
  const foldersOnly = pattern.endsWith('/')
  const bare = pattern.replace(/\/$/, '')
  const isTied = bare.includes('/')
  const words = sourceOf(bare.replace(/^\//, ''))
  try {
    return { matches: new RegExp(`^${isTied ? '' : '(?:.*/)?'}${words}$`, 's'), isOut, foldersOnly }
  } catch {
    // A class of characters that nobody can read.
    return null
  }
}

const parts = /\*\*\/|\/\*\*$|\*+|\?|\[!?\]?[^\]]*\]|\\.|./gs

function sourceOf(pattern: string): string {
  return pattern.replace(parts, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '/**') return '/.+'
    if (part.startsWith('*')) return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.startsWith('[') && part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    return escaped(part.startsWith('\\') && part.length > 1 ? part.slice(1) : part)
  })
}

const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
