import type { SpreadResult } from '../../../main/contract/mail/mail-views.ts'
import type { GroupView } from '../../../main/contract/api/views.ts'
import { part } from '../../shared/ask.ts'
import type { App } from '../app.ts'
import { clean } from '../clean.ts'
import { table } from '../table.ts'
import { names, one, shown, text, verb, type Done } from '../verb.ts'
import { messageKey } from './messages.ts'

const group = 'Working together'
const name = one('NAME', { source: 'group' })
const members = names('A,B')

const listed = (answer: Promise<unknown>, app: App): Promise<Done> =>
  shown<readonly GroupView[]>(answer, (all) => groupsTable(all, app.around.columns))

/** Groups of agents. */
export const groupVerbs = [
  verb({
    name: 'groups',
    group,
    about: 'List the groups of agents; make one, write to one',
    run: (_, app) => listed(app.get('/groups'), app),
  }),
  verb({
    name: 'groups make',
    group,
    about: 'Make a group',
    args: { name: one('NAME'), members },
    examples: ['janus groups make Crew Scout,Builder'],
    run: (given, app) => listed(app.post('/groups', given), app),
  }),
  verb({
    name: 'groups change',
    group,
    about: 'Give a group other members',
    args: { name, members },
    run: (given, app) => listed(app.patch(`/groups/${part(given.name)}`, { members: given.members }), app),
  }),
  verb({
    name: 'groups delete',
    group,
    about: 'Delete a group; its agents stay',
    args: { name },
    run: (given, app) => listed(app.delete(`/groups/${part(given.name)}`), app),
  }),
  verb({
    name: 'groups send',
    group,
    about: 'Write to each of a group, or to all',
    args: { name, text: text() },
    more: 'NAME is a group, or all. TEXT is read from standard input where it is -.',
    examples: ['janus groups send Crew "The build is red again."'],
    run: async (given, app) => {
      const body = { message: await app.textOf(given.text), idempotencyKey: messageKey() }
      return shown<SpreadResult>(
        app.post(`/groups/${part(given.name)}/message`, body, 'again'),
        ({ sent }) => {
          const rows = sent.map(({ to, state, reason = '' }) => [to, stateWords(state), reason])
          return table([['AGENT', 'MESSAGE', 'WHY'], ...rows], app.around.columns)
        },
      )
    },
  }),
]

function groupsTable(groups: readonly GroupView[], columns: number): string {
  if (groups.length === 0) return 'There is no group yet. Make one: janus groups make NAME Scout,Builder'
  const rows = groups.map((each) => [each.name, each.members.map((one) => clean(one.name)).join(', ')])
  return table([['GROUP', 'AGENTS'], ...rows], columns)
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
