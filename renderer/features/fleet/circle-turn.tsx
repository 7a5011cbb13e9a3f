import { useLayoutEffect, useRef } from 'react'
import type { CircleSeatView } from '../../../main/contract/fleet-views.ts'
import { utteranceLimit } from '../../../main/contract/limits.ts'
import type { MessageId } from '../../../main/contract/model.ts'
import { takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { Composer } from '../../entities/draft/composer.tsx'
import { excessOfWords, useDraft } from '../../entities/draft/send.ts'
import { wordsHere } from '../../keys/keys-here.ts'
import { act } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

interface CircleTurnProps {
  readonly seat: CircleSeatView
  readonly turn: MessageId
}

/** The person has the piece in a circle of another house: they speak and pass, go on, or keep silence. */
export function CircleTurn({ seat: { circle, topic }, turn }: CircleTurnProps) {
  const draft = useDraft(circle, (text) => excessOfWords(text, utteranceLimit))
  const input = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => takeFocus(input.current), [])
  const speak = (keep: boolean) =>
    void draft.send(({ text }) => ask('circles.say', { circle, turn, text, ...(keep ? { keep } : {}) }))
  return (
    <section data-part="circle-turn" aria-label="Your turn">
      <p>
        <strong>You have the piece.</strong> The others hear what you say here.
      </p>
      <Composer
        draft={draft}
        input={input}
        label={`Your words to ${visible(topic)}`}
        placeholder={`Speak to the circle. Enter is a new line, ${wordsHere('speak')} speaks and passes.`}
        rows={3}
        keys={{ speak: () => speak(false) }}
      >
        <button
          type="button"
          className="btn ghost"
          onClick={() => void act('circles.say', { circle, turn, text: '' })}
        >
          Keep silence
        </button>
        <span className="grow" />
        <button
          type="button"
          className="btn"
          aria-disabled={!draft.canSend}
          onClick={() => draft.canSend && speak(true)}
        >
          Speak, and keep the piece
        </button>
        <button
          type="button"
          className="btn primary"
          aria-disabled={!draft.canSend}
          onClick={() => draft.canSend && speak(false)}
        >
          Speak and pass <KeyCaps of="speak" />
        </button>
      </Composer>
    </section>
  )
}
