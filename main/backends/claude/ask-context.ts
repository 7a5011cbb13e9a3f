import type { Query } from '@anthropic-ai/claude-agent-sdk'
import type { Life } from '../../adapters/processes/agent-family.ts'
import type { StreamReader } from './stream.ts'

/**
 * Asks a CLI how full its context is, by the way and without a call of its model. One that does not answer is as good as
 * one that cannot tell.
 */
export function askContext(
  running: Query | null,
  reader: Pick<StreamReader, 'contextTold'>,
  life: Pick<Life, 'hear'>,
): void {
  running?.getContextUsage({ detail: 'summary' }).then(
    ({ totalTokens, maxTokens }) => {
      for (const heard of reader.contextTold(totalTokens, maxTokens)) life.hear(heard)
    },
    () => undefined,
  )
}
