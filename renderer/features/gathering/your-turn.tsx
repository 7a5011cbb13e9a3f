import { useId, useRef, useState } from 'react'
import type { GatheringView, PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { act } from '../../state/act.ts'
import { useNow } from '../../state/clock.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { Name } from '../../components/safe-text.tsx'
import { Switch } from '../../components/switch.tsx'
import { currentCaps, currentKeyWords } from '../../keys/current-keys.ts'
import { toast } from '../../state/view-store.ts'
import { Composer } from '../../entities/draft/composer.tsx'
import { actHelp } from '../../entities/gathering/act-help.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { NoteLine, UnsentWords } from './note-line.tsx'
import { seatLabel } from '../../entities/gathering/gathering-words.ts'
import { beatLabel, isHeld, isLastBeat, pieceTime } from '../../entities/gathering/piece-time.ts'
import { Beats, Piece } from '../../entities/gathering/signs.tsx'
import { remainingSpeakers } from './turn-words.ts'
import { inGathering, appendText, useSaying } from './say.ts'
import { classes } from '../../components/classes.ts'
import { ActButton } from './act-button.tsx'
import css from './dock.module.css'

export interface TurnProps {
  readonly of: GatheringView
  readonly piece: PieceView
}

interface YourTurnProps extends TurnProps {
  readonly onHost: () => void
}

export function YourTurn({ of, piece, onHost }: YourTurnProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const draft = useSaying(of.id, 'speak')
  const { text, write } = draft
  const begun = { note: useSaying(of.id, 'note'), host: useSaying(of.id, 'host') }
  const note = of.user?.note ?? ''
  const heading = useId()
  const speak = (how: { readonly to?: string; readonly keep?: true } = {}) =>
    void draft.send(inGathering(of.id, { kind: 'speak', turn: piece.turnId, ...how }))
  const takeNote = () => {
    write(appendText(text, begun.note.text))
    begun.note.write('')
    input.current?.focus()
  }
  return (
    <section className={css.holding} data-part="your-turn" aria-labelledby={heading}>
      <TurnHead of={of} piece={piece} heading={heading} />
      {isLastBeat(piece) && <p className={css.turnIsUp}>Your turn is up. What would you like to say last?</p>}
      {note !== '' && <NoteLine of={of} note={note} onTake={write} draft={text} input={input} isTurn />}
      <UnsentWords label="Begun as a note" words={begun.note.text} action="Use it here" onAct={takeNote} />
      <UnsentWords label="Begun as host" words={begun.host.text} action="Continue as host" onAct={onHost} />
      <Composer
        draft={draft}
        input={input}
        label="Your turn in the gathering"
        placeholder={`Write your turn. Enter is a new line, ${currentKeyWords('speak')} speaks.`}
        rows={2}
        keys={{ speak, speakAndKeep: () => speak({ keep: true }) }}
        isBare
      >
        <TurnBar of={of} piece={piece} canSay={draft.canSend} text={text} onSpeak={speak} />
      </Composer>
    </section>
  )
}

export function TurnHead({ of, piece, heading }: TurnProps & { readonly heading: string }) {
  const held = isHeld(piece)
  return (
    <header className="row wrap row-gap-2">
      <Piece />
      <h2 id={heading}>Your turn (you have the piece)</h2>
      <TurnClock piece={piece} interval={of.interval} />
      <span className="grow" />
      <Switch
        label="Pause clock"
        help={actHelp.holdMine}
        isOn={held}
        onTurn={(on) => void steer(of.id, on ? 'hold' : 'resume')}
      />
    </header>
  )
}

/** Follows the shared clock; never announced to screen readers. */
export function TurnClock({ piece, interval }: { readonly piece: PieceView; readonly interval: number }) {
  const { words } = pieceTime(piece, interval, useNow())
  const facts = [...(piece.beat > 0 ? [beatLabel(piece.beat, piece.beats)] : []), words]
  return (
    <span className="inline-row num muted">
      <Beats beat={piece.beat} beats={piece.beats} />
      {facts.join(' · ')}
    </span>
  )
}

/** Text that was left in the composer when the user passed: after the last round nothing else keeps it. */
function offerUnsaid(text: string) {
  const run = () => void navigator.clipboard.writeText(text)
  toast('Your text was not sent.', { action: { label: 'Copy it', run } })
}

interface TurnBarProps extends TurnProps {
  readonly canSay: boolean
  readonly text: string
  readonly onSpeak: (how: { readonly to?: string; readonly keep?: true }) => void
}

function TurnBar({ of, piece, canSay, text, onSpeak }: TurnBarProps) {
  const [mod = '', key = ''] = currentCaps('speak')
  const [isPassing, setPassing] = useState(false)
  const pass = async (how: { readonly to?: string }) => {
    setPassing(true)
    const isGone = await act('gatherings.pass', { id: of.id, turnId: piece.turnId, ...how })
    if (isGone && text.trim() !== '') offerUnsaid(text)
    setPassing(false)
  }
  const queue = remainingSpeakers(of)
  const next = queue[0]
  return (
    <>
      <ActButton act="speak" variant="primary" aria-disabled={!canSay} onClick={() => onSpeak({})}>
        Speak and pass{' '}
        <kbd aria-hidden="true">
          {mod} {key}
        </kbd>
      </ActButton>
      <ActButton act="speakAndKeep" aria-disabled={!canSay} onClick={() => onSpeak({ keep: true })}>
        Speak and keep the piece <kbd aria-hidden="true">{currentCaps('speakAndKeep').join(' ')}</kbd>
      </ActButton>
      <ActButton act="pass" disabled={isPassing} onClick={() => void pass({})}>
        Pass
      </ActButton>
      {queue.length > 0 && (
        <Menu
          label={canSay ? 'Speak, pass to…' : 'Pass to…'}
          className="btn"
          align="start"
          items={queue.map((seat) => ({
            label: visible(seatLabel(seat)),
            run: () => (canSay ? onSpeak({ to: seat.name }) : void pass({ to: seat.name })),
          }))}
        >
          {canSay ? 'Speak, pass to…' : 'Pass to…'}
          <Icon name="down" />
        </Menu>
      )}
      <span className="grow" />
      <span className={classes('small muted num', css.then)}>
        {next ? (
          <>
            Next: <Name name={seatLabel(next)} />.{' '}
          </>
        ) : (
          'You are the last of this round. '
        )}
        Your draft is kept.
      </span>
    </>
  )
}
