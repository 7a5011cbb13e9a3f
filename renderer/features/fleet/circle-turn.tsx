import { useLayoutEffect, useRef } from 'react'
import type { CircleSeatView } from '../../../main/contract/fleet/fleet-views.ts'
import { inTurnOrder } from '../../../main/contract/gatherings/gatherings.ts'
import type { WireCircle, WireSitter } from '../../../main/contract/fleet/houses.ts'
import { utteranceLimit } from '../../../main/contract/api/limits.ts'
import { counted } from '../../components/duration.ts'
import { isField, takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { Menu } from '../../components/menu.tsx'
import { Composer } from '../../entities/draft/composer.tsx'
import { excessOfWords, useDraft } from '../../entities/draft/send.ts'
import { wordsHere } from '../../keys/keys-here.ts'
import { act } from '../../state/act.ts'
import { useNow } from '../../state/clock.ts'
import { ask } from '../../state/connection.ts'
import css from './fleet.module.css'

interface CircleTurnProps {
  readonly seat: CircleSeatView
  readonly turn: NonNullable<CircleSeatView['turn']>
}

/** The person has the piece in a circle of another house: they speak and pass, go on, or keep silence. */
export function CircleTurn({
  seat: { circle, topic, isPaused, now },
  turn: { id: turn, until },
}: CircleTurnProps) {
  const draft = useDraft(circle, (text) => excessOfWords(text, utteranceLimit))
  const input = useRef<HTMLTextAreaElement>(null)
  // It may come while the dialog is open, and the person reads.
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
        <strong>You have the piece.</strong> The others hear what you say here.{' '}
        {isPaused && <span className="muted">The circle is paused: no time runs.</span>}
        {until !== null && <Left until={Date.parse(until)} />}
      </p>
      <Composer
        draft={draft}
        input={input}
        label={`Your words to ${visible(topic)}`}
        placeholder={`Speak to the circle. Enter is a new line, ${wordsHere('speak')} speaks and passes.`}
        rows={3}
        keys={{ speak: () => speak() }}
      >
        <button type="button" className="btn ghost" onClick={() => pass()}>
          Keep silence
        </button>
        <span className="grow" />
        <button
          type="button"
          className="btn"
          aria-disabled={!draft.canSend}
          onClick={() => draft.canSend && speak({ keep: true })}
        >
          Speak, and keep the piece
        </button>
        {waiting(now).length > 0 && (
          <Menu
            label={passTo}
            className="btn"
            items={waiting(now).map(({ number, name }) => ({
              label: `${String(number)} ${visible(name)}`,
              run: () => (draft.canSend ? speak({ to: number }) : pass(number)),
            }))}
          >
            {passTo}
            <Icon name="down" />
          </Menu>
        )}
        <button
          type="button"
          className="btn primary"
          aria-disabled={!draft.canSend}
          onClick={() => draft.canSend && speak()}
        >
          Speak and pass <KeyCaps of="speak" />
        </button>
      </Composer>
    </section>
  )
}

/** Who has not had their turn in this round, in the order in which the piece would come to them. */
function waiting(now: WireCircle | null): readonly WireSitter[] {
  if (now === null) return []
  const left = now.seats.filter(({ number, had, left }) => !had && !left && number !== now.yours)
  return inTurnOrder(left, now.yours, () => false)
}

/** What is left of the turn, as far as it is known here: the other house may have stopped its clock. */
function Left({ until }: { readonly until: number }) {
  const left = until - useNow()
  return left > 0 ? <span className="muted num">About {counted(left)} left.</span> : null
}
