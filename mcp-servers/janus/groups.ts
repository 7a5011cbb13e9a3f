import type { SpreadResult } from '../../main/contract/mail-views.ts'
import type { GroupView } from '../../main/contract/views.ts'
import { part, type ApiRequest } from '../shared/ask.ts'
import type { GroupCommand } from './arguments.ts'
import { clean } from './clean.ts'
import { table } from './show.ts'

/** What is asked of the app for it; `text`: the words to send, `key`: so that they are sent once. */
export function groupRequest(what: GroupCommand, text: string, key: string): ApiRequest {
  switch (what.do) {
    case 'list':
      return { method: 'GET', path: '/groups', repeatable: true }
    case 'make':
      return {
        ...{ method: 'POST', path: '/groups', repeatable: false },
        body: { name: what.name, members: what.members },
      }
    case 'change':
      return {
        ...{ method: 'PATCH', path: `/groups/${part(what.name)}`, repeatable: true },
        body: { members: what.members },
      }
    case 'delete':
      return { method: 'DELETE', path: `/groups/${part(what.name)}`, repeatable: false }
    case 'send':
      return {
        ...{ method: 'POST', path: `/groups/${part(what.name)}/message`, repeatable: true },
        body: { message: text, idempotencyKey: key },
      }
  }
}

/** What came of it: the groups as a table, or who has the words. */
export function groupWords(what: GroupCommand, answer: unknown): string {
  if (what.do === 'send') {
    const { sent } = answer as SpreadResult
    const rows = sent.map(({ to, state, reason = '' }) => [to, stateWords(state), reason])
    return table([['AGENT', 'MESSAGE', 'WHY'], ...rows])
  }
  const groups = answer as readonly GroupView[]
  if (groups.length === 0) return 'There is no group yet. Make one: janus groups make NAME Scout,Builder'
  const rows = groups.map(({ name, members }) => [name, members.map((one) => clean(one.name)).join(', ')])
  return table([['GROUP', 'AGENTS'], ...rows])
}

/** How far the words have come with one of the group. */
function stateWords(state: SpreadResult['sent'][number]['state']): string {
  switch (state) {
    case undefined:
    case null:
      return 'not sent'
    case 'written':
    case 'read':
    case 'answered':
      return 'has it'
    case 'queued':
      return 'waits, is read as soon as it can'
    case 'held':
      return 'held: let it go in the window'
    default:
      return state
  }
}
