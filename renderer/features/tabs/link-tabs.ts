import type { AgentId } from '../../../main/contract/model.ts'
import { wordsOf } from '../../act.ts'
import { visible } from '../../components/hygiene.ts'
import { ask } from '../../connection.ts'
import { mirror } from '../../store.ts'
import { showLink, toast } from '../../view-store.ts'
import { memberName } from '../link/members.ts'
import { linkBetween } from '../side/links-of.ts'

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
