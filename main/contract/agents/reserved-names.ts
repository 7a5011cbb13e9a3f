import { usualKind } from './kinds.ts'

/**
 * Names that no agent may have: in a header or a list a model would take them for somebody else. They are the parts that
 * a conversation has for a model, those who take no part as an agent, and words for several or for nobody.
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
  // What every agent of the usual kind calls itself.
  usualKind,
]

/** Stands behind a reserved name that an agent has all the same; no name of ours can end so. */
export const agentMark = ' (agent)'

/** Words that only point: `the host` is the host. */
export const pointingWords: readonly string[] = ['the', 'your', 'our', 'my', 'this', 'from']

/** Whether a name in small letters has Janus in it as a word, or begins with it; Janusz is a first name. */
export const namesJanus = (key: string): boolean => /^janus(?!z)|[ ._-]janus(?:$|[ ._-])/.test(key)

/** Whether a name is only a number, as seats have. */
export const isNumber = (key: string): boolean => /^[\p{N} ._-]+$/u.test(key)

const pointing = new RegExp(`^(?:(?:${pointingWords.join('|')})[ ._-]*)+`)

/** Whether a name in small letters is reserved. */
export function isReserved(key: string): boolean {
  const bare = key.replace(pointing, '')
  return [key, bare].some((one) => reservedNames.includes(one) || namesJanus(one) || isNumber(one))
}
