import { saidAtOf } from '../../../main/contract/api/entry-time.ts'
import type { GatheringId, PieceCall } from '../../../main/contract/gatherings/gatherings.ts'
import type { Spoken } from '../../../main/contract/gatherings/utterances.ts'
import type { AgentId, Entry } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { Piece, SeatFace, useHue, type Sitting } from '../../entities/gathering/signs.tsx'
import { useMirror } from '../../state/store.ts'
import { showGathering } from '../../state/view-store.ts'
import { Inset } from './inset.tsx'
import css from './inset.module.css'

type Spoke = Entry & { readonly spoken: Spoken }

export const isSpoken = (entry: Entry): entry is Spoke => entry.spoken !== undefined

const useTopic = (id: GatheringId): string | null => useMirror((now) => now.gatherings[id]?.topic ?? null)

export function CircleInset({ entry }: { readonly entry: Spoke }) {
  const { author, authorName, spoken } = entry
  const sitting: Sitting = {
    number: spoken.number ?? 0,
    name: authorName,
    kind: author.kind === 'user' ? 'user' : 'agent',
    agent: author.kind === 'agent' ? author.id : null,
  }
  const seat = spoken.number === null ? 'the host' : String(spoken.number)
  return (
    <Inset
      entry={entry}
      label={`${visible(authorName)} (${seat}) in the circle`}
      hue={useHue(sitting)}
      head={
        <>
          <Icon name="gather" />
          <SeatFace of={sitting} size="sm" />
          <span className="clip">
            <Name name={authorName} pigment /> ({seat})<InTopic id={spoken.gathering} />
          </span>
          <span className="num">
            <At at={saidAtOf(entry)} />
          </span>
        </>
      }
      acts={<OpenGathering id={spoken.gathering} />}
    />
  )
}

function pieceWords(piece: PieceCall | undefined, name: string): string {
  switch (piece?.kind) {
    case undefined:
      return 'Gathering'
    case 'grant':
      return `${name} got the piece`
    case 'beat':
      return `Reminder ${piece.beat}`
    case 'final':
      return 'Asked for last words'
    case 'harvest':
      return 'Asked for the harvest'
  }
}

export function PieceInset({ entry, agent }: { readonly entry: Entry; readonly agent: AgentId }) {
  const { piece } = entry
  const word = pieceWords(piece, visible(useMirror((now) => now.agents[agent]?.name ?? 'It')))
  return (
    <Inset
      entry={entry}
      label={`Gathering: ${word}`}
      plain={2}
      head={
        <>
          {piece?.kind === 'grant' ? <Piece className={css.smallPiece} /> : <Icon name="gather" />}
          <span className="clip">
            <b className="muted strong">{word}</b>
            {piece && <InTopic id={piece.gathering} />}
          </span>
          <span className="num">
            <At at={saidAtOf(entry)} />
          </span>
        </>
      }
      acts={piece && <OpenGathering id={piece.gathering} />}
    />
  )
}

function InTopic({ id }: { readonly id: GatheringId }) {
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

/** Returns null for a gathering that another machine owns: it can't be opened here. */
function OpenGathering({ id }: { readonly id: GatheringId }) {
  const topic = useTopic(id)
  if (id.includes('@')) return null
  return (
    <Button
      variant="ghost"
      aria-label={topic === null ? 'Open the gathering' : `Open the gathering ${visible(topic)}`}
      onClick={() => showGathering(id)}
    >
      Open
    </Button>
  )
}
