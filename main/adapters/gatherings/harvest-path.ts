import { ideaHome, memoryHome } from '../../contract/gatherings/harvests.ts'

/** Bytes. */
const longest = { path: 1024, name: 200 }

/** Windows device names, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(\.|$)/i

/** Splits a path written by a model, or returns why it isn't allowed. */
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

/** Returns null when the name is allowed. */
export function problemOfName(name: string): string | null {
  // `git~1` is `.git` by its short name on Windows. Hidden files hold settings and commands that get
  // executed.
  if (name.startsWith('.') || /^git~\d+$/i.test(name))
    return `"${name}" is hidden: settings and hooks are not filed.`
  if (device.test(name)) return `"${name}" is the name of a device.`
  if (/[. ]$|^ /.test(name)) return `"${name}" begins or ends with a space or a dot.`
  if (Buffer.byteLength(name) > longest.name) return 'A name in its path is too long.'
  return null
}

/** Returns the path segments of the file for memories or ideas, or why it isn't allowed. */
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

const longestSlug = 60

/** Letters that NFKD does not decompose. */
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

/** Contains a–z, 0–9 and hyphens, at most 60 characters; never empty. */
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

/** The `n`-th candidate (from 1) for the file name: UTC day, topic, and a number from the second on. */
export function harvestName(at: number, topic: string, n: number): string {
  const day = new Date(at).toISOString().slice(0, 10)
  return `${day}-${slugOf(topic)}${n === 1 ? '' : `-${n}`}.md`
}
