import type { Closing, Gathering } from '../../contract/gatherings.ts'
import type { Doer } from '../../contract/ties.ts'
import type { Answer } from '../events.ts'
import { accept, refuse } from '../mail/mailbox.ts'
import type { Step } from '../step.ts'

/** A proposal comes to nothing; its proposer is told. */
export function dismiss(
  step: Step,
  g: Gathering,
  doer: Doer,
  kind: Closing['kind'] & ('dismissed' | 'expired'),
  why: string,
): Answer {
  const { by } = g.convened
  if (by.kind === 'agent' && step.find(by.id)) {
    const body = `The gathering "${g.topic}" that you proposed does not take place: ${why}.`
    accept(step, {
      from: { kind: 'system' },
      fromName: 'Janus',
      to: by.id,
      body,
      priority: 'normal',
      causes: [],
      depth: 0,
    })
  }
  const closed: Closing = { ...doer, at: step.now, kind, why }
  // Nothing was said: there is no file to write.
  const kept = { path: null, problem: '' }
  const over = { ...g, stage: 'closed', stageAt: step.now, closed, kept, shelved: true } as const
  return { kind: 'gathering', gathering: step.gathering(over) }
}

/** A proposal is turned down; a closed one leaves the list. */
export function putAway(step: Step, g: Gathering, name: string): Answer {
  if (g.stage === 'proposed') {
    const person = { by: { kind: 'human', via: 'window' }, name } as const
    return dismiss(step, g, person, 'dismissed', `${name} turned it down`)
  }
  if (g.stage !== 'closed') return refuse('wrong_state', 'It is not over. Close it first.')
  return { kind: 'gathering', gathering: step.gathering({ ...g, shelved: true }) }
}
