import type { Moment } from '../../contract/history/moments.ts'
import type { MomentQuery } from '../../ports/ports.ts'
import { matchExpression } from './search.ts'

/** What a moment is filtered by, a word each, as the index keeps it. */
export function aboutWords({ fact, agents, link, gathering }: Moment): string {
  return [
    kindWord(fact.kind),
    ...agents.map(idWord),
    ...[link, gathering].flatMap((id) => (id ? idWord(id) : [])),
  ].join(' ')
}

/** A filter as an FTS5 expression, null where everything is wanted; `never`: nothing can be meant by these words. */
export function filterExpression({
  kinds,
  agents,
  link,
  gathering,
  text,
}: MomentQuery): string | null | 'never' {
  const words = matchExpression(text)
  if (text.trim() !== '' && words === null) return 'never'
  const wanted = [
    oneOf(kinds.map(kindWord)),
    oneOf(agents.map(idWord)),
    oneOf([link, gathering].flatMap((id) => (id === null ? [] : idWord(id)))),
    words === null ? null : `text : (${words})`,
  ].filter((part) => part !== null)
  return wanted.length === 0 ? null : wanted.join(' AND ')
}

/** Where a link and a gathering are asked for, either will do, as with two agents. */
function oneOf(words: readonly string[]): string | null {
  if (words.length === 0) return null
  return `about : (${words.map((word) => `"${word}"`).join(' OR ')})`
}

const kindWord = (kind: string): string => `kind${kind}`

/** An id as one word: what stands between its parts would cut it in two. */
const idWord = (id: string): string => id.replace(/[^0-9a-z]/giu, '')
