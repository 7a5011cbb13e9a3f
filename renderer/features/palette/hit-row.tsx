import type { SearchHit } from '../../../main/contract/history/search-views.ts'
import { markedParts, marksIn, termsOf, type TextPart } from '../../../main/contract/history/found-words.ts'
import { classes } from '../../components/classes.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMirror } from '../../state/store.ts'
import { Icon } from '../../components/icon.tsx'
import { Marked } from './choice.tsx'
import css from './palette.module.css'
import { goToCircle } from '../../entities/machine/circle-words.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'

/** What kind of row it is, where that is not plain from who wrote it. */
const kinds: Partial<Record<SearchHit['kind'], string>> = {
  tool: 'a tool call',
  result: 'a result',
  thinking: 'a thought',
  note: 'a note',
}

/** Something found: in whose tab, by whom, when, and the words around it. */
export function HitRow({ hit, words }: { readonly hit: SearchHit; readonly words: string }) {
  const isClosed = useMirror((now) => now.agents[hit.agent]?.closed === true)
  const isOwn = hit.circle === null && hit.authorName === hit.agentName
  const kind = kinds[hit.kind]
  return (
    <>
      {hit.circle === null ? (
        <Avatar author={{ kind: 'agent', id: hit.agent }} name={hit.agentName} size="sm" />
      ) : (
        <Icon name="gather" />
      )}
      <span className={css.hit} data-part="hit">
        <span className="by">
          <Name name={whereOf(hit)} />
          {!isOwn && (
            <span>
              {hit.kind === 'user' || hit.kind === 'peer' ? 'from ' : ''}
              <Name name={hit.authorName} />
            </span>
          )}
          {kind !== undefined && <span>{kind}</span>}
          {isClosed && <span>closed</span>}
          <At at={hit.at} />
        </span>
        {hit.call !== '' && <CallLine call={hit.call} words={words} />}
        {!isCallAll(hit, words) && (
          <span className={css.words} data-part="words" dir="auto">
            <Marked parts={plainParts(hit, words)} />
          </span>
        )}
      </span>
    </>
  )
}

function CallLine({ call, words }: { readonly call: string; readonly words: string }) {
  return (
    <span className={classes(css.words, 'mono')} data-part="call" dir="auto">
      <Marked parts={markedParts(call, marksIn(call, termsOf(words)))} />
    </span>
  )
}

/** Whether the line of a call has all that was looked for: then its input adds nothing. */
function isCallAll({ kind, call }: SearchHit, words: string): boolean {
  const terms = termsOf(words)
  const marks = marksIn(call, terms)
  return kind === 'tool' && terms.every((_, at) => marks.some(({ term }) => term === at))
}

/** Where something was found: the name of a tab, or a circle of another machine as its sheet is headed. */
export const whereOf = ({ agentName, circle }: Pick<SearchHit, 'agentName' | 'circle'>): string =>
  circle === null ? agentName : `${circle.topic} · ${circle.machine}`

/** Shows what was found, at the words that were looked for. */
export function goToHit({ circle, message, ...row }: SearchHit, words: string): void {
  if (circle === null) return void goToRow(row, { words, isLanding: true })
  goToCircle(circle, message && { message, words })
}

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
