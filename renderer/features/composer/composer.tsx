import { useState, type KeyboardEvent, type RefObject } from 'react'
import type { AgentId } from '../../../main/contract/model.ts'
import type { Settings } from '../../../main/contract/settings.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { useMirror } from '../../state/store.ts'
import { draftOf, keepDraft, useView } from '../../state/view-store.ts'
import { capsHere } from '../../keys/keys-here.ts'
import { editMail } from '../../entities/message/mail-acts.ts'
import { lastOwn } from '../../entities/message/mail-sections.ts'
import { ComposerSettings } from './composer-settings.tsx'
import { hintOf, otherWay, sendWay, verbOf, type SendWay } from '../../entities/draft/composer-words.ts'
import { composing, heldWords, sendDraft, type SendProblem } from '../../entities/draft/send.ts'
import { optionAria } from '../../components/options.tsx'
import { excessOf } from '../../entities/draft/size.ts'
import { SlashMenu, takeCommand, useSlashCommands } from './slash-menu.tsx'
import { toEnd, WordsField, WordsProblem } from '../../entities/draft/words-field.tsx'

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
  const commands = useSlashCommands(agent.id, text)

  const enter = useMirror((now) => now.status?.settings.enter ?? 'queue')

  const send = async (way: SendWay) => {
    if (!canSend) return
    setSending(true)
    setProblem(await sendDraft(agent.id, way === 'steer'))
    setSending(false)
    input.current?.focus()
  }
  const onKey = (event: KeyboardEvent): boolean =>
    commands.press(event, (command, by) => {
      // The whole name stands there already: Enter says it.
      if (by === 'Enter' && text === `/${command.name}`) return false
      takeCommand(agent.id, command, input)
      return true
    })
  const last = text === '' ? lastOwn(agent.pending) : undefined
  const editLast =
    last && (() => void editMail(agent.id, last.id).then((isThere) => isThere && toEnd(input.current)))
  const trouble = excess ?? heldWords(problem, snapshots)
  return (
    <>
      <WordsProblem text={trouble} />
      <div className="composer">
        <SlashMenu list={commands} onTake={(command) => takeCommand(agent.id, command, input)} />
        <WordsField
          input={input}
          label={`Message to ${visible(agent.name)}`}
          text={text}
          placeholder={hintOf(agent, enter, capsHere('steer')[0] ?? '')}
          trouble={trouble}
          onWrite={(words) => {
            keepDraft(agent.id, words)
            composing.typed(agent.id, words)
            setProblem(null)
          }}
          keys={{
            ...(editLast ? { editLast } : {}),
            send: () => void send(sendWay(agent, enter, false)),
            steer: () => void send(sendWay(agent, enter, true)),
          }}
          onKey={onKey}
          onOtherKey={(event) => noteKey(event, agent.id, text)}
          onBlur={commands.close}
          aria={optionAria(commands)}
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
