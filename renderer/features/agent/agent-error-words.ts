import { agentReasonWords, type AgentReason } from '../../../main/contract/agents/agent-words.ts'
import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { AgentView, KindStatus } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { upperFirst } from '../../entities/agent/agent-state.ts'

export type RecoveryAction =
  | 'restart'
  | 'locate'
  | 'move'
  | 'signIn'
  | 'check'
  | 'settings'
  | 'choose'
  | 'terminal'

interface AgentErrorWords {
  readonly title: string
  readonly happened: string
  readonly kept: string
  /** In display order, which must not change with updates: a click must not land on another button. */
  readonly ways: readonly RecoveryAction[]
  readonly best: RecoveryAction
}

/** `program`: the status of the agent's kind. `others`: how many more agents have the same problem. */
export function agentErrorWords(
  agent: AgentView,
  program: KindStatus | null,
  others: number,
): AgentErrorWords {
  const name = visible(agent.name)
  const kept = keptWords(agent.pending.length)
  const reason = sentenceOf(agentReasonWords(agent.reason, 'user'))
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
      // A check from before the failure proves nothing.
      return program?.login === 'in' && (program.checkedAt ?? 0) > agent.since
        ? {
            title: `${name} was signed out`,
            happened: 'You are signed in again.',
            kept,
            ways: ['restart', 'check'],
            best: 'restart',
          }
        : signedOut(agent.kind, kept, others)
    case 'backend':
      return { ...programWords(agent, program, reason), kept }
    case 'trust':
      return {
        title: 'Folder not trusted',
        happened: `${name} starts here only if you trust the folder.`,
        kept,
        ways: ['settings', 'move'],
        best: 'settings',
      }
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

/** Falls back to the terminal when the window cannot sign in. */
function signedOut(kind: AgentKind, kept: string, others: number): AgentErrorWords {
  const { program, signIn } = kindFacts[kind]
  const asks = `${upperFirst(program)} asks for a new sign-in.`
  // Only the user's own program knows how to sign in to it.
  if (kind === 'other')
    return {
      title: 'Signed out',
      happened:
        'The program asks for a new sign-in. Sign in with its own command in a terminal, then restart.',
      kept: `${kept} What waits is sent afterwards.`,
      ways: ['terminal', 'restart'],
      best: 'terminal',
    }
  const how = signIn === null ? '' : ' Signing in opens a terminal; then check again.'
  return {
    title: 'Signed out',
    happened: `${asks}${how}${othersWords(others)}`,
    kept: `${kept} What waits is sent afterwards.`,
    ways: ['signIn', 'check'],
    best: 'signIn',
  }
}

function programWords(
  { name: called, kind }: AgentView,
  program: KindStatus | null,
  reason: string,
): Omit<AgentErrorWords, 'kept'> {
  const name = visible(called)
  const its = kindFacts[kind].program
  const line = program?.problem?.line
  // The order is the same before and after a check.
  const last = kind === 'other' ? 'terminal' : 'choose'
  const ways: readonly RecoveryAction[] = ['restart', 'check', last]
  if (program !== null && (line === 'binary' || line === 'version'))
    return {
      title: line === 'binary' ? `${upperFirst(its)} was not found` : `${upperFirst(its)} is too old`,
      happened: program.problem?.words ?? reason,
      ways,
      best: 'check',
    }
  return {
    title: `${name} could not be started`,
    happened: `${reason || `${upperFirst(its)} did not start.`}${
      kind === 'other' ? ' To use a different command line, close this tab and create a new agent.' : ''
    }`,
    ways,
    best: 'restart',
  }
}

const othersWords = (others: number): string => {
  if (others === 0) return ''
  return others === 1 ? ' Another agent waits for it too.' : ` ${others} more agents wait for it too.`
}

function keptWords(waiting: number): string {
  if (waiting === 0) return 'The conversation and your draft are kept.'
  const messages = waiting === 1 ? '1 waiting message' : `${waiting} waiting messages`
  return `The conversation, your draft and ${messages} are kept.`
}

function sentenceOf(reason: string): string {
  const words = reason.trim()
  return words === '' ? '' : `${upperFirst(words)}${/[.!?)]$/.test(words) ? '' : '.'}`
}

/** For bug reports: contains no text of the conversation and no secrets. */
export function detailsOf(agent: AgentView, diagnosis: string): string {
  return [
    `Agent ${agent.name}: ${agent.status}, ${agent.trouble ?? 'no known trouble'}`,
    `Reason: ${agentReasonWords(agent.reason, 'user') || 'none given'}`,
    `Since: ${new Date(agent.since).toISOString()}, turn ${agent.turnNumber}`,
    `Folder: ${agent.cwd}`,
    `Agent kind: ${agent.kind}`,
    `Model: ${agent.model ?? 'default'}, permission mode: ${agent.permissionMode}`,
    `Waiting messages: ${agent.pending.length}`,
    diagnosis,
  ].join('\n')
}

/** The rest of a sentence that starts with the agent's name: " was stopped by you." */
export function stoppedWords(reason: AgentReason | null): string {
  if (reason === null) return ' is stopped.'
  const words = agentReasonWords(reason, 'user')
  if (reason.kind === 'stopped') return ` was ${words}.`
  return ` is stopped: ${words}${words.endsWith('.') ? '' : '.'}`
}
