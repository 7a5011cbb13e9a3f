import { usualKind } from './kinds.ts'

/**
 * Names that no agent may have, since a model would confuse them with somebody else: roles of a conversation,
 * participants who are no agents, and words for several or none.
 */
export const reservedNames: readonly string[] = [
  'user',
  'human',
  'person',
  'host',
  'you',
  'me',
  'self',
  'system',
  'assistant',
  'tool',
  'agent',
  'agents',
  'peer',
  'peers',
  'circle',
  'gathering',
  'all',
  'everyone',
  'everybody',
  'anyone',
  'anybody',
  'somebody',
  'nobody',
  'none',
  'null',
  'undefined',
  // Agents of the default kind call themselves that.
  usualKind,
]

/**
 * Appended where an agent already has a reserved name, as on another machine; a local name cannot end with
 * it.
 */
export const agentMark = ' (agent)'

/** Ignored in front of a name: `the host` is reserved like `host`. */
export const pointingWords: readonly string[] = ['the', 'your', 'our', 'my', 'this', 'from']

/** `key`: lower case. Finds `janus` as a word or at the start, but not Janusz, a first name. */
export const namesJanus = (key: string): boolean => /^janus(?!z)|[ ._-]janus(?:$|[ ._-])/.test(key)

/** A number would be confused with a seat's. */
export const isNumber = (key: string): boolean => /^[\p{N} ._-]+$/u.test(key)

const pointing = new RegExp(`^(?:(?:${pointingWords.join('|')})[ ._-]*)+`)

/** `key`: lower case. */
export function isReserved(key: string): boolean {
  const bare = key.replace(pointing, '')
  return [key, bare].some((one) => reservedNames.includes(one) || namesJanus(one) || isNumber(one))
}
