import type { Abilities } from '../../contract/agents/abilities.ts'
import { agentKinds, usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import { allAbilities } from '../suites/backend/all-abilities.ts'

const [, first = usualKind, second = usualKind] = agentKinds

/** Abilities of each kind in the simulation: the default kind has all, two others have fewer. */
export function abilitiesOf(kind: AgentKind): Abilities {
  if (kind === first) return { ...allAbilities, notes: false, denial: 'plain' }
  if (kind !== second) return allAbilities
  const none = {
    images: false,
    notes: false,
    steers: false,
    keepsStopped: false,
    resumes: false,
    switchesTo: [],
  } as const
  return { ...allAbilities, ...none, receipts: 'none', denial: 'ends' }
}

/** The kind of the `n`-th agent: every fourth world mixes in two lesser kinds. Draws nothing. */
export function kindAt(seed: number, n: number): AgentKind {
  if (seed % 4 !== 3) return usualKind
  return [usualKind, first, second][n % 3] ?? usualKind
}
