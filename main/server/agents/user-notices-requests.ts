import { noticeLimit } from '../../contract/api/limits.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

/** What agents tell their user in the middle of a turn. */
export function noticeHandlers({ engine }: RequestContext) {
  return {
    'notices.send': async (caller, { text, idempotencyKey = null }) => {
      if (caller.kind !== 'agent')
        throw refused(
          'not_allowed',
          'Only an agent notifies its user. Write to an agent with POST /messages.',
        )
      const words = text.trim()
      if (words === '' || words.length > noticeLimit)
        throw refused('bad_request', `Say it in 1 to ${noticeLimit} characters: this has ${words.length}.`)
      const answer = await engine.command({
        type: 'user.notified' as const,
        agent: caller.id,
        text: words,
        idempotencyKey,
      })
      if (answer.kind !== 'notice') throw refused('internal', 'The notice did not answer.')
      return { shown: answer.shown, inSeconds: answer.inSeconds }
    },
  } satisfies Partial<Handlers>
}
