import type { AgentView } from '../../../main/contract/api/views.ts'
import { kindTitle } from '../../../main/contract/agents/kinds.ts'
import type { TabProposalView } from '../../../main/contract/agents/tab-proposals.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import { permissionModeWords } from '../../entities/agent/pickers.tsx'
import { useTabProposal, TabProposalButtons } from '../../entities/agent/tab-proposal-acts.tsx'
import { shortPath } from '../../entities/folder/short-path.ts'
import { classes } from '../../components/classes.ts'
import css from './tab-proposal-card.module.css'

interface TabProposalsProps {
  readonly agent: AgentView
  /** Moves the focus away from the card, which is gone. */
  readonly onAnswered: () => void
}

export function TabProposals({ agent, onAnswered }: TabProposalsProps) {
  return agent.tabProposals.map((of) => (
    <TabProposalCard key={of.id} agent={agent} of={of} onAnswered={onAnswered} />
  ))
}

function TabProposalCard({ agent, of, onAnswered }: TabProposalsProps & { readonly of: TabProposalView }) {
  const answers = useTabProposal(agent.id, of.id, onAnswered)
  const keys = answers.isSent ? null : { 1: answers.open, 2: answers.change, 3: answers.refuse }
  return (
    <CardFrame
      card={{ id: of.id, askedAt: of.at }}
      title={`${visible(agent.name)} proposes an agent`}
      keys={keys}
      limit="dismissed after 24 hours"
    >
      <dl className={classes('break-anywhere', css.tabProposal)}>
        <dt>Name</dt>
        <dd>
          <b>
            <Name name={of.name} />
          </b>
        </dd>
        <dt>Program</dt>
        <SafeText as="dd" text={kindTitle(of)} />
        {of.role !== '' && (
          <>
            <dt>Description</dt>
            <SafeText as="dd" dir="auto" text={of.role} />
          </>
        )}
        <dt>Folder</dt>
        <dd className="mono">
          <SafeText text={shortPath(of.cwd)} />
          {of.inWorktree && ', in a worktree of its own'}
        </dd>
        <dt>Permissions</dt>
        <dd>
          {permissionModeWords[of.permissionMode]}
          {of.model !== null && (
            <>
              , model <SafeText text={of.model} />
            </>
          )}
        </dd>
        {of.firstMessage !== '' && (
          <>
            <dt>First message</dt>
            <SafeText as="dd" dir="auto" text={firstWords(of.firstMessage)} />
          </>
        )}
      </dl>
      <TabProposalButtons answers={answers} about="" />
    </CardFrame>
  )
}

/** Characters of the first message shown on the card. */
const shown = 600

const firstWords = (text: string): string => {
  const letters = Array.from(text)
  return letters.length > shown ? `${letters.slice(0, shown).join('')} …` : text
}
