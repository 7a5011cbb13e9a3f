import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { useMirror } from '../../store.ts'
import { draftOf, keepDraft, useView } from '../../view-store.ts'
import { ComposerSettings } from './composer-settings.tsx'
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

  const send = async () => {
    if (!canSend) return
    setSending(true)
    setProblem(await sendDraft(agent.id))
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
    if (isTaken || event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    void send()
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
          placeholder={hintOf(agent)}
          onChange={(event) => {
            keepDraft(agent.id, event.target.value)
            setProblem(null)
          }}
          onBlur={commands.close}
          onKeyDown={onKeyDown}
        />
        <div className="bar">
          <ComposerSettings agent={agent} />
          <span className="grow" />
          {agent.status === 'working' && <StopButton agent={agent} />}
          <button type="button" className="btn primary" aria-disabled={!canSend} onClick={() => void send()}>
            {verbOf(agent)} <kbd aria-hidden="true">↵</kbd>
          </button>
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
    input.current?.focus({ preventScroll: true })
  }, [input, isCovered])
}

function StopButton({ agent }: { readonly agent: AgentView }) {
  return (
    <button
      type="button"
      className="btn ghost"
      aria-keyshortcuts="Escape"
      onClick={() => void act('agents.interrupt', { agent: agent.id })}
    >
      Stop <kbd aria-hidden="true">Esc</kbd>
    </button>
  )
}

const isBusy = (agent: AgentView) => agent.status === 'working' || agent.status === 'starting'

function verbOf(agent: AgentView): string {
  if (isBusy(agent)) return 'Queue'
  return agent.status === 'idle' ? 'Send' : 'Start'
}

function hintOf(agent: AgentView): string {
  const name = visible(agent.name)
  if (isBusy(agent) && agent.needs !== null)
    return `Write to ${name}. It waits for your answer above: Enter queues.`
  if (isBusy(agent)) return `Write to ${name}. It is at work: Enter queues.`
  if (agent.status === 'asleep') return `Write to ${name}. It is asleep and wakes with your words.`
  return `Write to ${name}, or / for its commands`
}
