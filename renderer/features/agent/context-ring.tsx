import { useId, useRef } from 'react'
import {
  contextPart,
  contextPercent,
  contextState,
  contextWords,
  type ContextUse,
} from '../../../main/contract/agents/context.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { keepWithin, placeAt } from '../../components/popover.ts'
import { commandsOf, compact, compactCommand } from '../../entities/agent/known-commands.ts'
import { useMirror } from '../../state/store.ts'
import css from './head.module.css'

export function ContextRing({ agent, context }: { readonly agent: AgentView; readonly context: ContextUse }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const state = contextState(context)
  const words = contextWords(context)
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        className={classes('num', css.ring, css[state])}
        data-part="context"
        aria-label={`Context ${words}`}
        title={`Context ${words}. Press for more`}
        popoverTarget={id}
      >
        <Ring context={context} />
        <span data-yield={1}>{contextPercent(context)}</span>
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Context of this agent"
        className={classes('popover', css.more)}
        onToggle={({ newState }) => {
          if (newState !== 'open' || !list.current) return
          placeAt(button.current, list.current, 'start')
          keepWithin(list.current)
        }}
      >
        <h2>Context of this agent</h2>
        <p className="num">{words}</p>
        <p className="muted small pretty">{aboutOf[state]}</p>
        <Compact agent={agent} onDone={() => list.current?.hidePopover()} />
      </div>
    </>
  )
}

const aboutOf = {
  room: 'What its model sees with each call: everything said and read so far.',
  near: 'The conversation will soon be compacted or cut off.',
  full: 'Full: the conversation will be compacted, or the next model call fails.',
} as const

/** When nearly full, a mark in the middle says so without color; when full, the ring is filled. */
function Ring({ context }: { readonly context: ContextUse }) {
  const state = contextState(context)
  const length = 2 * Math.PI * 6
  return (
    <svg className={css.sign} viewBox="0 0 16 16" aria-hidden="true">
      <circle className={css.track} cx="8" cy="8" r="6" />
      <circle
        className={css.arc}
        cx="8"
        cy="8"
        r="6"
        strokeDasharray={`${String(contextPart(context) * length)} ${String(length)}`}
        transform="rotate(-90 8 8)"
      />
      {state !== 'room' && <path className={css.mark} d="M8 4.800v3.900M8 11.100v.01" />}
    </svg>
  )
}

function Compact({ agent, onDone }: { readonly agent: AgentView; readonly onDone: () => void }) {
  const commands = useMirror((now) => commandsOf(now.commands, agent.id, now.agents))
  if (commands.length === 0) return null
  if (!commands.some(({ name }) => name === compactCommand))
    return <p className="muted small pretty">Its program has no command to compact the conversation.</p>
  const run = async () => {
    if (await compact(agent)) onDone()
  }
  return (
    <>
      <Button onClick={() => void run()}>Compact</Button>
      <p className="muted small pretty">
        Sends <span className="mono">/{compactCommand}</span>, which uses one model call. You can still read
        everything here; the model continues from a summary.
      </p>
    </>
  )
}
