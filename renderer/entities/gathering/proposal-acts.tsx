import { useState } from 'react'
import type { GatheringId } from '../../../main/contract/gatherings.ts'
import { show, showGathering } from '../../state/view-store.ts'
import { steer } from './gathering-acts.ts'
import { classes } from '../../components/classes.ts'

interface ProposalActsProps {
  readonly id: GatheringId
  /** What the buttons are about, for those who hear them alone. */
  readonly about: string
  readonly onLeave: () => void
}

/** The three answers to a proposal, wherever they stand. */
export function ProposalActs({ id, about, onLeave }: ProposalActsProps) {
  return <ProposalButtons answers={useProposal(id, onLeave)} about={about} />
}

interface Answers {
  readonly isSent: boolean
  readonly start: () => void
  readonly change: () => void
  readonly dismiss: () => void
}

/** What the person answers to a proposal, and what follows. */
export function useProposal(id: GatheringId, onAnswered: () => void): Answers {
  const [isSent, setSent] = useState(false)
  const say = async (verb: 'start' | 'dismiss') => {
    setSent(true)
    const isTaken = await steer(id, verb)
    setSent(isTaken)
    if (!isTaken) return
    onAnswered()
    if (verb === 'start') showGathering(id)
  }
  return {
    isSent,
    start: () => void say('start'),
    change: () => {
      onAnswered()
      show({ kind: 'convene', proposal: id })
    },
    dismiss: () => void say('dismiss'),
  }
}

/** The buttons of the answers; with their keys on a card, which says what they are `about`. */
export function ProposalButtons({ answers, about }: { readonly answers: Answers; readonly about: string }) {
  const named = (words: string) => (about === '' ? undefined : `${words}: ${about}`)
  const isBare = about !== ''
  return (
    <div className="acts">
      <button
        type="button"
        className={classes('btn', !isBare && 'primary')}
        aria-label={named('Start')}
        disabled={answers.isSent}
        onClick={answers.start}
      >
        {!isBare && <kbd aria-hidden="true">1</kbd>} Start
      </button>
      <button
        type="button"
        className="btn"
        aria-label={named('Change…')}
        disabled={answers.isSent}
        onClick={answers.change}
      >
        {!isBare && <kbd aria-hidden="true">2</kbd>} Change…
      </button>
      <button
        type="button"
        className="btn"
        aria-label={named('Dismiss')}
        disabled={answers.isSent}
        onClick={answers.dismiss}
      >
        {!isBare && <kbd aria-hidden="true">3</kbd>} Dismiss
      </button>
    </div>
  )
}
