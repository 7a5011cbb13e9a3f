import type { AgentView } from '../../../main/contract/views.ts'
import { PermissionCard } from './permission-card.tsx'
import { QuestionCard } from './question-card.tsx'
import './cards.css'

interface CardsProps {
  readonly agent: AgentView
  /** Takes the focus that a card had. */
  readonly onAnswered: () => void
}

/** What the agent asks the person. The keys work on the first card. */
export function Cards({ agent, onAnswered }: CardsProps) {
  return agent.cards.map((card, at) => {
    const Kind = card.kind === 'question' ? QuestionCard : PermissionCard
    return <Kind key={card.id} agent={agent} card={card} hasKeys={at === 0} onAnswered={onAnswered} />
  })
}
