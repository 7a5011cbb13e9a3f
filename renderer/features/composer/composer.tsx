import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { AgentId } from '../../../main/contract/model.ts'
import type { Settings } from '../../../main/contract/settings.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { useMirror } from '../../store.ts'
import { draftOf, keepDraft, useView } from '../../view-store.ts'
import { isPressed } from '../../keys/chord.ts'
import { capsHere, chordsHere, isMac } from '../../keys/keys-here.ts'
import { editMail } from '../mailbox/acts.ts'
import { lastOwn } from '../mailbox/sections.ts'
import { ComposerSettings } from './composer-settings.tsx'
import { hintOf, otherWay, sendWay, verbOf, type SendWay } from './composer-words.ts'
import { composing } from './composing.ts'
import { directionOf } from './direction.ts'
import { optionAria } from './options.tsx'
import { heldWords, sendDraft, type SendProblem } from './send.ts'
import { excessOf } from './size.ts'
import { SlashMenu, takeCommand, useSlashCommands } from './slash-menu.tsx'
import './composer.css'

interface ComposerProps {
  readonly agent: AgentView
  readonly input: RefObject<HTMLTextAreaElement | null>
}

/** Where a person writes to the agent. What stands here is kept until Janus has it. */
export function Composer({ agent, input }: ComposerProps) {
  const { text } = useView((now) => draftOf(now, agent.id))
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const snapshots = useMirror((now) => now.snapshots)
  const [isSending, setSending] = useState(false)
  const excess = excessOf(text)
  const canSend = text.trim() !== '' && excess === null && !isSending
  useFocusOnce(input)
  const commands = useSlashCommands(agent.id, text)

  const enter = useMirror((now) => now.status?.settings.enter ?? 'queue')

  const send = async (way: SendWay) => {
    if (!canSend) return
    setSending(true)
    setProblem(await sendDraft(agent.id, way === 'steer'))
    setSending(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const composes = event.nativeEvent.isComposing || event.keyCode === 229
    if (composes) return
    const isTaken = commands.press(event, (command, by) => {
      // The whole name stands there already: Enter says it.
      if (by === 'Enter' && text === `/${command.name}`) return false
      takeCommand(agent.id, command, input)
      return true
    })
    if (isTaken) return
    const is = (name: 'send' | 'steer' | 'editLast') =>
      chordsHere(name).some((chord) => isPressed(chord, event.nativeEvent, isMac))
    const last = text === '' && is('editLast') ? lastOwn(agent.pending) : undefined
    if (last) void editMail(agent.id, last.id).then((isThere) => isThere && toEnd(input.current))
    else if (is('send') || is('steer')) void send(sendWay(agent, enter, is('steer')))
    else return noteKey(event, agent.id, text)
    event.preventDefault()
  }
  const trouble = excess ?? heldWords(problem, snapshots)
  return (
    <>
      {trouble !== '' && (
        <div className="composer-problem">
          <Problem text={trouble} id="composer-problem" />
        </div>
      )}
      <div className="composer">
        <SlashMenu list={commands} onTake={(command) => takeCommand(agent.id, command, input)} />
        <textarea
          ref={input}
          rows={1}
          value={text}
          dir={directionOf(text)}
          aria-label={`Message to ${visible(agent.name)}`}
          aria-describedby={trouble === '' ? undefined : 'composer-problem'}
          {...optionAria(commands)}
          placeholder={hintOf(agent, enter, capsHere('steer')[0] ?? '')}
          onChange={(event) => {
            keepDraft(agent.id, event.target.value)
            composing.typed(agent.id, event.target.value)
            setProblem(null)
          }}
          onBlur={commands.close}
          onKeyDown={onKeyDown}
        />
        <div className="bar">
          <ComposerSettings agent={agent} />
          <span className="grow" />
          {agent.status === 'working' && <StopButton agent={agent} />}
          <SendButtons agent={agent} enter={enter} canSend={canSend} onSend={(way) => void send(way)} />
        </div>
      </div>
    </>
  )
}

/** Takes the focus once, when the tab comes into view; under a sheet, when that has gone. */
function useFocusOnce(input: RefObject<HTMLTextAreaElement | null>) {
  const isCovered = useView((now) => now.panel !== null)
  const isFresh = useRef(true)
  useEffect(() => {
    if (isCovered || !isFresh.current) return
    isFresh.current = false
    toEnd(input.current)
  }, [input, isCovered])
}

function StopButton({ agent }: { readonly agent: AgentView }) {
  // While it asks, the key leads to its card.
  const isByKey = agent.cards.length === 0
  return (
    <button
      type="button"
      className="btn ghost"
      aria-keyshortcuts={isByKey ? 'Escape' : undefined}
      onClick={() => void act('agents.interrupt', { agent: agent.id })}
    >
      Stop {isByKey && <kbd aria-hidden="true">Esc</kbd>}
    </button>
  )
}

/** Keys that write nothing are keys as well; what they write is told with the change. Those of the window are not. */
function noteKey(event: KeyboardEvent, agent: AgentId, text: string) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length === 1) return
  if (!['Tab', 'Shift', 'Control', 'Meta', 'Alt', 'CapsLock'].includes(event.key))
    composing.typed(agent, text)
}

/** The person goes on writing where their words end. */
function toEnd(input: HTMLTextAreaElement | null) {
  input?.focus({ preventScroll: true })
  input?.setSelectionRange(input.value.length, input.value.length)
}

interface SendButtonsProps {
  readonly agent: AgentView
  readonly enter: Settings['enter']
  readonly canSend: boolean
  readonly onSend: (way: SendWay) => void
}

/** Says what Enter does; while the agent works, the other way stands beside it. */
function SendButtons({ agent, enter, canSend, onSend }: SendButtonsProps) {
  const way = sendWay(agent, enter, false)
  const [mod = '', key = ''] = capsHere('steer')
  return (
    <>
      {agent.status === 'working' && (
        <button
          type="button"
          className="btn ghost"
          aria-disabled={!canSend}
          onClick={() => onSend(otherWay(enter))}
        >
          {verbOf(otherWay(enter), agent)}{' '}
          <kbd aria-hidden="true">
            {mod} {key}
          </kbd>
        </button>
      )}
      <button type="button" className="btn primary" aria-disabled={!canSend} onClick={() => onSend(way)}>
        {verbOf(way, agent)} <kbd aria-hidden="true">↵</kbd>
      </button>
    </>
  )
}
