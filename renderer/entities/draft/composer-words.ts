import type { DiskWarning } from '../../../main/contract/app/disk.ts'
import type { Settings } from '../../../main/contract/app/settings.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'

/** Wait for the end of the turn, join the running turn, or start one. */
export type SendWay = 'queue' | 'steer' | 'send'

/** What Enter does now; `isMod`: what Mod+Enter does. */
export function sendWay(agent: Pick<AgentView, 'status'>, enter: Settings['enter'], isMod: boolean): SendWay {
  if (agent.status === 'starting') return 'queue'
  if (agent.status !== 'working') return 'send'
  return isMod ? otherWay(enter) : enter
}

export const otherWay = (way: Settings['enter']): Settings['enter'] => (way === 'queue' ? 'steer' : 'queue')

const verbs: Readonly<Record<SendWay, string>> = { queue: 'Queue', steer: 'Steer', send: 'Send' }

export const sendVerbs = Object.values(verbs)

export const verbOf = (way: SendWay): string => verbs[way]

type Hinted = Pick<
  AgentView,
  'name' | 'status' | 'needs' | 'waitingFor' | 'cards' | 'healthWarning' | 'trust' | 'trouble'
>

/**
 * The placeholder: the agent's state, and what the keys do. `mod` is the name of the modifier key; `refusing`
 * is the disk problem that blocks messages.
 */
export function composerHint(
  agent: Hinted,
  enter: Settings['enter'],
  mod: string,
  refusing: DiskWarning['kind'] | null,
): string {
  const to = `Write to ${visible(agent.name)}`
  if (refusing === 'reading') return 'No message can be sent: Janus is read-only.'
  if (refusing !== null) return 'No message can be sent until there is disk space.'
  const keys = `Enter ${enter}s, ${mod} Enter ${otherWay(enter)}s.`
  if (agent.status === 'starting') return `${to}. It is starting: Enter queues.`
  if (agent.status === 'working')
    return agent.healthWarning?.is === 'suspended'
      ? `${to}. It is suspended; your message waits.`
      : `${to}. ${busyWords(agent)}: ${keys}`
  if (agent.trust === 'ask') return `${to}. Your message waits until you answer above.`
  if (agent.status === 'asleep') return `${to}. It is asleep; your message starts it.`
  if (agent.status === 'stopped') return `${to}. It is stopped; your message starts it again.`
  if (agent.status === 'failed')
    return `${to}. Your message ${agent.trouble === 'trust' ? 'waits until you trust the folder' : 'tries to start it again'}.`
  return `${to}, or / for its commands`
}

function busyWords({ cards, needs, waitingFor, healthWarning }: Hinted): string {
  if (needs !== null || cards.length > 0) return 'It waits for your answer above'
  if (waitingFor !== null) return `It waits for ${visible(waitingFor.name)}’s reply`
  return healthWarning === null ? 'It is working' : 'It is not responding'
}
