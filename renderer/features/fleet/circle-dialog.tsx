import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { once } from '../../components/use-still-hand.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { standingWords, type RemoteCircle } from '../../entities/machine/circle-words.ts'
import { SeatActs } from '../../entities/machine/seat-acts.tsx'
import { act } from '../../state/act.ts'
import type { FoundWords } from '../../state/panel.ts'
import { CircleTalk, useCircleSeen } from './circle-talk.tsx'
import type { CircleSeatView, FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { copyLog } from '../../state/export-log.ts'
import { show } from '../../state/view-store.ts'
import type { WireCircle, WireSitter } from '../../../main/contract/fleet/machines.ts'
import type { Author } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { plainPhaseNames, seatLabel } from '../../entities/gathering/gathering-words.ts'
import { writingWords } from '../../../main/contract/gatherings/closing-words.ts'
import { PhaseSign, Piece } from '../../entities/gathering/signs.tsx'
import { peerNamed } from '../../state/peers.ts'
import { useMirror } from '../../state/store.ts'
import css from './fleet.module.css'
import { inTurnOrder } from '../../../main/contract/gatherings/gatherings.ts'
import { utteranceLimit } from '../../../main/contract/api/limits.ts'
import { durationWords } from '../../components/duration.ts'
import { isField, takeFocus } from '../../components/focus.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { Composer } from '../../entities/draft/composer.tsx'
import { excessOfWords, useDraft } from '../../entities/draft/send.ts'
import { useNow } from '../../state/clock.ts'
import { ask } from '../../state/connection.ts'

interface CircleDialogProps {
  readonly of: RemoteCircle
  readonly found: FoundWords | undefined
  readonly onClose: () => void
}

export function CircleDialog({ of, found, onClose }: CircleDialogProps) {
  const { machine, seat } = of
  const { topic, by, status, turn } = seat
  useCircleSeen(seat)
  return (
    <Dialog
      title={`${visible(topic)} · ${visible(machine)}`}
      tools={<TakeCircle seat={seat} />}
      onClose={onClose}
    >
      <div className="sheet-body" data-part="circle" onClickCapture={once}>
        <p className="muted">
          A gathering on <Name name={machine} />, started by <Name name={by} />.
        </p>
        {seat.now !== null && <CircleSeats now={seat.now} />}
        <CircleTalk seat={seat} found={found} />
        {status === 'taken' && turn !== null ? (
          <CircleTurn key={turn.id} seat={seat} turn={turn} />
        ) : (
          <p className={status === 'taken' ? 'muted' : undefined} role="status">
            {standingWords(of)}
          </p>
        )}
        <Decide of={of} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Decide({ of: { seat }, onClose }: Omit<CircleDialogProps, 'found'>) {
  const { circle, status } = seat
  const leave = async () => {
    if ((await act('circles.decide', { circle, take: false })) && status === 'over') onClose()
  }
  if (status === 'asked' || status === 'left')
    return <SeatActs circle={circle} isLeft={status === 'left'} onLeft={onClose} />
  return (
    <div className="acts">
      <Button variant="ghost" onClick={() => void leave()}>
        {status === 'over' ? 'Archive' : 'Leave the gathering'}
      </Button>
    </div>
  )
}

function TakeCircle({ seat: { circle, topic } }: { readonly seat: CircleSeatView }) {
  const log = { kind: 'circle', id: circle } as const
  return (
    <Menu
      label="Export the gathering"
      items={[
        { label: 'Export…', run: () => show({ kind: 'export', log, name: visible(topic) }) },
        { label: 'Copy as Markdown', run: () => void copyLog(log) },
      ]}
    >
      <Icon name="export" />
    </Menu>
  )
}

function CircleSeats({ now }: { readonly now: WireCircle }) {
  const { question, phase, seats, harvester } = now
  return (
    <section className={css.stands} data-part="circle-stands" aria-label="Seats">
      <SafeText as="p" className={css.question} title={visible(question)} dir="auto" text={question} />
      <p className="row muted small">
        {phase !== null && <PhaseSign of={phase} />}
        <b className="num medium">{whereWords(now)}</b>
      </p>
      <ol aria-label="In the order of speaking">
        {seats.map((seat) => (
          <Sitter key={seat.number} seat={seat} of={now} />
        ))}
      </ol>
      <p
        className={classes('row gap-2 muted small break-anywhere', css.listener)}
        title={`${visible(harvester)} listens, and writes the harvest`}
      >
        <Icon name="ear" /> <Name name={harvester} />
      </p>
    </section>
  )
}

/** `Hold · discussion, round 1 of 2`. */
function whereWords({ phase, round, rounds, harvester }: WireCircle): string {
  if (phase === null) return 'It has not begun'
  if (phase === 'harvest') return writingWords(visible(harvester))
  return `${plainPhaseNames[phase]}, round ${round} of ${rounds}`
}

function Sitter({ seat, of }: { readonly seat: WireSitter; readonly of: WireCircle }) {
  const { number, name, had, left } = seat
  const isYours = number === of.yours
  const has = number === of.holder
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const agents = useMirror((now) => now.agents)
  const face = useFace(isYours ? { kind: 'user', via: 'window' } : authorOf(seat, fleet, agents), name)
  const word = has ? 'has the piece' : left ? 'is not there' : had ? 'has had a turn' : 'comes later'
  return (
    <li
      className={classes('row gap-3 break-anywhere', css.seat, has && css.has, left && css.left)}
      aria-current={has ? 'true' : undefined}
      title={`${visible(name)} ${word}`}
    >
      <FaceView face={{ ...face, letters: String(number) }} size="sm" />
      <span>
        <span className="vh">{number} </span>
        <Name name={name} />
        {isYours && ' (you)'}
        <span className="vh">, {word}</span>
      </span>
      {has ? <Piece className={css.piece} /> : had && !left && <Sign of="good" />}
    </li>
  )
}

/** Resolves a seat to a local agent, an agent shared by its machine, or an unknown author. */
function authorOf(
  { name, isUser }: WireSitter,
  fleet: FleetView | null,
  agents: Readonly<Record<string, AgentView>>,
): Author {
  const [own = '', machine = ''] = name.split('@')
  if (isUser) return { kind: 'guest', machine, name: own }
  const ours = machine === fleet?.machine ? Object.values(agents).find((one) => one.name === own) : undefined
  const id = ours?.id ?? peerNamed(name, fleet)
  return id === undefined ? { kind: 'system' } : { kind: 'agent', id }
}

interface CircleTurnProps {
  readonly seat: CircleSeatView
  readonly turn: NonNullable<CircleSeatView['turn']>
}

function CircleTurn({ seat: { circle, topic, isPaused, now }, turn: { id: turn, until } }: CircleTurnProps) {
  const draft = useDraft(circle, (text) => excessOfWords(text, utteranceLimit))
  const input = useRef<HTMLTextAreaElement>(null)
  // The turn may come while the dialog is open: don't take the focus from a field that the user types in.
  useLayoutEffect(() => {
    takeFocus(input.current)
    if (!isField(document.activeElement)) input.current?.focus()
  }, [])
  const speak = (how: { readonly keep?: true; readonly to?: number } = {}) =>
    void draft.send(({ text }) => ask('circles.say', { circle, turn, text, ...how }))
  const pass = (to?: number) =>
    void act('circles.say', { circle, turn, text: '', ...(to === undefined ? {} : { to }) })
  const passTo = draft.canSend ? 'Speak, pass to…' : 'Pass to…'
  return (
    <section className={css.turn} data-part="circle-turn" aria-label="Your turn">
      <p>
        <strong>You have the piece.</strong> Everyone reads what you say here.{' '}
        {isPaused && <span className="muted">The gathering is paused; the clock is stopped.</span>}
        {until !== null && <Left until={Date.parse(until)} />}
      </p>
      <Composer
        draft={draft}
        input={input}
        label={`Your words to ${visible(topic)}`}
        placeholder="Write your turn…"
        rows={3}
        keys={{ speak: () => speak() }}
      >
        <span className="row wrap gap-3">
          <Button variant="primary" aria-disabled={!draft.canSend} onClick={() => draft.canSend && speak()}>
            Speak and pass <KeyCaps of="speak" />
          </Button>
          <Button aria-disabled={!draft.canSend} onClick={() => draft.canSend && speak({ keep: true })}>
            Speak and keep the piece
          </Button>
        </span>
        <span className="row gap-3">
          <Button onClick={() => pass()}>Pass</Button>
          {waiting(now).length > 0 && (
            <Menu
              label={passTo}
              className="btn"
              items={waiting(now).map(({ number, name }) => ({
                label: visible(seatLabel({ name, number })),
                run: () => (draft.canSend ? speak({ to: number }) : pass(number)),
              }))}
            >
              {passTo}
              <Icon name="down" />
            </Menu>
          )}
        </span>
      </Composer>
    </section>
  )
}

/** Seats without a turn in this round, in turn order. */
function waiting(now: WireCircle | null): readonly WireSitter[] {
  if (now === null) return []
  const left = now.seats.filter(({ number, had, left }) => !had && !left && number !== now.yours)
  return inTurnOrder(left, now.yours, () => false)
}

/** Approximate: the other machine may have stopped its clock. */
function Left({ until }: { readonly until: number }) {
  const left = until - useNow()
  return left > 0 ? <span className="muted num">About {durationWords(left)} left.</span> : null
}
