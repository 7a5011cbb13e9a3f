import { agentReasonWords } from '../../../main/contract/agent-words.ts'
import type { AgentView, BackendCheck } from '../../../main/contract/views.ts'
import type { AgentReason } from '../../../main/contract/agent-reasons.ts'
import { cliName } from '../../entities/kind/check-lines.ts'
import { visible } from '../../components/hygiene.ts'

/** What one can do about it. */
export type WayOn = 'restart' | 'locate' | 'signIn' | 'check'

/** What an error card says: what happened, what was kept, and the ways on. */
export interface AgentErrorWords {
  readonly title: string
  readonly happened: string
  readonly kept: string
  /** As they stand beside each other: where a hand is on its way to one, no news puts another there. */
  readonly ways: readonly WayOn[]
  /** The one that most likely helps. */
  readonly best: WayOn
}

/** What keeps a failed agent from going on. `others`: how many more wait for the same. */
export function agentErrorWords(agent: AgentView, cli: BackendCheck | null, others: number): AgentErrorWords {
  const name = visible(agent.name)
  const kept = keptWords(agent.pending.length)
  const reason = sentenceOf(agentReasonWords(agent.reason, 'person'))
  switch (agent.trouble) {
    case 'folder':
      return {
        title: `The folder of ${name} was not found`,
        happened: reason || 'It has moved or is gone.',
        kept,
        ways: ['locate', 'restart'],
        best: 'locate',
      }
    case 'login':
      // A check from before it happened tells nothing.
      return cli?.login === 'in' && (cli.checkedAt ?? 0) > agent.since
        ? {
            title: `${name} was signed out`,
            happened: 'You are signed in again by now.',
            kept,
            ways: ['restart', 'check'],
            best: 'restart',
          }
        : {
            title: 'Signed out',
            happened: `The CLI asks for a new sign-in.${othersWords(others)}`,
            kept: `${kept} What waits is sent afterwards.`,
            ways: ['signIn', 'check'],
            best: 'signIn',
          }
    case 'backend':
      return { ...cliWords(name, cli, reason), kept }
    case 'deaths':
    case null:
      return {
        title: `${name}’s process ended`,
        happened: reason || 'It stopped by itself.',
        kept,
        ways: ['restart'],
        best: 'restart',
      }
  }
}

function cliWords(name: string, cli: BackendCheck | null, reason: string): Omit<AgentErrorWords, 'kept'> {
  const line = cli?.problem?.line
  if (cli !== null && (line === 'binary' || line === 'version'))
    return {
      title: line === 'binary' ? `The ${cliName(cli)} was not found` : `The ${cliName(cli)} is too old`,
      happened: cli.problem?.words ?? reason,
      ways: ['restart', 'check'],
      best: 'check',
    }
  return {
    title: `${name} could not be started`,
    happened: reason || 'Its CLI did not start.',
    ways: ['restart', 'check'],
    best: 'restart',
  }
}

const othersWords = (others: number): string => {
  if (others === 0) return ''
  return others === 1 ? ' Another agent waits for it too.' : ` ${others} more agents wait for it too.`
}

function keptWords(waiting: number): string {
  if (waiting === 0) return 'The conversation and your draft are kept.'
  const messages = waiting === 1 ? 'one waiting message' : `${waiting} waiting messages`
  return `The conversation, your draft and ${messages} are kept.`
}

/** A reason as a sentence of its own. */
function sentenceOf(reason: string): string {
  const words = reason.trim()
  if (words === '') return ''
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?)]$/.test(words) ? '' : '.')
}

/** What helps somebody else to see what is wrong. No words of the conversation, no secrets. */
export function detailsOf(agent: AgentView, diagnosis: string): string {
  return [
    `Agent ${agent.name}: ${agent.status}, ${agent.trouble ?? 'no known trouble'}`,
    `Reason: ${agentReasonWords(agent.reason, 'person') || 'none given'}`,
    `Since: ${new Date(agent.since).toISOString()}, turn ${agent.turnNumber}`,
    `Folder: ${agent.cwd}`,
    `Model: ${agent.model ?? 'default'}, permission mode: ${agent.permissionMode}`,
    `Waiting messages: ${agent.pending.length}`,
    diagnosis,
  ].join('\n')
}

/** What follows the name of an agent that was put to rest, as one sentence: " was stopped by you." */
export function stoppedWords(reason: AgentReason | null): string {
  if (reason === null) return ' is stopped.'
  const words = agentReasonWords(reason, 'person')
  if (reason.kind === 'stopped') return ` was ${words}.`
  return ` is stopped: ${words}${words.endsWith('.') ? '' : '.'}`
}

/** What is left of a turn that broke off, and whose words it begins again with. */
export function brokenKept(from: readonly string[]): string {
  const names = from.length < 2 ? from.join('') : `${from.slice(0, -1).join(', ')} and ${from.at(-1)}`
  const kept = 'The conversation is kept, and your draft.'
  return names === '' ? kept : `${kept} What ${names} wrote is not lost: the turn goes on from it.`
}
