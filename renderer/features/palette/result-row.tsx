import type { SearchResult } from '../../../main/contract/history/search-views.ts'
import { markedParts, marksIn, termsOf, type TextPart } from '../../../main/contract/history/found-words.ts'
import { classes } from '../../components/classes.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMirror } from '../../state/store.ts'
import { Icon } from '../../components/icon.tsx'
import { Highlighted } from './choice.tsx'
import css from './palette.module.css'
import { goToCircle } from '../../entities/machine/circle-words.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'

/** The kind of row, unless its author makes that clear. */
const kinds: Partial<Record<SearchResult['kind'], string>> = {
  tool: 'a tool call',
  result: 'a result',
  thinking: 'a thought',
  note: 'a note',
}

export function ResultRow({ result, words }: { readonly result: SearchResult; readonly words: string }) {
  const isClosed = useMirror((now) => now.agents[result.agent]?.closed === true)
  const isOwn = result.circle === null && result.authorName === result.agentName
  const kind = kinds[result.kind]
  return (
    <>
      {result.circle === null ? (
        <Avatar author={{ kind: 'agent', id: result.agent }} name={result.agentName} size="sm" />
      ) : (
        <Icon name="gather" />
      )}
      <span className={css.result} data-part="result">
        <span className="by">
          <span>
            {!isOwn && 'in '}
            <Name name={whereOf(result)} />
          </span>
          {!isOwn && (
            <span>
              from <Name name={result.authorName} />
            </span>
          )}
          {kind !== undefined && <span>{kind}</span>}
          {isClosed && <span>closed</span>}
          <At at={result.at} />
        </span>
        {result.call !== '' && <CallLine call={result.call} words={words} />}
        {!isCallAll(result, words) && (
          <span className={css.words} data-part="words" dir="auto">
            <Highlighted parts={plainParts(result, words)} />
          </span>
        )}
      </span>
    </>
  )
}

function CallLine({ call, words }: { readonly call: string; readonly words: string }) {
  return (
    <span className={classes(css.words, 'mono')} data-part="call" dir="auto">
      <Highlighted parts={markedParts(call, marksIn(call, termsOf(words)))} />
    </span>
  )
}

/** Whether the line of a tool call contains all search terms: then its input adds nothing. */
function isCallAll({ kind, call }: SearchResult, words: string): boolean {
  const terms = termsOf(words)
  const marks = marksIn(call, terms)
  return kind === 'tool' && terms.every((_, at) => marks.some(({ term }) => term === at))
}

/** The tab's name; for a gathering of another machine, the title of its dialog. */
export const whereOf = ({ agentName, circle }: Pick<SearchResult, 'agentName' | 'circle'>): string =>
  circle === null ? agentName : `${circle.topic} · ${circle.machine}`

export function goToResult({ circle, message, ...row }: SearchResult, words: string): void {
  if (circle === null) return void goToRow(row, { words, isLanding: true })
  goToCircle(circle, message && { message, words })
}

const asWritten: readonly SearchResult['kind'][] = ['tool', 'result']

/** The text around a match without Markdown marks; unchanged if the query contains marks. */
export function plainParts(
  { kind, parts }: Pick<SearchResult, 'kind' | 'parts'>,
  words: string,
): SearchResult['parts'] {
  if (asWritten.includes(kind)) return parts
  const text = parts.map((part) => part.text).join('')
  const plain = text.split('\n').map(plainLine).join(' ')
  const marked = markedParts(plain, marksIn(plain, termsOf(words)))
  return matchesIn(marked) < matchesIn(parts) ? parts : marked
}

const matchesIn = (parts: readonly TextPart[]) => parts.filter(({ isMatch }) => isMatch).length
