import { classes } from '../../components/classes.ts'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { Name } from '../../components/safe-text.tsx'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { allAgents, openAgents, useMirrorList } from '../../state/store.ts'
import { newNames, type PartProps } from './circle-draft.ts'
import { tabItems } from './participants.tsx'
import { NewKind, NewProgram, sitterWithRole } from './seat-row.tsx'
import { useSitterName } from './sitter.tsx'
import { freeTemplateName } from './usual-circle.ts'
import { useIsWrong } from './validation.ts'
import css from './convene.module.css'

export function HarvesterLine({ draft, onChange }: PartProps) {
  const agents = useMirrorList(openAgents)
  const named = useMirrorList(allAgents)
  const { harvester } = draft
  const isWrong = useIsWrong('harvester')
  const name = useSitterName()(harvester)
  const face = useFace(
    harvester.kind === 'agent' ? { kind: 'agent', id: harvester.agent } : { kind: 'system' },
    name,
  )
  const isNew = harvester.kind === 'new'
  const fresh = freeTemplateName(
    'Scribe',
    named,
    newNames({ ...draft, harvester: { kind: 'new', name: '' } }),
  )
  const items: readonly MenuItem[] = [
    ...(isNew
      ? []
      : [
          {
            label: `A new agent, ${fresh}`,
            run: () => onChange({ harvester: { kind: 'new', name: fresh } }),
          },
        ]),
    ...tabItems(agents, draft, !isNew, ({ id }) => onChange({ harvester: { kind: 'agent', agent: id } })),
  ]
  return (
    <span
      className={classes('inline-row', css.harvesterLine)}
      data-field="harvester"
      data-wrong={isWrong || undefined}
    >
      <FaceView face={face} size="sm" />
      <span className="break-anywhere">
        <b className="strong">
          <Name name={name} />
        </b>
        <span className="muted">{isNew && ', a new agent,'} listens and harvests, outside the order</span>
      </span>
      {harvester.kind === 'new' && (
        <>
          <NewKind
            who={harvester}
            onChange={(next) => onChange({ harvester: next })}
            onRole={(one) => onChange({ harvester: sitterWithRole(harvester, one) })}
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
