import { useState } from 'react'
import type { Entry } from '../../../main/contract/model.ts'
import type { GatheringId, Spoken } from '../../../main/contract/gatherings.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMirror } from '../../state/store.ts'
import { showGathering } from '../../state/view-store.ts'
import { SeatFace, useHue, type Sitting } from '../../entities/gathering/signs.tsx'
import { isMore, previewOf } from './long-text.ts'
import { useClamped } from '../../components/use-clamped.ts'
import './inset.css'

type Spoke = Entry & { readonly spoken: Spoken }

/** Is it of a gathering? */
export const isSpoken = (entry: Entry): entry is Spoke => entry.spoken !== undefined

/** What a gathering is called; one that main does not tell of any more has no name here. */
const useTopic = (id: GatheringId): string | null => useMirror((now) => now.gatherings[id]?.topic ?? null)

/** Words of the circle that this agent was given: whose, from which seat, and what they are. */
export function CircleInset({ entry }: { readonly entry: Spoke }) {
  const { author, authorName, spoken, text } = entry
  const [isOpen, setOpen] = useState(false)
  const sitting: Sitting = {
    ...{ number: spoken.number ?? 0, name: authorName },
    kind: author.kind === 'human' ? 'human' : 'agent',
    agent: author.kind === 'agent' ? author.id : null,
  }
  const hue = useHue(sitting)
  const [preview, isClamped] = useClamped(isOpen)
  const isLong = isOpen || isClamped || isMore(text)
  const seat = spoken.number === null ? 'the host' : String(spoken.number)
  return (
    <section
      className="inset block circle-words"
      data-n={entry.n}
      data-message={entry.message ?? undefined}
      data-hue={hue}
      aria-label={`${visible(authorName)} (${seat}) in the circle`}
    >
      <header>
        <Icon name="gather" />
        <SeatFace of={sitting} size="sm" />
        <span className="clip">
          <Name name={authorName} pigment /> ({seat})<InTopic id={spoken.gathering} />
        </span>
        <span className="num arrival">
          <At at={entry.at} />
        </span>
        <span className="grow" />
        {isLong && (
          <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fold' : 'Unfold'}
          </button>
        )}
        <OpenGathering id={spoken.gathering} />
      </header>
      {isOpen ? (
        <div className="said">
          <Markdown text={text} />
        </div>
      ) : (
        <p ref={preview} dir="auto" className="preview">
          <SafeText text={previewOf(text)} />
        </p>
      )}
    </section>
  )
}

/** ` in Ship on Friday?` */
export function InTopic({ id }: { readonly id: GatheringId }) {
  const topic = useTopic(id)
  return (
    topic !== null && (
      <>
        {' '}
        in <Name name={topic} />
      </>
    )
  )
}

/** Leads back to the circle. */
export function OpenGathering({ id }: { readonly id: GatheringId }) {
  const topic = useTopic(id)
  return (
    <button
      type="button"
      className="btn ghost"
      aria-label={topic === null ? 'Open the gathering' : `Open the gathering ${visible(topic)}`}
      onClick={() => showGathering(id)}
    >
      Open
    </button>
  )
}
