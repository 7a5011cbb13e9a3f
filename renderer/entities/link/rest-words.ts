import type { LinkView } from '../../../main/contract/links/link-views.ts'

type OfHouses = Pick<LinkView, 'houses'>

/** Whether a word of the person of this house lets more cross. */
export function isAnswering({ houses, rests }: Pick<LinkView, 'houses' | 'rests'>): boolean {
  if (rests === 'asked') return false
  return !houses?.home || (rests !== 'loop' && houses.spent !== true)
}

/** What lets a link go on that has used its budget, in a sentence: of one that another house keeps its person may have to. */
export function goesOnWords({ houses }: OfHouses): string {
  return houses?.home && houses.spent
    ? `Words in other houses have begun several episodes in a row: it goes on when the person of ${houses.home} extends it or writes to a member.`
    : 'With your next word to a member it goes on.'
}

/** Why nothing crosses since a message was closed that went round in a loop, and until when. */
export function loopWords({ houses }: OfHouses): string {
  const [who, whose] = houses?.home ? [`The person of ${houses.home}`, 'their'] : ['You', 'your']
  return `${who} closed a message of its that went round in a loop. Nothing crosses before ${whose} next word to a member.`
}
