import type { AgentView } from '../../../main/contract/api/views.ts'
import { TrustCard } from './trust-card.tsx'
import { PermissionCard } from './permission-card.tsx'
import { QuestionCard } from './question-card.tsx'

interface CardsProps {
  readonly agent: AgentView
  /** Takes the focus that a card had. */
  readonly onAnswered: () => void
}

/** What the agent asks the person. */
export function Cards({ agent, onAnswered }: CardsProps) {
  return (
    <>
      {agent.trust === 'ask' && <TrustCard key={agent.cwd} agent={agent} onAnswered={onAnswered} />}
      {agent.cards.map((card) => {
        const Kind = card.kind === 'question' ? QuestionCard : PermissionCard
        return <Kind key={card.id} agent={agent} card={card} onAnswered={onAnswered} />
      })}
    </>
  )
}
