import { TrustCard } from './trust-card.tsx'
import { FormCard } from './form-card.tsx'
import { PermissionCard, type CardProps } from './permission-card.tsx'
import { QuestionCard } from './question-card.tsx'

export function Cards({ agent, onAnswered }: Omit<CardProps, 'card'>) {
  return (
    <>
      {agent.trust === 'ask' && <TrustCard key={agent.cwd} agent={agent} onAnswered={onAnswered} />}
      {agent.cards.map((card) => {
        if (card.form)
          return <FormCard key={card.id} agent={agent} card={card} form={card.form} onAnswered={onAnswered} />
        const Kind = card.kind === 'question' ? QuestionCard : PermissionCard
        return <Kind key={card.id} agent={agent} card={card} onAnswered={onAnswered} />
      })}
    </>
  )
}
