import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { show, showGathering } from '../../state/view-store.ts'
import { AnswerButtons } from '../../components/answer-buttons.tsx'
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

export function useProposal(id: GatheringId, onAnswered: () => void) {
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

interface ProposalButtonsProps {
  readonly answers: ReturnType<typeof useProposal>
  readonly about: string
}

export function ProposalButtons({ answers, about }: ProposalButtonsProps) {
  const all = [
    ['Start', answers.start, goneWords(answers.gone)],
    ['Change…', answers.change],
    ['Dismiss', answers.dismiss],
  ] as const
  return <AnswerButtons all={all} about={about} isSent={answers.isSent} />
}
