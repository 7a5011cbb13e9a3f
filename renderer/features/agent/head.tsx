import type { AgentView } from '../../../main/contract/api/views.ts'
import { inBackground, upperFirst, shownSince, shownStateOf } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { PriorityRow, Yields } from '../../components/priority-row.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { LinkChips } from '../../entities/link/link-chips.tsx'
import { UseButton, AllCosts } from '../../entities/budget/use-button.tsx'
import { SeatChip } from '../../entities/gathering/seat-chip.tsx'
import { PaneButton, SideButton } from '../../components/pane-button.tsx'
import { actionItems } from '../../entities/agent/agent-actions.tsx'
import { TabKindBadge } from '../../entities/kind/kind-badge.tsx'
import { LackLine } from '../../entities/kind/lacks.tsx'
import { DensityChoice } from './density.tsx'
import { PolicySign } from '../../entities/agent/policies.tsx'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { select, show } from '../../state/view-store.ts'
import css from './head.module.css'
import { classes } from '../../components/classes.ts'
import { hideKeepingSpace } from '../../components/kept-place.ts'
import { listed } from '../../entities/link/link-words.ts'
import { writersIn } from '../../entities/agent/worktree-field.tsx'
import { SharedFilesChip } from '../../entities/folder/shared-files-chip.tsx'
import { folderName } from '../../entities/folder/short-path.ts'
import { useId, useRef } from 'react'
import {
  contextPart,
  contextPercent,
  contextState,
  contextWords,
  type ContextUse,
} from '../../../main/contract/agents/context.ts'
import { keepWithin, placeAt } from '../../components/popover.ts'
import { commandsOf, compact, compactCommand } from '../../entities/agent/known-commands.ts'

const noContext = { used: 0, size: 1 }

/** Links to the tab that this one was forked from, under its present name; a deleted tab is only named. */
function ForkedFrom({ of }: { readonly of: NonNullable<AgentView['forkedFrom']> }) {
  const name = useMirror((now) => now.agents[of.agent]?.name)
  if (name === undefined)
    return (
      <span>
        · fork of <SafeText text={of.name} />
      </span>
    )
  return (
    <button type="button" className={classes('bare', css.fork)} onClick={() => select(of.agent)}>
      · fork of <SafeText text={name} />
    </button>
  )
}

/** Warns only when no context was reported: a program may report more than its kind promises. */
const toldOf = ({ context }: AgentView): readonly 'tellsContext'[] =>
  context === null ? ['tellsContext'] : []

export function Head({ agent }: { readonly agent: AgentView }) {
  const state = shownStateOf(agent)
  return (
    <PriorityRow as="header" className={classes('head', css.agentHead)}>
      <Yields at={15}>
        <Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} />
      </Yields>
      <h1 className="clip" data-name="">
        <Name name={agent.name} />
      </h1>
      <Yields at={9}>
        <TabKindBadge of={agent} />
      </Yields>
      {/* The state's text yields last: then only its sign is left. */}
      <div className="head-facts grow" data-elastic="" data-yield={6} data-yields-to="sign">
        <span className={classes('st', state.tone)}>
          <Sign of={state.sign} />
          <SafeText as="span" text={upperFirst(state.word)} />
        </span>
        <span className="num">
          for <Since at={shownSince(agent)} />
          {agent.turnNumber > 0 && ` · turn ${agent.turnNumber}`}
          {agent.status === 'working' && agent.background.length > 0 && ` · ${inBackground(agent)}`}
        </span>
        <PlaceFacts agent={agent} />
        {agent.forkedFrom && <ForkedFrom of={agent.forkedFrom} />}
        <PolicySign of={agent.policy} hasWords />
        {(agent.role !== '' || agent.template !== null) && (
          <span className={classes('clip', css.role)} data-part="role">
            · {agent.template !== null && <SafeText as="b" text={agent.template} />}{' '}
            <SafeText text={agent.role === agent.template ? '' : agent.role} />
          </span>
        )}
      </div>
      <Figures agent={agent} />
      {agent.seat && (
        <Yields at={11}>
          <SeatChip seat={agent.seat} />
        </Yields>
      )}
      <Yields at={11}>
        <SharedFilesChip agent={agent} />
      </Yields>
      <Yields at={10}>
        <LinkChips agent={agent.id} />
      </Yields>
      <Yields at={2}>
        <DensityChoice />
      </Yields>
      <Menu label={`Actions for ${visible(agent.name)}`} items={actionItems(agent)} isOverflow>
        <Icon name="more" />
      </Menu>
      <Yields at={12}>
        <PaneButton />
      </Yields>
      <Yields at={13}>
        <SideButton />
      </Yields>
    </PriorityRow>
  )
}

