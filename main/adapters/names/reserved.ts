import type { NameKeys } from '../../ports.ts'
import { caseFold, skeletonOf } from './skeleton.ts'

/** Whoever is not an agent, and words that mean more than one. */
const words = ['human', 'you', 'user', 'system', 'janus', 'all']
/** What ids begin with. */
const kinds = ['agt', 'msg', 'trn', 'crd', 'lnk', 'hb', 'gat', 'utt', 'tkt']

/** Whose name is, or looks like, this one: the person's, or a word or id that Janus keeps for itself; null: nobody's. */
export function reservedBy(person: string): (keys: NameKeys) => 'person' | 'word' | null {
  const own = person.normalize('NFKC').trim()
  const isPerson = likeOneOf(own === '' ? [] : [own])
  const isWord = likeOneOf(words)
  return (name) => (isWord(name) || likeAnId(name) ? 'word' : isPerson(name) ? 'person' : null)
}

function likeOneOf(kept: readonly string[]): (keys: NameKeys) => boolean {
  // In capitals a word can look like something else again: SYSTEM has no m.
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
  // In a skeleton 0 is o and 1 is l.
  return marked || /^[0-9a-fol]{8}-(?:[0-9a-fol]{4}-){3}[0-9a-fol]{12}$/.test(skeleton)
}
