import type { Closing, Gathering } from '../../contract/gatherings.ts'
import type { Answer } from '../events.ts'
import { accept, refuse } from '../mail/mailbox.ts'
import type { Step } from '../step.ts'
import { personNamed } from './doers.ts'

/** Why a proposal comes to nothing, and by whom. */
type Dismissal = Omit<Closing, 'at' | 'kind'> & { readonly kind: 'dismissed' | 'expired' }

/** A proposal comes to nothing; its proposer is told. */
export function dismiss(step: Step, g: Gathering, why: Dismissal): Answer {
  const { by } = g.convened
  if (by.kind === 'agent' && step.find(by.id))
    accept(step, {
      from: { kind: 'system' },
      fromName: 'Janus',
      to: by.id,
      body: `The gathering "${g.topic}" that you proposed does not take place: ${why.why}.`,
      priority: 'normal',
      causes: [],
      depth: 0,
    })
  const gathering = step.gathering({
    ...g,
    stage: 'closed',
    stageAt: step.now,
    closed: { ...why, at: step.now },
    // Nothing was said: there is no file to write.
    kept: { path: null, problem: '' },
    shelved: true,
  })
  return { kind: 'gathering', gathering }
}

/** A proposal is turned down; a closed one leaves the list. */
export function putAway(step: Step, g: Gathering, name: string): Answer {
  if (g.stage === 'proposed')
    return dismiss(step, g, { ...personNamed(name), kind: 'dismissed', why: `${name} turned it down` })
  if (g.stage !== 'closed') return refuse('wrong_state', 'It is not over. Close it first.')
  return { kind: 'gathering', gathering: step.gathering({ ...g, shelved: true }) }
}
