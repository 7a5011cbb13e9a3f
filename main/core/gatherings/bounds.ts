import type { Gathering } from '../../contract/gatherings.ts'
import { allRounds } from './seats.ts'
import { harvestTime } from './harvest.ts'

/** What says how long a gathering can become. */
type Extent = Pick<Gathering, 'seats' | 'structure' | 'beatsPerTurn'>

/** Most model turns that a gathering can take: each agent's turn with all its beats, and the harvest. */
export function mostTurns({ seats, structure, beatsPerTurn }: Extent): number {
  const speakers = seats.filter(({ kind }) => kind === 'agent').length
  return speakers * allRounds(structure) * (1 + beatsPerTurn) + 1
}

/** Most time, in ms, that a gathering takes: every turn with all its beats, and the harvest. */
export function mostTime(of: Extent & Pick<Gathering, 'interval' | 'grace'>): number {
  const { seats, structure, beatsPerTurn, interval, grace } = of
  const turnOf = { agent: (beatsPerTurn + 1) * interval, human: beatsPerTurn * interval + grace }
  const round = seats.reduce((sum, { kind }) => sum + turnOf[kind], 0)
  return allRounds(structure) * round + harvestTime
}
