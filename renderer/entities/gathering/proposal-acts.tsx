import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { show, showGathering } from '../../state/view-store.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { useMirrorList } from '../../state/store.ts'
import { steer } from './gathering-acts.ts'
import { goneMembers, GoneMembers } from './gone-members.tsx'
import { useSent } from '../../state/use-sent.ts'

interface ProposalActsProps {
  readonly id: GatheringId
  /** What the buttons are about, for screen readers. */
  readonly about: string
  readonly onLeave: () => void
}

export function ProposalActs({ id, about, onLeave }: ProposalActsProps) {
  const answers = useProposal(id, onLeave)
  return (
    <>
      <GoneMembers id={id} />
      <ProposalButtons answers={answers} about={about} />
    </>
  )
}

interface Answers {
  readonly isSent: boolean
  /** Members whose tabs are gone; it can't start without them. */
  readonly gone: readonly string[]
  readonly start: () => void
  readonly change: () => void
  readonly dismiss: () => void
}

export function useProposal(id: GatheringId, onAnswered: () => void): Answers {
  const { isSent, send } = useSent(onAnswered)
  const gone = useMirrorList((now) => {
    const of = now.gatherings[id]
    return of === undefined ? [] : goneMembers(now, of)
  })
  const say = async (verb: 'start' | 'dismiss') => {
    if ((await send(steer(id, verb))) && verb === 'start') showGathering(id)
  }
  return {
    isSent,
    gone,
    start: () => {
      if (gone.length === 0) void say('start')
    },
    change: () => {
      onAnswered()
      show({ kind: 'convene', proposal: id })
    },
    dismiss: () => void say('dismiss'),
  }
}

/** Returns why a proposal can't start; undefined if it can. */
export const goneWords = (gone: readonly string[]): string | undefined =>
  gone.length === 0 ? undefined : `Reopen ${gone.map(visible).join(', ')} first, or change the proposal`

/** An empty `about` means they are on a card: they show their keys, and the card says what they are about. */
export function ProposalButtons({ answers, about }: { readonly answers: Answers; readonly about: string }) {
  const { isSent, gone } = answers
  const isBare = about !== ''
  const all = [
    ['Start', answers.start],
    ['Change…', answers.change],
    ['Dismiss', answers.dismiss],
  ] as const
  return (
    <div className="acts">
      {all.map(([words, run], at) => (
        <Button
          key={words}
          variant={!isBare && at === 0 ? 'primary' : undefined}
          aria-label={isBare ? `${words}: ${about}` : undefined}
          disabled={isSent || (at === 0 && gone.length > 0)}
          title={at === 0 ? goneWords(gone) : undefined}
          onClick={run}
        >
          {!isBare && <kbd aria-hidden="true">{at + 1}</kbd>} {words}
        </Button>
      ))}
    </div>
  )
}
