import { keysOf } from '../factories/factories.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Command } from '../../core/step/events.ts'
import { groupsOf } from '../../core/groups/groups.ts'
import { keyFor } from '../../core/sending/broadcast.ts'
import type { State } from '../../core/step/state.ts'
import type { MemoryStore } from '../memory/store/store.ts'

/**
 * Messages to many and tabs that agents want, in the words of a story. `group crew scout,builder`, `ungroup crew`;
 * `broadcast scout all|crew !high ? words key=k`, where `?` asks; `notifies scout words key=k`; `wants scout helper inside|outside first words`,
 * `opens helper`, `opens helper as other`, `turnsdown helper why`. Null: it is none of these.
 */
export function manyEvent(
  [verb, name, rest]: readonly [verb: string, name: string, rest: string],
  state: State,
  store: MemoryStore,
): Command | null {
  const agents = [...state.agents.values()]
  const idOf = (one: string): AgentId =>
    agents.find(({ agent }) => agent.name === one)?.agent.id ?? 'agt-none'

  switch (verb) {
    case 'group': {
      const was = groupsOf(agents).some((group) => group.name.key === name) ? name : null
      return { type: 'group.set', was, name: keysOf(name), members: rest.split(',').map(idOf) }
    }
    case 'ungroup':
      return { type: 'group.set', was: name, name: null, members: [] }
    case 'broadcast': {
      const [said = '', key = null] = rest.split(' key=')
      const [marks, to = '', priority, asks] = /^(\w+) (?:!(\w+) )?(\? )?/.exec(said) ?? ['']
      const members = groupsOf(agents).find((group) => group.name.key === to)?.members
      const from = { kind: 'agent', id: idOf(name) } as const
      const sent = agents.flatMap(({ agent: { id } }) => {
        const message = key === null ? null : store.messageByKey(from, keyFor(key, id))
        return message ? [[id, message] as const] : []
      })
      return {
        type: 'message.broadcast',
        from,
        fromName: name,
        name: to,
        body: said.slice(marks.length),
        to: members ?? agents.filter(({ agent }) => agent.closedAt === null).map(({ agent }) => agent.id),
        priority: (priority ?? null) as Message['priority'] | null,
        expectsReply: asks !== undefined,
        metadata: {},
        idempotencyKey: key,
        earlier: new Map(sent),
      }
    }
    case 'notifies': {
      const [text = '', key = null] = rest.split(' key=')
      return { type: 'user.notified', agent: idOf(name), text, idempotencyKey: key }
    }
    case 'wants': {
      const [wanted = '', where = 'inside', ...words] = rest.split(' ')
      const usual = {
        kind: usualKind,
        program: null,
        role: '',
        cwd: '/',
        model: null,
        permissionMode: 'default',
        look: {},
      } as const
      return {
        type: 'tab.proposed',
        by: idOf(name),
        name: keysOf(wanted),
        isInside: where === 'inside',
        key: null,
        wanted: { name: wanted, ...usual, firstMessage: words.join(' ') },
      }
    }
    case 'opens':
    case 'turnsdown': {
      const tabProposal =
        agents.flatMap(({ agent }) => agent.tabProposals).find((one) => one.name === name)?.id ?? 'tab-none'
      const open = verb === 'opens' ? { name: keysOf(rest.replace(/^as /, '') || name) } : null
      return { type: 'tab.decided', tabProposal, open, words: open ? '' : rest }
    }
    default:
      return null
  }
}
