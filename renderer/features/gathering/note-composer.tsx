import { useRef } from 'react'
import type { GatheringView, PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { currentCaps } from '../../keys/current-keys.ts'
import { draftOf, view } from '../../state/view-store.ts'
import { Composer } from '../../entities/draft/composer.tsx'
import { NoteLine, UnsentWords } from './note-line.tsx'
import type { DraftInHand } from '../../entities/draft/send.ts'
import { draftFor, inGathering, appendText, useSaying, type Way } from './say.ts'
import { Piece } from '../../entities/gathering/signs.tsx'
import { hasTurnLeft, isSealing, isYours } from './turn-words.ts'
import { TurnClock } from './your-turn.tsx'
import { classes } from '../../components/classes.ts'
import { ActButton } from './act-button.tsx'
import css from './dock.module.css'

interface ComposerProps {
  readonly of: GatheringView
  readonly wantsHost: boolean
  readonly onHost: (host: boolean) => void
}

/** Outside of the user's turn: a note for it, or a statement as host, which pauses the gathering. */
export function NoteComposer({ of, wantsHost, onHost }: ComposerProps) {
  // Nobody would read a note when the user has no turn left.
  const canNote = of.user !== null && hasTurnLeft(of)
  const isHost = wantsHost || !canNote
  const input = useRef<HTMLTextAreaElement>(null)
  const begun = {
    host: useSaying(of.id, 'host'),
    note: useSaying(of.id, 'note'),
    speak: useSaying(of.id, 'speak'),
  }
  const draft = isHost ? begun.host : begun.note
  const { text, write } = draft
  const note = of.user?.note ?? ''
  const go = async (way: Way) => {
    const isGone = await draft.send(inGathering(of.id, way))
    // Keep a text that was typed meanwhile.
    if (isGone && draftOf(view.getState(), draftFor(of.id, 'host')).text === '') onHost(false)
    input.current?.focus()
  }
  const speak = () => void go({ kind: 'host' })
  const speakAndKeep = () => void go({ kind: 'host', goesOn: true })
  const keepNote = () => void go({ kind: 'note', before: note })
  const takeOver = (from: DraftInHand) => {
    write(appendText(text, from.text))
    from.write('')
    input.current?.focus()
  }
  const toHost = (host: boolean) => {
    onHost(host)
    input.current?.focus()
  }
  return (
    <>
      {isYours(of) && of.piece && <PieceCame piece={of.piece} interval={of.interval} />}
      {note !== '' && (
        <NoteLine
          of={of}
          note={note}
          onTake={canNote ? begun.note.write : write}
          draft={canNote ? begun.note.text : text}
          input={input}
          isQuiet={isHost && canNote}
          {...(canNote ? {} : { action: 'Use it here' })}
        />
      )}
      {!canNote && (
        <UnsentWords
          label="Begun as a note"
          words={begun.note.text}
          action="Use it here"
          onAct={() => takeOver(begun.note)}
        />
      )}
      {!isYours(of) && (
        <UnsentWords
          label="Begun in your turn"
          words={begun.speak.text}
          action={isHost ? 'Use it here' : 'Take it as a note'}
          onAct={() => takeOver(begun.speak)}
        />
      )}
      {!isHost && (
        <UnsentWords
          label="Begun as host"
          words={begun.host.text}
          action="Continue as host"
          onAct={() => toHost(true)}
        />
      )}
      <Composer
        draft={draft}
        input={input}
        label={isHost ? 'Message to all, as host' : 'Note for your turn'}
        placeholder={hintOf(of, isHost)}
        rows={2}
        keys={isHost ? { speak, speakAndKeep } : { keepNote }}
      >
        <NoteBar
          of={of}
          isHost={isHost}
          canNote={canNote}
          canSay={draft.canSend}
          onHost={toHost}
          onGo={isHost ? speak : keepNote}
          onGoOn={speakAndKeep}
        />
      </Composer>
    </>
  )
}

function PieceCame({ piece, interval }: { readonly piece: PieceView; readonly interval: number }) {
  return (
    <div className={classes('row wrap small muted', css.factsLine)} data-part="facts-line">
      <Piece />
      <p className={css.whose} data-part="whose-turn">
        <b>You have the piece.</b> What you write here is said as host.
      </p>
      <TurnClock piece={piece} interval={interval} />
    </div>
  )
}

function hintOf(of: GatheringView, isHost: boolean): string {
  if (isHost) return 'Write to all, as the host.'
  const sealed = isSealing(of) ? ' It is kept, and sealed like the others.' : ''
  return `Write a note for your turn.${sealed}`
}

interface BarProps {
  readonly of: GatheringView
  readonly isHost: boolean
  readonly canNote: boolean
  readonly canSay: boolean
  readonly onHost: (host: boolean) => void
  readonly onGo: () => void
  /** Speaks without pausing the gathering. */
  readonly onGoOn: () => void
}

function NoteBar({ of, isHost, canNote, canSay, onHost, onGo, onGoOn }: BarProps) {
  const pauses = of.state === 'running'
  return (
    <>
      {isHost && !pauses && <span className={classes('muted', css.why)}>The gathering is paused.</span>}
      <span className="grow" />
      {canNote && (
        <ActButton act={isHost ? undefined : 'host'} variant="ghost" onClick={() => onHost(!isHost)}>
          {isHost ? (isYours(of) ? 'Speak in your turn instead' : 'Write a note instead') : 'Speak as host…'}
        </ActButton>
      )}
      {isHost && pauses && (
        <ActButton act="hostGoesOn" aria-disabled={!canSay} onClick={onGoOn}>
          Speak and continue <kbd aria-hidden="true">{currentCaps('speakAndKeep').join(' ')}</kbd>
        </ActButton>
      )}
      <ActButton act={isHost ? 'host' : 'note'} variant="primary" aria-disabled={!canSay} onClick={onGo}>
        {isHost ? (pauses ? 'Speak and pause' : 'Speak') : 'Keep as note'}{' '}
        <kbd aria-hidden="true">{isHost ? currentCaps('speak')[0]?.concat(' ↵') : '↵'}</kbd>
      </ActButton>
    </>
  )
}
