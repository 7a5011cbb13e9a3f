import type { AgentView } from '../../../main/contract/views.ts'
import { inBackground, sentence, stateOf } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { LinkChips } from '../../entities/link/link-chips.tsx'
import { UseButton } from '../../entities/budget/use-button.tsx'
import { SeatChip } from '../../entities/gathering/seat-chip.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { SideButton } from '../../components/side-button.tsx'
import { actionItems } from '../../entities/agent/agent-actions.tsx'
import { HandlersChip } from '../../entities/agent/handlers-chip.tsx'
import { TabKindMark } from '../../entities/kind/kind-mark.tsx'
import { LackLine } from '../../entities/kind/lacks.tsx'
import { PlaceFacts } from './place-facts.tsx'
import { AllCosts } from '../../entities/budget/all-costs.tsx'
import { ContextRing } from './context-ring.tsx'
import { DensityChoice } from './density.tsx'
import { PolicySign } from '../../entities/agent/policies.tsx'
import { useMirror } from '../../state/store.ts'
import { select } from '../../state/view-store.ts'
import css from './head.module.css'
import { classes } from '../../components/classes.ts'

const sinceOf = ({ waitingFor, needs, since }: AgentView): number =>
  (needs === null ? waitingFor?.since : undefined) ?? since

/** Leads to the tab of which this one is a fork, under its present name; one that is deleted is only named. */
function ForkedFrom({ of }: { readonly of: NonNullable<AgentView['forkedFrom']> }) {
  const name = useMirror((now) => now.agents[of.agent]?.name)
  if (name === undefined)
    return (
      <span>
        · fork of <SafeText text={of.name} />
      </span>
    )
  return (
    <button type="button" className={css.fork} onClick={() => select(of.agent)}>
      · fork of <SafeText text={name} />
    </button>
  )
}

/** That its context is not told is said only where none was: a program may tell more than its kind does. */
const toldOf = ({ context }: AgentView): readonly 'tellsContext'[] =>
  context === null ? ['tellsContext'] : []

/** Who this pane shows, how it stands and since when, and what can be done with it. */
export function Head({ agent }: { readonly agent: AgentView }) {
  const state = stateOf(agent)
  return (
    <header className={classes('head', css.agentHead)}>
      <Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} />
      <h1 className="clip">
        <Name name={agent.name} />
      </h1>
      <TabKindMark of={agent} />
      <div className="head-facts grow">
        <span className={classes('st', state.tone)}>
          <Sign of={state.sign} />
          <span>
            <SafeText text={sentence(state.word)} />
          </span>
        </span>
        <span className="num">
          for <Since at={sinceOf(agent)} as="counted" />
          {agent.turnNumber > 0 && ` · turn ${agent.turnNumber}`}
          {agent.status === 'working' && agent.background.length > 0 && ` · ${inBackground(agent)}`}
        </span>
        <PlaceFacts agent={agent} />
        {agent.forkedFrom && <ForkedFrom of={agent.forkedFrom} />}
        <PolicySign of={agent.policy} />
        {(agent.role !== '' || agent.template !== null) && (
          <span className={classes('clip', css.role)} data-part="role">
            ·{' '}
            {agent.template !== null && (
              <b>
                <SafeText text={agent.template} />
              </b>
            )}{' '}
            <SafeText text={agent.role === agent.template ? '' : agent.role} />
          </span>
        )}
      </div>
      {agent.handlers.on > 0 && <HandlersChip agent={agent} />}
      {agent.context !== null && <ContextRing agent={agent} context={agent.context} />}
      {agent.spending.turns > 0 && (
        <UseButton
          spender={{ of: 'tab', id: agent.id }}
          spending={agent.spending}
          label="Use of this tab"
          capLabel="Cap on this tab, in all"
        >
          <LackLine abilities={agent.abilities} of={['cost', 'countsAll', ...toldOf(agent)]} />
          <AllCosts />
        </UseButton>
      )}
      {agent.seat && <SeatChip seat={agent.seat} />}
      <LinkChips agent={agent.id} />
      <DensityChoice />
      <Menu label={`Actions for ${visible(agent.name)}`} items={actionItems(agent)}>
        <Icon name="more" />
      </Menu>
      <PaneButton />
      <SideButton />
    </header>
  )
}
