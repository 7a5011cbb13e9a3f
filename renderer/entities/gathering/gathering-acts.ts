import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { SetUpValue } from '../agent/set-up.tsx'
import { kindInput, type KindDraft } from '../kind/kind-choice.tsx'
import { act, withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { saveText } from '../../state/save-text.ts'

type Steering = RequestInput<'gatherings.steer'>

export const steer = (
  id: GatheringId,
  verb: Steering['verb'],
  more: Pick<Steering, 'text' | 'to'> = {},
): Promise<boolean> => act('gatherings.steer', { id, verb, ...more })

/** Opens the start sheet for a gathering that continues from a row of an earlier one. */
export async function forkFrom(row: UtteranceView): Promise<void> {
  const { gathering: id } = row
  await withErrorToast(async () => {
    const of = mirror.getState().gatherings[id] ?? (await ask('gatherings.get', { id }))
    show({ kind: 'convene', fork: { of, row } })
  })
}

export interface Newcomer {
  readonly who: AgentId | 'new' | 'user'
  readonly name: string
  readonly of: KindDraft
  /** Omitted values use the defaults. */
  readonly setUp: Partial<SetUpValue>
  readonly role: string
}

export function joinInput(id: GatheringId, { role, ...one }: Newcomer): RequestInput<'gatherings.join'> {
  const as = role.trim() === '' ? {} : { role: role.trim() }
  return one.who === 'user' ? { id, user: {}, ...as } : { id, ...agentOf(one), ...as }
}

export const harvesterInput = (id: GatheringId, one: Newcomer): RequestInput<'gatherings.harvester'> => ({
  id,
  ...agentOf(one),
})

function agentOf({ who, name, of, setUp }: Pick<Newcomer, 'who' | 'name' | 'of' | 'setUp'>) {
  if (who !== 'new') return { agent: who }
  const { model, effort, permissionMode } = setUp
  const more = {
    ...(model ? { model } : {}),
    ...(effort ? { effort } : {}),
    ...(permissionMode ? { permissionMode } : {}),
  }
  return { name: name.trim(), spawn: { ...kindInput(of), ...more } }
}

export async function exportGathering(id: GatheringId): Promise<void> {
  await withErrorToast(async () => {
    const { name, markdown } = await ask('gatherings.export', { id })
    await saveText(name, markdown, 'text/markdown')
  })
}
