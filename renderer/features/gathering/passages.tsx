import type { CirclePassage, SeedPassage } from '../../../main/contract/gatherings/gatherings.ts'
import type { Passage } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useFace } from '../../entities/agent/avatar.tsx'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { useMirror } from '../../state/store.ts'
import { showGathering } from '../../state/view-store.ts'
import css from './gathering-log.module.css'

/** What earlier conversations had about the question, as the seed shows it to all. */
export function Passages({ passages }: { readonly passages: readonly SeedPassage[] }) {
  if (passages.length === 0) return null
  return (
    <details className={css.passages}>
      <summary>
        The seed holds {passages.length} {passages.length === 1 ? 'passage' : 'passages'} of earlier
        conversations
      </summary>
      <ul>
        {passages.map((one) =>
          one.from === 'circle' ? (
            <CircleSource key={`${one.gathering} ${one.text}`} passage={one} />
          ) : (
            <Source key={`${one.agent} ${one.n}`} passage={one} />
          ),
        )}
      </ul>
    </details>
  )
}

/** Words of an earlier circle, or a line of what came of it; its source is that circle. */
function CircleSource({ passage }: { readonly passage: CirclePassage }) {
  const { gathering, topic, speaker, at, text } = passage
  const isKnown = useMirror((now) => now.gatherings[gathering] !== undefined)
  return (
    <li>
      <p className="by">
        <b>{speaker === null ? 'Harvest' : <Name name={speaker} />}</b>
        <span className="muted">
          of the circle “<SafeText text={topic} />”
        </span>
        <span className="num">
          <At at={at} />
        </span>
        {isKnown && (
          <button
            type="button"
            className="plain"
            aria-label={`Source: the circle ${visible(topic)}`}
            onClick={() => showGathering(gathering)}
          >
            Source
          </button>
        )}
      </p>
      <p className={css.quote} dir="auto">
        <SafeText text={text} />
      </p>
    </li>
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
