import type { AgentId } from '../../../main/contract/model.ts'
import { wordsOf } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { showLink, toast } from '../../state/view-store.ts'
import { memberName } from './members.ts'
import { linkBetween } from '../../state/links-of.ts'

/** Links two agents, in the usual mode; where they are linked already, the link is shown. */
export async function linkTabs(one: AgentId, other: AgentId): Promise<void> {
  const known = linkBetween(mirror.getState().links, [one, other])
  if (known) return showLink(known.id)
  try {
    const { id, members } = await ask('links.open', { members: [one, other] })
    const { agents } = mirror.getState()
    const names = members.map((member) => visible(memberName(member, agents))).join(' ⇄ ')
    toast(`${names} linked: answers wake, the rest goes along`, {
      action: { label: 'Show', run: () => showLink(id) },
    })
  } catch (error) {
    toast(wordsOf(error), { isError: true })
  }
}
