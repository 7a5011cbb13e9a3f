import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../store.ts'
import { draftOf, keepDraft, show, useView } from '../../view-store.ts'
import { modeWords } from '../start/permission-modes.ts'
import { folderName } from '../agent/short-path.ts'
import { directionOf } from './direction.ts'
import { heldWords, sendDraft, type SendProblem } from './send.ts'
import { excessOf } from './size.ts'
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
  const isBusy = agent.status === 'working' || agent.status === 'starting'

  const isCovered = useView((now) => now.panel !== null)
  const isFresh = useRef(true)
  useEffect(() => {
    // Once, when the tab comes into view; under a sheet, when that has gone.
    if (isCovered || !isFresh.current) return
    isFresh.current = false
    input.current?.focus({ preventScroll: true })
  }, [input, isCovered])

  const send = async () => {
    if (!canSend) return
    setSending(true)
    setProblem(await sendDraft(agent.id))
    setSending(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const composes = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || composes) return
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
        <textarea
          ref={input}
          rows={1}
          value={text}
          dir={directionOf(text)}
          aria-label={`Message to ${visible(agent.name)}`}
          aria-describedby={trouble === '' ? undefined : 'composer-problem'}
          placeholder={hintOf(agent, isBusy)}
          onChange={(event) => {
            keepDraft(agent.id, event.target.value)
            setProblem(null)
          }}
          onKeyDown={onKeyDown}
        />
        <div className="bar">
          <Settings agent={agent} />
          <span className="grow" />
          {agent.status === 'working' && (
            <button
              type="button"
              className="btn ghost"
              aria-keyshortcuts="Escape"
              onClick={() => void act('agents.interrupt', { agent: agent.id })}
            >
              Stop <kbd aria-hidden="true">Esc</kbd>
            </button>
          )}
          <button type="button" className="btn primary" aria-disabled={!canSend} onClick={() => void send()}>
            {verbOf(agent, isBusy)} <kbd aria-hidden="true">↵</kbd>
          </button>
        </div>
      </div>
    </>
  )
}

function verbOf(agent: AgentView, isBusy: boolean): string {
  if (isBusy) return 'Queue'
  return agent.status === 'idle' ? 'Send' : 'Start'
}

function hintOf(agent: AgentView, isBusy: boolean): string {
  const name = visible(agent.name)
  if (agent.needs !== null) return `Write to ${name}. It waits for your answer above: Enter queues.`
  if (isBusy) return `Write to ${name}. It is at work: Enter queues.`
  if (agent.status === 'asleep') return `Write to ${name}. It is asleep and wakes with your words.`
  return `Write to ${name}`
}

/** Model, permission mode and folder: what holds for the next turn. */
function Settings({ agent }: { readonly agent: AgentView }) {
  const open = () => show({ kind: 'settings', agent: agent.id })
  return (
    <>
      <button type="button" className="btn ghost clip" onClick={open} title="Model">
        <SafeText text={agent.model ?? 'Default model'} />
        <Icon name="down" />
      </button>
      <button type="button" className="btn ghost" onClick={open} title="Permission mode">
        {modeWords[agent.permissionMode]}
        <Icon name="down" />
      </button>
      <span className="folder hide-60" title={visible(agent.cwd)}>
        <Icon name="folder" />
        <span className="clip">
          <SafeText text={folderName(agent.cwd)} />
        </span>
      </span>
    </>
  )
}
