import type { AgentView } from '../../../main/contract/api/views.ts'
import { view } from '../make.ts'
import type { Play } from '../play.ts'
import { around, builder } from './people.ts'

/** The builder in view, among the others. */
export function shown(changes: Partial<AgentView>, play: Omit<Play, 'view'> = {}): Play {
  const agents = around({ ...builder, ...changes })
  return { view: view(agents), selected: builder.id, ...play }
}
