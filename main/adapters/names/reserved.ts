import type { NameKeys } from '../../ports.ts'
import { caseFold, skeletonOf } from './skeleton.ts'

/** Whoever is not an agent, and words that mean more than one. */
const words = ['human', 'you', 'user', 'system', 'janus', 'all']
/** What ids begin with. */
const kinds = ['agt', 'msg', 'trn', 'crd', 'lnk', 'hb', 'gat', 'utt', 'tkt']

/** Tells whether a name is, or looks like, a word that Janus keeps for itself, the person, or an id. */
export function reservedBy(person: string): (keys: NameKeys) => boolean {
  const kept = [...words, person.normalize('NFKC').trim()].filter((word) => word !== '')
  // In capitals a word can look like something else again: SYSTEM has no m.
  const forms = kept.flatMap((word) => [word, word.toUpperCase(), capitalised(word)])
  const keys = new Set(forms.map(caseFold))
  const skeletons = new Set(forms.map(skeletonOf))
  return (name) => keys.has(name.key) || skeletons.has(name.skeleton) || likeAnId(name)
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
