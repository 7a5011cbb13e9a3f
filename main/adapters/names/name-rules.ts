import { agentNameLimit } from '../../contract/api/limits.ts'
import { isNumber, namesJanus, pointingWords, reservedNames } from '../../contract/agents/reserved-names.ts'
import unhomoglyph from 'unhomoglyph'
import type { NameKeys, NameProblem, NameRules } from '../../ports/ports.ts'

type Read = ReturnType<NameRules['read']>

const longest = agentNameLimit

/**
 * `user`: the user's name, which no agent may have or resemble. Two names may coexist only if both their
 * keys and their skeletons differ.
 */
export function createNameRules(user: string): NameRules {
  const reserved = reservedBy(user)
  return {
    read: (written) => {
      const name = written.normalize('NFKC').replace(/ +/g, ' ').trim()
      const keys = { name, key: caseFold(name), skeleton: skeletonOf(name) }
      const by = reserved(keys)
      return problemOf(name) ?? (by === null ? { ok: true, keys } : taken(name, by))
    },
  }
}

function problemOf(name: string): Read | null {
  if (name === '') return no('empty', 'A name has at least one letter or digit.')
  const strange = [...name].find((char) => !/[\p{L}\p{N} ._-]/u.test(char) || /\p{DI}/u.test(char))
  if (strange !== undefined) {
    return no('character', `${show(strange)} cannot be in a name; use letters, digits, space and . _ -`)
  }
  const length = [...name].length
  if (length > longest) {
    return no('long', `A name has at most ${String(longest)} characters; this one has ${String(length)}.`)
  }
  if (!/[\p{L}\p{N}]/u.test(name)) return no('character', 'A name has at least one letter or digit.')
  if (/^[.-]/.test(name)) return no('character', 'A name does not begin with a dot or a hyphen.')
  return null
}

function taken(name: string, by: 'user' | 'word'): Read {
  const whose =
    by === 'user'
      ? 'is the name of the user here, or looks like it'
      : 'is reserved, for agents would take it for somebody else'
  return no('reserved', `"${name}" ${whose}; choose another.`)
}

function no(problem: NameProblem, detail: string): Read {
  return { ok: false, problem, detail }
}

/** Shows the code point of an invisible or dangerous character. */
function show(char: string): string {
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{P}\p{S}]/u.test(char) ? `"${char}" (${code})` : `The character ${code}`
}

/** Confusable pairs that UTS 39 does not map, or maps differently. */
const pairs: readonly (readonly [RegExp, string])[] = [
  // Split like UTS 39 splits m, so that vvv has one skeleton.
  [/w/g, 'vv'],
  // UTS 39 maps the small palochka to i, but it is as tall as an l.
  [/ӏ/g, 'l'],
  // Runs of spaces and of underscores look like a single one.
  [/ +/g, ' '],
  [/_+/g, '_'],
]

/** Folds over upper case, because JavaScript has no case folding: ß becomes ss, ς becomes σ. */
function caseFold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

/**
 * Returns the UTS 39 skeleton, case-folded and repeated until stable: folding can create new look-alikes (a
 * Greek capital eta is an H, which folds to h).
 */
export function skeletonOf(text: string): string {
  let skeleton = text
  for (let round = 0; round < 8; round++) {
    const next = fold(lookAlike(skeleton))
    if (next === skeleton) break
    skeleton = next
  }
  return skeleton
}

function fold(text: string): string {
  return text.toUpperCase().toLowerCase()
}

function lookAlike(text: string): string {
  let shown = text.normalize('NFD')
  for (const [pattern, same] of pairs) shown = shown.replace(pattern, same)
  return unhomoglyph(shown).normalize('NFD')
}

/** Prefixes of ids. */
const kinds = ['agt', 'msg', 'trn', 'crd', 'lnk', 'hb', 'gat', 'utt', 'tkt', 'tab']

/** Returns whose name this is or resembles: the user's, or a reserved word or id; null when free. */
function reservedBy(user: string): (keys: NameKeys) => 'user' | 'word' | null {
  const own = user.normalize('NFKC').trim()
  const isUser = likeOneOf(own === '' ? [] : [own])
  const isWord = likeOneOf(reservedNames)
  const isKept = (name: NameKeys): boolean =>
    isWord(name) || namesJanus(name.key) || namesJanus(name.skeleton) || isNumber(name.key)
  return (name) =>
    isKept(name) || isKept(bare(name)) || likeAnId(name) ? 'word' : isUser(name) ? 'user' : null
}

/** Strips determiners: `the host` and `your-user` count as host and user. */
function bare({ name, key, skeleton }: NameKeys): NameKeys {
  const without = (text: string): string => text.replace(pointing, '')
  return { name, key: without(key), skeleton: without(skeleton) }
}

const pointing = new RegExp(
  `^(?:(?:${pointingWords.flatMap((word) => [word, skeletonOf(word)]).join('|')})[ ._-]*)+`,
)

function likeOneOf(kept: readonly string[]): (keys: NameKeys) => boolean {
  // Upper case changes what a word resembles: SYSTEM has no m.
  const forms = kept.flatMap((word) => [word, word.toUpperCase(), capitalised(word)])
  const keys = new Set(forms.map(caseFold))
  const skeletons = new Set(forms.map(skeletonOf))
  return (name) => keys.has(name.key) || skeletons.has(name.skeleton)
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

const idStarts = kinds.flatMap((kind) => [`${kind}-`, `${skeletonOf(kind)}-`])

function likeAnId({ key, skeleton }: NameKeys): boolean {
  const marked = [key, skeleton].some((form) =>
    idStarts.some((start) => form.startsWith(start) && /^[a-z0-9]{10,30}$/.test(form.slice(start.length))),
  )
  // In a skeleton, 0 is o and 1 is l.
  return marked || /^[0-9a-fol]{8}-(?:[0-9a-fol]{4}-){3}[0-9a-fol]{12}$/.test(skeleton)
}
