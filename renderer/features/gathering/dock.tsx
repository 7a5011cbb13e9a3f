import { closingWords } from '../../../main/contract/gatherings/closing-words.ts'
import type { GatheringView, PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useState, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { capitalized, raiseLabel, sentence } from '../../entities/gathering/gathering-words.ts'
import { Piece } from '../../entities/gathering/signs.tsx'
import { ownSeat, isOwnTurn, yourPlace, hasTurnLeft, isSealing } from './turn-words.ts'
import { HarvesterLine } from './newcomer-form.tsx'
import { NoteBox, NoteLine, UnsentWords } from './note-line.tsx'
import { draftFor, inGathering, appendText, useSaying, type Way } from './say.ts'
import { BallotForm } from './ballot-form.tsx'
import { YourTurn, TurnClock } from './your-turn.tsx'
import { At } from '../../components/time.tsx'
import { RaiseLimit } from '../../entities/budget/raise.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { classes } from '../../components/classes.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Problem } from '../../components/problem.tsx'
import { draftOf, show, view } from '../../state/view-store.ts'
import { FilePath } from './file-path.tsx'
import { ActButton } from './act-button.tsx'
import css from './dock.module.css'
import { currentCaps } from '../../keys/current-keys.ts'
import { Composer } from '../../entities/draft/composer.tsx'
import type { DraftInHand } from '../../entities/draft/send.ts'

export function GatheringDock({ of }: { readonly of: GatheringView }) {
  const isYourTurn = isOwnTurn(of)
  const [wantsHost, setHost] = useState(() => hasHostWords(of))
  // A text begun as host stays the host's when the piece arrives: Enter must not change its meaning while the
  // user types.
  const isSpeaking = isYourTurn && !wantsHost
  return (
    <div className="dock" data-part="dock">
      <div className="col">
        {of.state === 'paused' && <PausedRow of={of} />}
        {!isYourTurn && <TurnBanner of={of} />}
        {isSpeaking && of.piece && of.phase === 'decision' && of.decision ? (
          <BallotForm key={of.piece.turnId} of={of} piece={of.piece} decision={of.decision} />
        ) : isSpeaking && of.piece ? (
          <YourTurn key={of.piece.turnId} of={of} piece={of.piece} onHost={() => setHost(true)} />
        ) : (
          of.phase !== 'harvest' && <NoteComposer of={of} wantsHost={wantsHost} onHost={setHost} />
        )}
      </div>
    </div>
  )
}

const hasHostWords = ({ id }: GatheringView) =>
  draftOf(view.getState(), draftFor(id, 'host')).text.trim() !== ''

function TurnBanner({ of }: { readonly of: GatheringView }) {
  const hasSeat = of.user !== null && ownSeat(of) !== null
  if (of.phase === 'harvest')
    return (
      <p className={classes('row wrap small muted', css.factsLine)} data-part="facts-line">
        <span>
          <SafeText as="b" text={endWords(of)} /> <HarvesterLine of={of} does="writes the harvest" />
        </span>
      </p>
    )
  return (
    <div className={classes('row wrap small muted', css.factsLine)} data-part="facts-line">
      {of.piece && <Piece />}
      <p className={css.whose} data-part="whose-turn">
        {of.piece && (
          <b>
            <Name name={of.piece.name} /> ({of.piece.number}) has the piece.
          </b>
        )}{' '}
        {hasSeat ? (
          <>
            <SafeText text={yourPlace(of)} />
            {of.user?.away && ' You are away: your turns are short.'}
          </>
        ) : (
          'You have no seat here: you are the host.'
        )}
      </p>
      {hasSeat && of.user && <OwnActs of={of} hand={of.user.hand} />}
    </div>
  )
}

function endWords({ closing }: GatheringView): string {
  if (!closing || closing.kind === 'spoken') return 'All has been said.'
  return capitalized(sentence(closingWords(closing, 'user')))
}

function OwnActs({ of, hand }: { readonly of: GatheringView; readonly hand: boolean }) {
  return (
    <span className={css.ownActs}>
      <ActButton act="hand" variant="ghost" onClick={() => void steer(of.id, 'hand')}>
        <Icon name="hand" />
        {hand ? 'Lower your hand' : 'Raise a hand'}
      </ActButton>
      <ActButton act="take" variant="ghost" onClick={() => void steer(of.id, 'take')}>
        Take the piece
      </ActButton>
    </span>
  )
}

