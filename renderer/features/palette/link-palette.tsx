import { useMemo, useState } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { shownStateOf } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { Overlay } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { peerWord } from '../../entities/machine/machine-words.ts'
import { peerName } from '../../state/peers.ts'
import { mirror, openAgents } from '../../state/store.ts'
import { agentAuthor } from '../../entities/link/link-words.ts'
import { linkBetween } from '../../state/selectors.ts'
import { linkTabs } from '../../entities/link/link-acts.ts'
import { find, type Findable } from './find.ts'
import { ChoiceItem, Highlighted, QueryField, useChoice } from './choice.tsx'
import css from './palette.module.css'

interface Other extends Findable {
  readonly id: AgentId
  readonly note: string
}

export function LinkPalette({ agent, onClose }: { readonly agent: AgentView; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [others] = useState(() => othersOf(agent))
  const found = useMemo(() => find(others, { only: 'Agents', words: typed.trim() }), [others, typed])
  const take = (at: number) => {
    const other = found[at]?.item
    if (!other) return
    onClose()
    linkTabs(agent.id, other.id)
  }
  const choice = useChoice(found.length, typed, take)
  const label = `Link ${visible(agent.name)} to…`
  return (
    <Overlay label={label} className={css.palette} onClose={onClose}>
      <div className={css.q}>
        <Icon name="link" />
        <QueryField label={label} value={typed} onChange={setTyped} choice={choice} maxLength={100} />
      </div>
      <ul role="listbox" id={choice.listId} aria-label="Agents">
        {found.map(({ item, parts }, at) => (
          <ChoiceItem key={item.key} choice={choice} at={at} onTake={() => take(at)}>
            <Avatar author={agentAuthor(item.id)} name={item.text} size="sm" />
            <span className="clip grow">
              <bdi>
                <Highlighted parts={parts} />
              </bdi>
              <span className="muted"> {item.note}</span>
            </span>
          </ChoiceItem>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={css.none}>{others.length === 0 ? 'No other agents.' : 'No matches.'}</p>
      )}
      <footer className="row wrap gap-6 row-gap-2 no-shrink small muted">
        <span>Each reads the other’s final messages</span>
        <span className="grow" />
        <kbd>Esc</kbd>
      </footer>
    </Overlay>
  )
}

/** Agents that are not linked yet come first, then linked ones, then those of other machines. */
function othersOf(agent: AgentView): readonly Other[] {
  const now = mirror.getState()
  const here = openAgents(now)
    .filter((one) => one.id !== agent.id)
    .map((one) => ({ id: one.id, text: one.name, note: shownStateOf(one).word }))
  const peers = (now.status?.fleet?.machines ?? []).flatMap((machine) =>
    machine.agents.map((one) => {
      const peer = { machine, agent: one }
      return { id: `${one.id}@${machine.name}` as AgentId, text: peerName(peer), note: peerWord(one) }
    }),
  )
  return [...here, ...peers]
    .map((one) => ({ ...one, isLinked: linkBetween(now.links, [agent.id, one.id]) !== undefined }))
    .sort((a, b) => Number(a.isLinked) - Number(b.isLinked))
    .map(({ id, text, note, isLinked }) => ({
      key: id,
      id,
      group: 'Agents' as const,
      text,
      note: isLinked ? 'already linked: shows the link' : note,
    }))
}
