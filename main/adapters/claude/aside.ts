import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import type { BackendOffer } from '../../ports.ts'
import { readCommands } from './offer.ts'

/** What a CLI says beside its turns. */
export type Aside =
  /** Other commands than before: a folder that it looked into brought some along. */
  | { readonly kind: 'commands'; readonly commands: BackendOffer['commands'] }
  /** For the log. */
  | { readonly kind: 'line'; readonly line: string }

/** Reads what belongs to no turn; null for all else. */
export function readAside(message: SDKMessage): Aside | null {
  if (message.type !== 'system') return null
  if (message.subtype === 'commands_changed')
    return { kind: 'commands', commands: readCommands(message.commands) }
  if (message.subtype !== 'api_retry') return null
  const { attempt, max_retries: most, retry_delay_ms: delay, error_status: status } = message
  const why = status === null ? 'no connection' : `status ${Number(status)}`
  return {
    kind: 'line',
    line: `the model was not reached (${why}), try ${Number(attempt)} of ${Number(most)} in ${Math.round(Number(delay))} ms`,
  }
}
