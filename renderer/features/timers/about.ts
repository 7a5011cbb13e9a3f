import type { AgentId, MessageId } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'

/** Something that a timer can be about: another agent, or a question of its own that is open. */
export type About =
  | { readonly kind: 'agent'; readonly id: AgentId; readonly words: string }
  | { readonly kind: 'ticket'; readonly id: MessageId; readonly words: string }

const longest = 60

/** What a timer of an agent can be about: the others, and what it has asked them and is not answered yet. */
export function aboutOf(of: AgentId, agents: Readonly<Record<AgentId, AgentView>>): readonly About[] {
  const others = Object.values<AgentView>(agents).filter((one) => one.id !== of && !one.closed)
  return others
    .sort((a, b) => a.order - b.order)
    .flatMap((one): readonly About[] => [
      { kind: 'agent', id: one.id, words: one.name },
      ...askedOf(one, of).map(({ id, preview }): About => ({
        kind: 'ticket',
        id,
        words: `${one.name}: “${short(preview)}”`,
      })),
    ])
}

const askedOf = ({ owed, pending }: AgentView, by: AgentId) =>
  [...owed, ...pending.filter((one) => one.expectsReply)].filter(
    ({ from }) => from.kind === 'agent' && from.id === by,
  )

function short(preview: string): string {
  const line = preview.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
