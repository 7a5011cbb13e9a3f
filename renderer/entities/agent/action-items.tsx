import type { AgentView } from '../../../main/contract/views.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { actionsFor } from './agent-actions.ts'

/** What can be done with an agent, as a menu shows it. */
export function actionItems(agent: AgentView): readonly MenuItem[] {
  return actionsFor(agent).map((action, at, all) => ({
    label: action.label,
    run: () => action.run(agent),
    isDanger: action.isDanger === true,
    isApart: at > 0 && all[at - 1]?.group !== action.group,
    hint: action.key === undefined ? undefined : <KeyCaps of={action.key} />,
  }))
}
