import type { AgentId } from '../../../main/contract/api/model.ts'
import type { TabProposalId } from '../../../main/contract/agents/tab-proposals.ts'
import { Button } from '../../components/button.tsx'
import { act } from '../../state/act.ts'
import { show } from '../../state/view-store.ts'
import { useSent } from '../../state/use-sent.ts'

interface TabProposalAnswers {
  readonly isSent: boolean
  readonly open: () => void
  readonly change: () => void
  readonly refuse: () => void
}

export function useTabProposal(
  agent: AgentId,
  id: TabProposalId,
  onAnswered: () => void,
): TabProposalAnswers {
  const { isSent, send } = useSent(onAnswered)
  const say = (verb: 'open' | 'refuse') => () => void send(act('tabs.decide', { id, verb }))
  return {
    isSent,
    open: say('open'),
    change: () => {
      onAnswered()
      show({ kind: 'tabProposal', agent, tabProposal: id })
    },
    refuse: say('refuse'),
  }
}

/** An empty `about` means they are on a card: they show their keys, and the card says what they are about. */
export function TabProposalButtons({
  answers,
  about,
}: {
  readonly answers: TabProposalAnswers
  readonly about: string
}) {
  const isBare = about !== ''
  const all = [
    ['Create', answers.open],
    ['Change…', answers.change],
    ['Dismiss', answers.refuse],
  ] as const
  return (
    <div className="acts">
      {all.map(([words, run], at) => (
        <Button
          key={words}
          variant={!isBare && at === 0 ? 'primary' : undefined}
          aria-label={isBare ? `${words}: ${about}` : undefined}
          disabled={answers.isSent}
          onClick={run}
        >
          {!isBare && <kbd aria-hidden="true">{at + 1}</kbd>} {words}
        </Button>
      ))}
    </div>
  )
}
