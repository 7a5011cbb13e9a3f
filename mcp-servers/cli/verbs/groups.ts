import type { BroadcastSent } from '../../../main/contract/mail/mail-views.ts'
import type { GroupView } from '../../../main/contract/api/views.ts'
import { list } from '../table.ts'
import { names, one, requestVerb, text, grouped } from '../verb.ts'
import { messageKey } from './messages.ts'

const group = one('NAME', { source: 'group' })
const members = names('A,B')

const groupsTable = list<GroupView>('There is no group yet. Make one: janus groups make NAME Scout,Builder', {
  GROUP: ({ name }) => name,
  AGENTS: (each) => each.members.map(({ name }) => name).join(', '),
})

export const groupVerbs = grouped('Working together', [
  requestVerb({
    name: 'groups',
    about: 'List the groups of agents; make one, write to one',
    asks: 'groups.list',
    words: groupsTable,
  }),
  requestVerb({
    name: 'groups make',
    about: 'Make a group',
    args: { name: one('NAME'), members },
    examples: ['janus groups make Crew Scout,Builder'],
    asks: 'groups.make',
    words: groupsTable,
  }),
  requestVerb({
    name: 'groups change',
    about: 'Give a group other members',
    args: { group, members },
    asks: 'groups.change',
    words: groupsTable,
  }),
  requestVerb({
    name: 'groups delete',
    about: 'Delete a group; its agents stay',
    args: { group },
    asks: 'groups.delete',
    words: groupsTable,
  }),
  requestVerb({
    name: 'groups send',
    about: 'Write to each of a group, or to all',
    args: { group, text: text() },
    more: 'NAME is a group, or all. TEXT is read from standard input where it is -.',
    examples: ['janus groups send Crew "The build is red again."'],
    asks: 'messages.broadcast',
    input: async (given, app) => ({
      group: given.group,
      message: await app.textOf(given.text),
      idempotencyKey: messageKey(),
    }),
    words: ({ sent }, app) => sentTable(sent, app),
  }),
])

const sentTable = list<BroadcastSent>('', {
  AGENT: ({ to }) => to,
  MESSAGE: ({ state }) => stateWords(state),
  WHY: ({ reason = '' }) => reason,
})

function stateWords(state: BroadcastSent['state']): string {
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
      return 'held: deliver it in the window'
    default:
      return state
  }
}
