import { FolderError } from '../../adapters/folder/errors.ts'
import type { AttemptLine } from '../../contract/app/attempts.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

/** Lines in a page, if nobody says how many. */
const usualPage = 50

/** The record of what was refused. */
export function attemptHandlers({ attempts, engine }: RequestContext) {
  const nameOf = (line: AttemptLine): string | null =>
    'by' in line && line.by.kind === 'agent'
      ? (engine.state.agents.get(line.by.id)?.agent.name ?? null)
      : null
  return {
    'attempts.page': (_, { cursor, limit = usualPage }) => {
      try {
        const { items, next } = attempts.page(cursor ?? null, limit)
        return { items: items.map((line) => ({ ...line, name: nameOf(line) })), next }
      } catch (error) {
        if (error instanceof FolderError) throw refused('wrong_state', error.message)
        throw error
      }
    },
  } satisfies Partial<Handlers>
}
