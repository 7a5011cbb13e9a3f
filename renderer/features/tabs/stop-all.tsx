import { act } from '../../state/act.ts'
import { openAgents, useMirrorList } from '../../state/store.ts'
import { isRunning } from '../../entities/agent/agent-state.ts'
import { Sure } from './ending-dialog.tsx'

/** Asks before every process is ended. */
export function StopAllDialog({ onClose }: { readonly onClose: () => void }) {
  const running = useMirrorList((now) => openAgents(now).filter(isRunning))
  const working = running.filter((agent) => agent.status === 'working').length
  const confirm = () => {
    onClose()
    for (const agent of running) void act('agents.stop', { agent: agent.id })
  }
  const count = running.length === 1 ? '1 process ends' : `${running.length} processes end`
  const turns =
    working === 0
      ? 'Nobody is at work.'
      : working === 1
        ? 'One agent is at work; its turn ends.'
        : `${working} agents are at work; their turns end.`
  return (
    <Sure
      title="Stop everything?"
      words={`${count}. ${turns} Conversations and waiting messages are kept, and each agent goes on with your next word to it.`}
      verb="Stop everything"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
