import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { Name } from '../../components/safe-text.tsx'
import { allAgents, openAgents, useMirrorList } from '../../state/store.ts'
import { newNames, takenBy, type CircleDraft } from './circle-draft.ts'
import { NewKind, NewProgram, ofRole } from './new-kind.tsx'
import { useSitterName } from './sitter.tsx'
import { freeName } from './usual-circle.ts'
import { useIsWrong } from './validation.ts'
import css from './convene.module.css'

interface HarvesterLineProps {
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
}

/** Who listens and harvests, outside the order. */
export function HarvesterLine({ draft, onChange }: HarvesterLineProps) {
  const agents = useMirrorList(openAgents)
  const named = useMirrorList(allAgents)
  const { harvester } = draft
  const isWrong = useIsWrong('harvester')
  const name = useSitterName()(harvester)
  const face = useFace(
    harvester.kind === 'agent' ? { kind: 'agent', id: harvester.agent } : { kind: 'system' },
    name,
  )
  const taken = takenBy(draft)
  const isNew = harvester.kind === 'new'
  const fresh = freeName('Scribe', named, newNames({ ...draft, harvester: { kind: 'new', name: '' } }))
  const items: readonly MenuItem[] = [
    ...(isNew
      ? []
      : [{ label: `A new tab, ${fresh}`, run: () => onChange({ harvester: { kind: 'new', name: fresh } }) }]),
    ...agents
      .filter((agent) => !taken.has(agent.id))
      .map((agent, at): MenuItem => ({
        label: visible(agent.name),
        isApart: at === 0 && !isNew,
        hint: agent.seat === null ? undefined : <small>sits in {visible(agent.seat.topic)}</small>,
        run: () => onChange({ harvester: { kind: 'agent', agent: agent.id } }),
      })),
  ]
  return (
    <span className={css.harvesterLine} data-field="harvester" data-wrong={isWrong || undefined}>
      <FaceView face={face} size="sm" />
      <span>
        <b>
          <Name name={name} />
        </b>{' '}
        <span className="muted">{isNew && 'a new tab, '}listens and harvests, outside the order</span>
      </span>
      {harvester.kind === 'new' && (
        <>
          <NewKind
            who={harvester}
            onChange={(next) => onChange({ harvester: next })}
            onRole={(one) => onChange({ harvester: ofRole(harvester, one) })}
          />
          <NewProgram who={harvester} onChange={(next) => onChange({ harvester: next })} />
        </>
      )}
      {items.length > 0 && (
        <Menu label="Change who harvests" className="btn ghost" items={items}>
          Change
        </Menu>
      )}
    </span>
  )
}
