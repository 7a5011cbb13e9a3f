import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { act } from '../../state/act.ts'
import { Button } from '../../components/button.tsx'

interface SeatActsProps {
  readonly circle: GatheringId
  /** The user declined or left, and may come back. */
  readonly isLeft?: boolean
  /** The topic, for buttons in a list. */
  readonly about?: string
  /** Called after a refusal was accepted. */
  readonly onLeft?: () => void
}

/** Answers an invitation to a gathering of another machine. */
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