function PausedRow({ of }: { readonly of: GatheringView }) {
  const { paused } = of
  if (!paused) return null
  return (
    <section
      className={classes('row wrap gap-5 row-gap-3', css.paused, paused.why === 'cap' && 'needs')}
      aria-label="The gathering is paused"
    >
      <p className="pretty">
        {paused.why === 'cap' ? (
          <CapWords of={of} />
        ) : (
          <>
            <b>
              Paused by you, <At at={paused.at} />.
            </b>{' '}
            {paused.why === 'host' ? 'You spoke as host. ' : ''}Nobody gets the piece until you resume it;
            after 24 hours it closes automatically.
          </>
        )}
      </p>
      <div className="acts">
        {paused.why === 'cap' && isSpent(of) ? (
          <RaiseLimit spender={{ of: 'gathering', id: of.id }} by={of.spending.raiseBy} />
        ) : (
          <Button onClick={() => void steer(of.id, 'resume')}>
            {paused.why === 'cap' ? raiseLabel(of) : 'Resume'}
          </Button>
        )}
        {paused.why === 'cap' && (
          <Button variant="ghost" onClick={() => void steer(of.id, 'close')}>
            End with a harvest
          </Button>
        )}
      </div>
    </section>
  )
}

/** Its cost or token limit is reached; else its prompt limit. */
const isSpent = ({ spending }: GatheringView): boolean => spending.state === 'over'

function CapWords({ of }: { readonly of: GatheringView }) {
  const { ofCap } = useAmounts()
  return (
    <>
      <b>Limit reached:</b>{' '}
      <span className="num">
        {isSpent(of)
          ? ofCap(of.spending)
          : `${of.turns} of ${of.maxTurns} prompts; the last one is kept for the harvest`}
        .
      </span>{' '}
      Raise the limit, or close it with a harvest. After 24 hours it closes automatically.
    </>
  )
}

interface ClosedDockProps {
  readonly of: GatheringView
  /** Opens the log; null when it is shown already or is empty. */
  readonly onWords: (() => void) | null
}

export function ClosedDock({ of, onWords }: ClosedDockProps) {
  return (
    <div className="dock" data-part="dock">
      <div className="col">
        {of.problem !== '' && (
          <div className={css.problem}>
            <Problem text={of.problem} />
          </div>
        )}
        {of.user !== null && of.user.note !== '' && (
          // A note for a turn that did not come was sent to nobody.
          <NoteBox label={<b>Your note was not used.</b>} words={of.user.note}>
            <CopyButton text={() => of.user?.note ?? ''} label="Copy your note" />
          </NoteBox>
        )}
        <div
          className={classes('row wrap small muted', css.factsLine, css.closedLine)}
          data-part="facts-line"
        >
          {of.path !== null && (
            <span className={classes('inline-row wrap gap-3 break-anywhere', css.kept)}>
              Kept as <FilePath path={of.path} kept={of.path} />
            </span>
          )}
          <span className={css.ownActs}>
            {!of.shelved && (
              <Button variant="ghost" onClick={() => void steer(of.id, 'dismiss')}>
                Archive
              </Button>
            )}
            <Button variant="ghost" onClick={() => show({ kind: 'convene', proposal: of.id })}>
              Run again
            </Button>
            {onWords && (
              <Button variant="ghost" onClick={onWords}>
                Transcript
              </Button>
            )}
          </span>
        </div>
      </div>
    </div>
  )
}

interface ComposerProps {
  readonly of: GatheringView
  readonly wantsHost: boolean
  readonly onHost: (host: boolean) => void
}

/** Outside of the user's turn: a note for it, or a statement as host, which pauses the gathering. */
function NoteComposer({ of, wantsHost, onHost }: ComposerProps) {
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
      {isOwnTurn(of) && of.piece && <PieceCame piece={of.piece} interval={of.interval} />}
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
      {!isOwnTurn(of) && (
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
          {isHost
            ? isOwnTurn(of)
              ? 'Speak in your turn instead'
              : 'Write a note instead'
            : 'Speak as host…'}
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
