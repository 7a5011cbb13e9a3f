import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { isHeld } from '../../entities/gathering/piece-time.ts'
import { named, stillToSpeak } from './turn-words.ts'

/** What the host can do besides what stands in the bar. */
export function barItems(of: GatheringView, onClose: () => void): readonly MenuItem[] {
  const hand = (label: string, verb: 'hold' | 'resume' | 'extend' | 'skip' | 'open'): MenuItem => ({
    label,
    run: () => void steer(of.id, verb),
  })
  const { piece } = of
  const isRunning = piece !== null && of.state === 'running'
  const held = isHeld(piece)
  const next = isRunning ? stillToSpeak(of).filter((seat) => seat.state !== 'away') : []
  return [
    ...(isRunning
      ? [
          hand(held ? 'Let the piece go' : 'Hold the piece', held ? 'resume' : 'hold'),
          hand('One more beat', 'extend'),
          hand('End this turn', 'skip'),
        ]
      : []),
    ...(of.sealed && of.phase === 'inhale' ? [hand('Open the words now', 'open')] : []),
    ...next.map((seat, at): MenuItem => ({
      label: `Give the piece to ${visible(named(seat))}`,
      run: () => void steer(of.id, 'skip', { to: seat.name }),
      isApart: at === 0,
    })),
    { label: 'Close…', run: onClose, isDanger: true, isApart: true },
  ]
}
