import type { NameProblem, NameRules } from '../../ports.ts'
import { reservedBy } from './reserved.ts'
import { caseFold, skeletonOf } from './skeleton.ts'

type Read = ReturnType<NameRules['read']>

/** Most characters (code points) of a name. */
const longest = 40

/**
 * The rules of names. `person`: the person's own name, which no agent may have or look like.
 * Two names may stand side by side only if both their keys and both their skeletons differ.
 */
export function createNameRules(person: string): NameRules {
  const reserved = reservedBy(person)
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

function taken(name: string, by: 'person' | 'word'): Read {
  const whose =
    by === 'person'
      ? 'is the name of the person here, or looks like it'
      : 'is a name that Janus keeps for itself'
  return no('reserved', `"${name}" ${whose}; choose another.`)
}

function no(problem: NameProblem, detail: string): Read {
  return { ok: false, problem, detail }
}

/** Names an invisible or dangerous character instead of showing it. */
function show(char: string): string {
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{P}\p{S}]/u.test(char) ? `"${char}" (${code})` : `The character ${code}`
}
