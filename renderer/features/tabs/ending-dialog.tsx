import { waitingMail } from '../../entities/agent/agent-state.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { useMirror } from '../../state/store.ts'
import { seatLoss } from '../../entities/gathering/gathering-words.ts'
import { endAgent } from '../../entities/agent/endings.ts'
import type { ConfirmedAct } from '../../state/panel.ts'
import { ConfirmDialog } from '../../components/sure.tsx'

function wordsFor(how: ConfirmedAct, agent: AgentView) {
  const name = visible(agent.name)
  switch (how) {
    case 'close':
      return {
        title: `Close ${name}?`,
        verb: 'Close tab',
        words: `${whatWaits(agent)}The conversation is kept; you can reopen the tab.`,
      }
    case 'stop':
      return {
        title: `Stop ${name}?`,
        verb: 'Stop',
        words:
          'It is working, and stopping it ends its turn. The conversation is kept; your next message starts it again.',
      }
    case 'restart':
      return {
        title: `Restart ${name}?`,
        verb: 'Restart',
        words:
          'It is working, and restarting ends its turn. The conversation is kept, and it continues from there.',
      }
    case 'delete':
      return { title: `Delete ${name} permanently?`, verb: 'Delete permanently', words: lossOf(agent) }
  }
}

function whatWaits(agent: AgentView): string {
  const turn = agent.status === 'working' ? 'It is working, and closing ends its turn. ' : ''
  const { length: cards } = agent.cards
  const question =
    cards === 0
      ? ''
      : `Its ${cards === 1 ? 'question' : 'questions'} to you ${cards === 1 ? 'ends' : 'end'} with it. `
  const length = waitingMail(agent)
  if (length === 0) return turn + question
  const messages =
    length === 1
      ? '1 message waits for it; it stays, and is there again when you reopen it. '
      : `${length} messages wait for it; they stay, and are there again when you reopen it. `
  return turn + question + messages
}

function lossOf(agent: AgentView): string {
  const waiting = waitingMail(agent)
  const mail =
    waiting === 0
      ? ''
      : waiting === 1
        ? ', the message that waits for it'
        : `, the ${waiting} messages that wait for it`
  const turn = agent.status === 'working' ? 'It is working; its turn will end. ' : ''
  return `${turn}Its conversation${mail}, its settings and what you allowed it will be lost, and search will no longer find what it said. ${filesStay(agent)} This cannot be undone.`
}

const filesStay = ({ worktree }: AgentView): string =>
  worktree === null
    ? 'The files in its folder stay.'
    : `Its worktree ${visible(worktree.path)} stays, with the branch ${visible(worktree.branch)}: close the tab first to bring it back or throw it away.`

interface EndingDialogProps {
  readonly agent: AgentView
  readonly how: ConfirmedAct
  readonly onClose: () => void
}

/** Asks before ending something that can't simply be resumed. */
export function EndingDialog({ agent, how, onClose }: EndingDialogProps) {
  const { title, verb, words } = wordsFor(how, agent)
  const of = useMirror((now) => (agent.seat === null ? undefined : now.gatherings[agent.seat.gathering]))
  const seat = how === 'close' || how === 'delete' ? seatLoss(agent, of) : ''
  const confirm = () => {
    onClose()
    void endAgent(agent, how)
  }
  return (
    <ConfirmDialog
      title={title}
      words={seat + words}
      verb={verb}
      isDanger={how !== 'restart'}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
