import type { Passage } from '../../../main/contract/model.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useFace } from '../../entities/agent/avatar.tsx'
import { goToRow } from '../../entities/log/go-to-row.ts'
import css from './gathering-log.module.css'

/** What earlier conversations had about the question, as the seed shows it to all. */
export function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  if (passages.length === 0) return null
  return (
    <details className={css.passages}>
      <summary>
        The seed holds {passages.length} {passages.length === 1 ? 'passage' : 'passages'} of earlier
        conversations
      </summary>
      <ul>
        {passages.map((one) => (
          <Source key={`${one.agent} ${one.n}`} passage={one} />
        ))}
      </ul>
    </details>
  )
}

function Source({ passage }: { readonly passage: Passage }) {
  const { agent, agentName, author, authorName, n, at, text } = passage
  const { hue } = useFace(author, authorName)
  const isOwn = author.kind === 'agent' && author.id === agent
  return (
    <li data-hue={hue}>
      <p className="by">
        <b>
          <Name name={authorName} pigment />
        </b>
        {!isOwn && (
          <span className="muted">
            to <Name name={agentName} />
          </span>
        )}
        <span className="num">
          <At at={at} />
        </span>
        <button
          type="button"
          className="plain"
          aria-label={`Source: where ${visible(authorName)} said it`}
          onClick={() => void goToRow({ agent, n })}
        >
          Source
        </button>
      </p>
      <p className={css.quote} dir="auto">
        <SafeText text={text} />
      </p>
    </li>
  )
}
