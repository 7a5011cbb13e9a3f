import { useState } from 'react'
import { abilityRows, unforkable } from '../../../main/contract/agents/ability-words.ts'
import type { AgentId, Entry } from '../../../main/contract/api/model.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { IconButton } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { MenuAt, type MenuItem } from '../../components/menu.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { keepDraft, select, show, toast } from '../../state/view-store.ts'

interface TurnMenuProps {
  readonly agent: AgentId
  /** Last row of the turn or message. */
  readonly entry: Entry
  readonly name: string
  readonly className: string | undefined
}

export function TurnMenu({ agent, entry, name, className }: TurnMenuProps) {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null)
  const label = `From what ${visible(name)} said here`
  return (
    <>
      <IconButton
        icon="branch"
        className={className}
        aria-label={label}
        data-help="Fork from here, revert file changes"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          setAt(at === null ? { x: left, y: bottom + 2 } : null)
        }}
      />
      {at && <OpenMenu label={label} agent={agent} entry={entry} at={at} onClose={() => setAt(null)} />}
    </>
  )
}

interface OpenMenuProps extends Pick<TurnMenuProps, 'agent' | 'entry'> {
  readonly label: string
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Updates with the agent: an item that waits for the end of the turn becomes available when it ends. */
function OpenMenu({ label, agent, entry, at, onClose }: OpenMenuProps) {
  const of = useMirror(({ agents }) => agents[agent])
  return of && <MenuAt label={label} items={turnItems(of, entry)} at={at} onClose={onClose} />
}

/** The items for a row; those that the agent can't do are disabled with the reason. */
export function turnItems(agent: AgentView, entry: Entry): readonly MenuItem[] {
  const disabled = unforkable(agent.abilities) ?? undefined
  const undoes = abilityRows.undoes.lack(agent.abilities) ?? workingWord(agent)
  const isOwn = entry.kind === 'user' && entry.frame !== undefined
  return [
    { label: 'Fork from here', disabled, run: () => void forkFrom(agent, { n: entry.n, edit: false }) },
    ...(isOwn
      ? [
          {
            label: 'Edit and send again',
            ...(disabled === undefined ? { note: 'in a new tab; this one is unchanged' } : { disabled }),
            run: () => void forkFrom(agent, { n: entry.n, edit: true }),
          },
        ]
      : []),
    {
      label: 'Revert file changes since here…',
      disabled: undoes,
      isApart: true,
      run: () => show({ kind: 'undoFiles', agent: agent.id, n: entry.n }),
    },
  ]
}

const workingWord = ({ status }: AgentView): string | undefined =>
  status === 'working' ? 'It is working: stop it, or wait until its turn ends.' : undefined

/** Opens a new tab with the conversation as it was before the turns that the service refuses. */
export const forkBeforeBroken = (agent: AgentView): Promise<void> => forkFrom(agent, { beforeBroken: true })

async function forkFrom(agent: AgentView, place: Omit<RequestInput<'agents.fork'>, 'agent'>): Promise<void> {
  try {
    const { agent: made, draft } = await ask('agents.fork', { agent: agent.id, ...place })
    if (draft !== '') keepDraft(made.id, draft)
    select(made.id)
    const words =
      draft !== ''
        ? 'has your message to edit and send'
        : `continues from ${place.beforeBroken ? 'before that' : 'here'}`
    toast(`${visible(made.name)} ${words}; ${visible(agent.name)} is unchanged`)
  } catch (error) {
    toast(errorWords(error), { isError: true })
  }
}
