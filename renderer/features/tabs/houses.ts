import { useCallback, useState } from 'react'
import type { CircleSeatView, FleetView, HouseView } from '../../../main/contract/fleet/fleet-views.ts'
import type { HouseName, PeerAgent } from '../../../main/contract/fleet/houses.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { peerName, type Peer } from '../../state/peers.ts'

/** Another house in the list, with those of its agents that are shown. */
export interface ShownHouse {
  readonly of: HouseView
  readonly isOpen: boolean
  readonly onTurn: () => void
  /** Empty while it is folded. */
  readonly rows: readonly PeerAgent[]
  /** Seats of the person in its circles; empty while it is folded. */
  readonly circles: readonly CircleSeatView[]
  /** How many of its agents have the words that are looked for; all where nothing is. */
  readonly count: number
}

/** Names a row of another house among all of the list; it is no id of a tab. */
export const peerKey = ({ house, agent }: Peer): string => `peer ${agent.id}@${house.name}`

/** The same for the person's seat in a circle there. */
export const circleKey = ({ circle }: CircleSeatView): string => `circle ${circle}`

/**
 * The other houses in the order in which they are known. While one looks for words, only those are shown whose agents
 * have them in their name or role, and none is folded.
 */
export function shownHouses(
  fleet: FleetView | null,
  typed: string,
  folded: readonly HouseName[],
  turn: (house: HouseName) => void,
): readonly ShownHouse[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return (fleet?.houses ?? []).flatMap((of) => {
    if (of.stands === 'removed') return []
    const found = of.agents.filter((agent) => {
      const text = `${peerName({ house: of, agent })}\n${agent.role}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const circles = of.circles.filter(({ topic }) =>
      words.every((word) => topic.toLowerCase().includes(word)),
    )
    if (words.length > 0 && found.length + circles.length === 0) return []
    const isOpen = words.length > 0 || !folded.includes(of.name)
    const shown = { rows: isOpen ? found : [], circles: isOpen ? circles : [] }
    return [{ of, isOpen, onTurn: () => turn(of.name), ...shown, count: found.length }]
  })
}

/** Which houses are folded; this window remembers it. */
export function useHouseFold() {
  const [folded, setFolded] = useState(() => recall<readonly HouseName[]>('houses', []))
  const turn = useCallback(
    (house: HouseName) => {
      const next = folded.includes(house) ? folded.filter((one) => one !== house) : [...folded, house]
      remember('houses', next)
      setFolded(next)
    },
    [folded],
  )
  return { folded, turn }
}
