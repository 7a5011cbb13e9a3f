import type { Actor } from '../../contract/api/model.ts'
import type { Closing } from '../../contract/gatherings/closing-facts.ts'
import { closingWords } from '../../contract/gatherings/closing-words.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Answer } from '../step/events.ts'
import { acceptFromJanus, refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { personNamed } from './append-log.ts'

/** Why a proposal comes to nothing, and by whom. */
type Dismissal = Actor & { readonly kind: 'dismissed' | 'unstarted' }

/** A proposal comes to nothing; its proposer is told. */
export function dismiss(step: Step, g: Gathering, why: Dismissal): Answer {
  const { by } = g.convened
  const closed: Closing = { ...why, at: step.now }
  if (by.kind === 'agent' && step.find(by.id))
    acceptFromJanus(step, {
      to: by.id,
      body: `The gathering "${g.topic}" that you proposed does not take place: ${closingWords(closed)}.`,
      priority: 'normal',
    })
  const gathering = step.gathering({
    ...g,
    stage: 'closed',
    stageAt: step.now,
    closed,
    // Nothing was said: there is no file to write.
    exportedFile: { path: null, problem: '' },
    archived: true,
  })
  return { kind: 'gathering', gathering }
}

/** A proposal is turned down; a closed one leaves the list. */
export function putAway(step: Step, g: Gathering, name: string): Answer {
  if (g.stage === 'proposed') return dismiss(step, g, { ...personNamed(name), kind: 'dismissed' })
  if (g.stage !== 'closed') return refuse('wrong_state', 'It is not over. Close it first.')
  return { kind: 'gathering', gathering: step.gathering({ ...g, archived: true }) }
}
