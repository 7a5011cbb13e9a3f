import { ideaHome, memoryHome } from '../../contract/gatherings/harvests.ts'

/** Longest path that is looked at, and longest name in it, in bytes. */
const longest = { path: 1024, name: 200 }

/** Names that are devices on some systems, with any ending. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(\.|$)/i

/** The names of folders and file in a path that somebody wrote, or in words why nothing is filed there. */
export function pathParts(path: string): readonly string[] | { readonly problem: string } {
  const said = path.replace(/^(\.\/+)+/, '')
  const names = said.split(/\/+/)
  const problem = problemOf(said, names)
  return problem === null ? names : { problem }
}

function problemOf(path: string, names: readonly string[]): string | null {
  if (path.trim() === '') return 'It names no file.'
  if (Buffer.byteLength(path) > longest.path) return 'Its path is too long.'
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(path))
    return 'Its path has characters that do not show.'
  if (/^[/\\~]/.test(path) || /^[a-z]:/i.test(path))
    return 'Its path does not begin in the folder of the gathering.'
  if (names.includes('..')) return 'Its path leads out of the folder.'
  if (/[\\:*?"<>|]/.test(path)) return 'Its path has characters that no file name should have.'
  if (names.at(-1) === '') return 'It names a folder, not a file.'
  for (const name of names) {
    const why = problemOfName(name)
    if (why !== null) return why
  }
  return null
}

/** Why nothing is filed in a folder, or as a file, of this name: null where nothing stands against it. */
export function problemOfName(name: string): string | null {
  // Also as Windows may call `.git`: these hold settings and commands that are run, not documents.
  if (name.startsWith('.') || /^git~\d+$/i.test(name))
    return `"${name}" is hidden: settings and hooks are not filed.`
  if (device.test(name)) return `"${name}" is the name of a device.`
  if (/[. ]$|^ /.test(name)) return `"${name}" begins or ends with a space or a dot.`
  if (Buffer.byteLength(name) > longest.name) return 'A name in its path is too long.'
  return null
}

/** The names of folder and file of a memory or an idea, or in words why nothing is noted there. */
export function notesHomeOf(
  folder: string | null,
  path: string,
  memoryFiles: readonly string[],
): readonly string[] | { readonly problem: string } {
  const isHome = [ideaHome, memoryHome, ...memoryFiles].includes(path)
  if (!isHome) return { problem: 'That is no file for what is to be remembered.' }
  const names = path.split('/')
  if (folder === null && names.length === 1)
    return { problem: `The circle has no folder of its own in which ${path} could be.` }
  return names
}

/** Longest slug, in characters. */
const longestSlug = 60

/** Letters that do not come apart into one of a–z and a mark. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** A topic as a part of a file's name: a–z, 0–9 and hyphens, at most 60 characters; never empty. */
function slugOf(topic: string): string {
  const letters = topic
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => spelled[letter] ?? letter)
  const slug = letters
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longestSlug)
  return slug.replace(/-$/, '') || 'gathering'
}

/** The `n`-th name (from 1) for the file of a gathering: its day (UTC), its topic, a number where that is taken. */
export function harvestName(at: number, topic: string, n: number): string {
  const day = new Date(at).toISOString().slice(0, 10)
  return `${day}-${slugOf(topic)}${n === 1 ? '' : `-${n}`}.md`
}
