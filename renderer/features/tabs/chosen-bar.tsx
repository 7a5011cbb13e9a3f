import { useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { ConfirmDialog } from '../../components/sure.tsx'
import { hasProcess } from '../../entities/agent/agent-state.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import { toggled } from '../../components/toggled.ts'
import css from './chosen-bar.module.css'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { AgentId } from '../../../main/contract/api/model.ts'

type Act = 'close' | 'stop' | 'sleep'

const requests = { close: 'agents.close', stop: 'agents.stop', sleep: 'agents.sleep' } as const

/** Actions for several tabs; asks first if any of them has a process. */
export function ChosenBar({ agents }: { readonly agents: readonly AgentView[] }) {
  const [asking, setAsking] = useState<Exclude<Act, 'sleep'> | null>(null)
  if (agents.length === 0) return null
  const running = agents.filter(hasProcess)
  const working = agents.filter(({ status }) => status === 'working')
  const begin = (what: Exclude<Act, 'sleep'>) =>
    what === 'close' || working.length > 0 ? setAsking(what) : void doWith(what, running)
  const confirm = (what: Exclude<Act, 'sleep'>) => {
    setAsking(null)
    void doWith(what, what === 'close' ? agents : running)
  }
  return (
    <section
      className={classes('row gap-2 wrap no-shrink small', css.bar)}
      aria-label="Selected tabs"
      data-part="chosen"
    >
      <span className="num grow" role="status">
        {agents.length} selected
      </span>
      <IconButton icon="x" aria-label="Clear selection" title="Clear selection" onClick={() => choose([])} />
      <span className={css.turn} />
      <Button disabled={running.length === 0} onClick={() => begin('stop')}>
        Stop
      </Button>
      <Button
        disabled={running.length === 0}
        title="Their processes end, and start with their next message"
        onClick={() => void doWith('sleep', running)}
      >
        Sleep
      </Button>
      <Button aria-haspopup="dialog" onClick={() => begin('close')}>
        Close…
      </Button>
      {asking !== null && (
        <ConfirmDialog
          title={asking === 'close' ? `Close ${tabs(agents.length)}?` : `Stop ${tabs(running.length)}?`}
          words={sureWords(asking, working)}
          verb={asking === 'close' ? `Close ${tabs(agents.length)}` : 'Stop them'}
          isDanger={working.length > 0}
          onConfirm={() => confirm(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

const tabs = (count: number) => (count === 1 ? '1 tab' : `${count} tabs`)

function sureWords(what: Exclude<Act, 'sleep'>, working: readonly AgentView[]): string {
  const kept =
    what === 'close'
      ? 'Their conversations are kept; the tabs can be reopened.'
      : 'Their conversations are kept; your next message starts them again.'
  if (working.length === 0) return kept
  const names = working.map(({ name }) => visible(name)).join(', ')
  return `${names} ${working.length === 1 ? 'is' : 'are'} working, and that ends ${working.length === 1 ? 'its turn' : 'their turns'}. ${kept}`
}

const done = { close: 'closed', stop: 'stopped', sleep: 'asleep' } as const

async function doWith(what: Act, agents: readonly AgentView[]): Promise<void> {
  const missed: string[] = []
  for (const { id, name } of agents) {
    try {
      await ask(requests[what], { agent: id })
    } catch {
      missed.push(visible(name))
    }
  }
  choose([])
  const well = agents.length - missed.length
  const rest =
    missed.length === 0
      ? ''
      : `; not ${missed.join(', ')}: ${what === 'sleep' ? 'something is open there' : 'that was refused'}`
  toast(`${tabs(well)} ${well === 1 ? 'is' : 'are'} ${done[what]}${rest}`)
}

/** Selected tabs, in the order of selection; a range starts at the last one. */
const chosen = createStore<{ readonly ids: readonly AgentId[] }>(() => ({ ids: [] }))

export const useChosen = (): readonly AgentId[] => useStore(chosen, (now) => now.ids)

export const choose = (ids: readonly AgentId[]): void => chosen.setState({ ids })

export const toggle = (id: AgentId): void => choose(toggled(chosen.getState().ids, id))

/** Selects from the last selected tab (or `from`) to this one, in list order. */
export function chooseTo(id: AgentId, listed: readonly AgentId[], from: AgentId | null): void {
  const { ids } = chosen.getState()
  choose(rangeOf(ids, id, listed, from))
}

/** The selection after a range from the last selected tab, or `from`, to `id`. */
export function rangeOf(
  ids: readonly AgentId[],
  id: AgentId,
  listed: readonly AgentId[],
  from: AgentId | null,
): readonly AgentId[] {
  const start = listed.indexOf(ids.at(-1) ?? from ?? id)
  const end = listed.indexOf(id)
  if (start < 0 || end < 0) return [...new Set([...ids, id])]
  const range = listed.slice(Math.min(start, end), Math.max(start, end) + 1)
  // The start of the range comes last, so that the next range starts there too.
  const first = listed.slice(start, start + 1)
  return [...new Set([...ids, ...range].filter((one) => !first.includes(one))), ...first]
}
