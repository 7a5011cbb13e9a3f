import { markedParts, marksIn, termsOf, type TextPart } from '../../../main/contract/history/found-words.ts'
import type { SearchHit } from '../../../main/contract/history/search-views.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'

const asWritten: readonly SearchHit['kind'][] = ['tool', 'result']

/** The words around what was found, without the marks of Markdown; as they are where those were looked for. */
export function plainParts(
  { kind, parts }: Pick<SearchHit, 'kind' | 'parts'>,
  words: string,
): SearchHit['parts'] {
  if (asWritten.includes(kind)) return parts
  const text = parts.map((part) => part.text).join('')
  const plain = text.split('\n').map(plainLine).join(' ')
  const marked = markedParts(plain, marksIn(plain, termsOf(words)))
  return matchesIn(marked) < matchesIn(parts) ? parts : marked
}

const matchesIn = (parts: readonly TextPart[]) => parts.filter(({ isMatch }) => isMatch).length
