import { useRef, useState, type KeyboardEvent } from 'react'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { Problem } from '../../components/problem.tsx'
import { isPressed } from '../../keys/chord.ts'
import { capsHere, chordsHere, isMac } from '../../keys/keys-here.ts'
import { directionOf } from '../composer/direction.ts'
import { NoteLine } from './note-line.tsx'
import { noteLimit, utteranceLimit } from './size.ts'
import { useFocusOnce } from './use-focus-once.ts'
import { useSaying } from './use-saying.ts'

/** Out of turn: a note for one's turn, or words of the host, which pause the circle. */
export function NoteComposer({ of }: { readonly of: GatheringView }) {
  const canNote = of.human !== null
  const [wantsHost, setHost] = useState(false)
  const isHost = wantsHost || !canNote
  const input = useRef<HTMLTextAreaElement>(null)
  useFocusOnce(input)
  const { text, trouble, canSay, say, write } = useSaying(of.id, isHost ? utteranceLimit : noteLimit)
  const note = of.human?.note ?? ''
  const go = async (host: boolean) => {
    const isGone = await say(host ? { kind: 'host' } : { kind: 'note', before: note })
    if (isGone) setHost(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const is = (name: 'send' | 'steer') =>
      chordsHere(name).some((chord) => isPressed(chord, event.nativeEvent, isMac))
    if (!is(isHost ? 'steer' : 'send')) return
    event.preventDefault()
    void go(isHost)
  }
  const toHost = (host: boolean) => {
    setHost(host)
    input.current?.focus()
  }
  return (
    <>
      {trouble !== '' && (
        <div className="composer-problem">
          <Problem text={trouble} id="composer-problem" />
        </div>
      )}
      {note !== '' && <NoteLine of={of} note={note} onTake={write} draft={text} input={input} />}
      <div className={`composer ${isHost ? 'as-host' : ''}`}>
        <textarea
          ref={input}
          rows={2}
          value={text}
          dir={directionOf(text)}
          aria-label={isHost ? 'Your words to all, as the host' : 'Note for your turn'}
          aria-describedby={trouble === '' ? undefined : 'composer-problem'}
          placeholder={hintOf(of, isHost)}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <NoteBar of={of} isHost={isHost} canNote={canNote} canSay={canSay} onHost={toHost} onGo={go} />
      </div>
    </>
  )
}

function hintOf(of: GatheringView, isHost: boolean): string {
  if (isHost) return 'Write to all, as the host.'
  const sealed = of.sealed && of.phase === 'inhale' ? ' It is kept, and sealed like the others.' : ''
  return `Write a note for your turn.${sealed}`
}

interface BarProps {
  readonly of: GatheringView
  readonly isHost: boolean
  readonly canNote: boolean
  readonly canSay: boolean
  readonly onHost: (host: boolean) => void
  readonly onGo: (host: boolean) => Promise<void>
}

function NoteBar({ of, isHost, canNote, canSay, onHost, onGo }: BarProps) {
  const pauses = of.state === 'running'
  return (
    <div className="bar">
      {(isHost || pauses) && (
        <span className="muted why">
          {pauses ? 'Speaking now pauses the circle after this answer.' : 'The circle is paused.'}
        </span>
      )}
      <span className="grow" />
      {canNote && (
        <button type="button" className="btn ghost" onClick={() => onHost(!isHost)}>
          {isHost ? 'Back to the note' : 'Speak as host…'}
        </button>
      )}
      <button type="button" className="btn primary" aria-disabled={!canSay} onClick={() => void onGo(isHost)}>
        {isHost ? 'Speak as host' : 'Keep as note'}{' '}
        <kbd aria-hidden="true">{isHost ? capsHere('steer')[0]?.concat(' ↵') : '↵'}</kbd>
      </button>
    </div>
  )
}
