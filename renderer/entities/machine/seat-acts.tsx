import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { act } from '../../state/act.ts'
import { Button } from '../../components/button.tsx'

interface SeatActsProps {
  readonly circle: GatheringId
  /** They said no or went, and may come back. */
  readonly isLeft?: boolean
  /** What the circle is about, where the buttons stand in a list of others. */
  readonly about?: string
  /** After a no that was heard. */
  readonly onLeft?: () => void
}

/** The answers to a seat that a circle of another machine keeps for the user. */
export function SeatActs({ circle, isLeft = false, about, onLeft }: SeatActsProps) {
  const spoken = (words: string) => (about === undefined ? undefined : `${words}: ${about}`)
  const no = isLeft ? 'Archive' : 'Not now'
  const decide = async (take: boolean) => {
    if ((await act('circles.decide', { circle, take })) && !take) onLeft?.()
  }
  return (
    <div className="acts">
      <Button variant="primary" aria-label={spoken('Join')} onClick={() => void decide(true)}>
        Join
      </Button>
      <Button variant="ghost" aria-label={spoken(no)} onClick={() => void decide(false)}>
        {no}
      </Button>
    </div>
  )
}
