import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import { quotable } from '../words/prompts.ts'
import type { Step } from '../step/step.ts'
import { tellPersonsAway } from './notify-members.ts'
import { synced } from './turn-clock.ts'

/**
 * A circle stands still, or goes on (null), with the clock of its turn. Agents notice nothing: they are not asked. The
 * person of this house sees it; those of other houses are told.
 */
export function pausedBy(step: Step, g: Gathering, paused: Gathering['paused']): Gathering {
  if (paused && !g.paused) tellPersonsAway(step, g, pauseText(step, paused))
  if (!paused && g.paused) tellPersonsAway(step, g, 'The gathering continues.')
  return step.gathering(synced(step, { ...g, paused }))
}

function pauseText({ fleet }: Step, { why, name }: NonNullable<Gathering['paused']>): string {
  const who = quotable(fleet.self === null ? name : `${name}@${fleet.self}`)
  const what =
    why === 'cap' ? 'The gathering is paused: it has reached its limit.' : `${who} has paused the gathering.`
  return `${what} Nobody is asked and no time runs until it goes on; who has the piece may speak all the same.`
}