/**
 * The first two reserve their space from the start: they appear when the first turn ends, and nothing may
 * move then.
 */
function Figures({ agent }: { readonly agent: AgentView }) {
  return (
    <>
      <Yields at={8}>
        <span className={css.use} style={hideKeepingSpace(agent.spending.turns > 0)}>
          <UseButton
            spender={{ of: 'tab', id: agent.id }}
            spending={agent.spending}
            label="Usage of this agent"
            capLabel="Limit of this agent"
          >
            <LackLine abilities={agent.abilities} of={['cost', 'countsAll', ...toldOf(agent)]} />
            <AllCosts />
          </UseButton>
        </span>
      </Yields>
      {(agent.context !== null || (agent.turnNumber === 0 && agent.abilities.tellsContext)) && (
        <Yields at={9}>
          <span style={hideKeepingSpace(agent.context !== null)}>
            <ContextRing agent={agent} context={agent.context ?? noContext} />
          </span>
        </Yields>
      )}
      {agent.handlers.on > 0 && (
        <Yields at={7}>
          <HandlersChip agent={agent} />
        </Yields>
      )}
    </>
  )
}

function HandlersChip({ agent: { id, handlers } }: { readonly agent: AgentView }) {
  const words = handlers.on === 1 ? '1 rule on' : `${handlers.on} rules on`
  return (
    <Button
      variant="ghost"
      data-part="handlers-chip"
      aria-label={words}
      title={`${words}: your rules for messages from other agents`}
      onClick={() => show({ kind: 'handlers', agent: id })}
    >
      <Icon name="rule" />
      <span>
        {handlers.on} <span data-yield={4}>{handlers.on === 1 ? 'rule' : 'rules'} on</span>
      </span>
    </Button>
  )
}

function PlaceFacts({ agent }: { readonly agent: AgentView }) {
  const { cwd, branch, worktree, permissionMode, id } = agent
  const agents = useMirrorList((now) => Object.values<AgentView>(now.agents))
  const writers = permissionMode === 'plan' || agent.closed ? [] : writersIn(agents, cwd, id)
  const own = worktree === null ? '' : ' Its own worktree.'
  const where = branch === null ? visible(cwd) : `${visible(cwd)}, on ${visible(branch)}.${own}`
  return (
    <>
      <span className={classes('inline-row gap-2', css.place)} title={where} data-part="place">
        · <SafeText text={folderName(worktree?.repository ?? cwd)} />
        {branch !== null && (
          <span className={classes('inline-row gap-1 small', css.branch)} data-part="branch">
            <Icon name="branch" />
            <span className="vh">on branch </span>
            <SafeText text={branch} />
          </span>
        )}
      </span>
      {writers.length > 0 && (
        <span
          className={classes('muted', css.writers)}
          data-part="writers"
          title={visible(`Also in this folder: ${listed(writers.map(({ name }) => name))}`)}
        >
          · folder shared with{' '}
          {writers.length === 1 ? (
            <SafeText text={writers[0]?.name ?? ''} />
          ) : (
            <span className="num">{writers.length} agents</span>
          )}
        </span>
      )}
    </>
  )
}

function ContextRing({ agent, context }: { readonly agent: AgentView; readonly context: ContextUse }) {
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
