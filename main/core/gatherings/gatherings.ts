import type { Answer, Command, Finding } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { reportHarvestFile, putAway } from './closing.ts'
import { convene, sought, start } from './convening.ts'
import { decideCard } from './harvest.ts'
import { pass, sayInGathering } from './holder-commands.ts'
import { joinGathering } from './joining.ts'
import { reharvest } from './replace-harvester.ts'
import { steerGathering } from './host-commands.ts'

export function gather(step: Step, event: Extract<Command, { type: `gathering.${string}` }>): Answer {
  switch (event.type) {
    case 'gathering.convened':
      return convene(step, event)
    case 'gathering.started': {
      const found = step.gatherings.get(event.gathering)
      return found
        ? start(step, found, event.tabs)
        : refuse('not_found', 'There is no such proposal any more.')
    }
    case 'gathering.dismissed':
      return putAway(step, step.gatherings.get(event.gathering.id) ?? event.gathering, event.name)
    case 'gathering.said':
      return sayInGathering(step, event)
    case 'gathering.passed':
      return pass(step, event)
    case 'gathering.steered':
      return steerGathering(step, event)
    case 'gathering.joined':
      return joinGathering(step, event)
    case 'gathering.reharvested':
      return reharvest(step, event)
    case 'gathering.carded': {
      const g = step.gatherings.get(event.gathering.id) ?? event.gathering
      return decideCard(step, g, event)
    }
  }
}

export function findingCame(step: Step, finding: Finding): void {
  const g = step.gatherings.get(finding.gathering)
  if (!g) return
  if (finding.type === 'gathering.sought') sought(step, g, finding.passages)
  else reportHarvestFile(step, g, finding.path, finding.problem)
}
