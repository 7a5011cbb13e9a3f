import type { AgentId } from '../../../main/contract/api/model.ts'
import type { TabProposalId } from '../../../main/contract/agents/tab-proposals.ts'
import { AnswerButtons } from '../../components/answer-buttons.tsx'
import { act } from '../../state/act.ts'
import { show } from '../../state/view-store.ts'
import { useSent } from '../../state/use-sent.ts'

export function useTabProposal(agent: AgentId, id: TabProposalId, onAnswered: () => void) {
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

interface TabProposalButtonsProps {
  readonly answers: ReturnType<typeof useTabProposal>
  readonly about: string
}

export function TabProposalButtons({ answers, about }: TabProposalButtonsProps) {
  const all = [
    ['Create', answers.open],
    ['Change…', answers.change],
    ['Dismiss', answers.refuse],
  ] as const
  return <AnswerButtons all={all} about={about} isSent={answers.isSent} />
}
