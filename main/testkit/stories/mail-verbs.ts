import type { Priority } from '../../contract/mail/priorities.ts'
import { groupsOf } from '../../core/groups/groups.ts'
import { keyFor } from '../../core/sending/broadcast.ts'
import type { Event, MessageSent } from '../../core/step/events.ts'
import { makeAttachment } from '../factories/attachments.ts'
import { sendCommand } from '../factories/factories.ts'
import { user, type Scene, type Verb } from './scene.ts'

export const mailVerbs: Readonly<Record<string, Verb>> = {
  user: (scene, name, rest) => sent(scene, null, name, rest),
  steer: (scene, name, rest) => sent(scene, null, name, rest, { now: true }),
  send: (scene, name, rest) => {
    const [to = '', ...words] = rest.split(' ')
    return sent(scene, name, to, words.join(' '))
  },
  ask: (scene, name, rest) => {
    const [to = '', ...words] = rest.split(' ')
    return sent(scene, name, to, words.join(' '), { expectsReply: true })
  },
  reply: (scene, name, rest) => {
    const [tag = '', ...words] = rest.split(' ')
    const { agent } = scene.agent(name)
    return {
      type: 'reply.sent',
      from: agent.id,
      fromName: agent.name,
      ticket: known(scene, tag),
      body: words.join(' '),
      metadata: {},
      idempotencyKey: null,
      earlier: null,
    }
  },
  // `broadcast scout all|crew !high ? words key=k`; `?` expects replies.
  broadcast: (scene, name, rest) => {
    const [said = '', key = null] = rest.split(' key=')
    const [marks, to = '', priority, asks] = /^(\w+) (?:!(\w+) )?(\? )?/.exec(said) ?? ['']
    const agents = [...scene.state.agents.values()].map(({ agent }) => agent)
    const from = { kind: 'agent', id: scene.id(name) } as const
    const earlier = agents.flatMap(({ id }) => {
      const message = key === null ? null : scene.store.messageByKey(from, keyFor(key, id))
      return message ? [[id, message] as const] : []
    })
    return {
      type: 'message.broadcast',
      from,
      fromName: name,
      name: to,
      body: said.slice(marks.length),
      to:
        groupsOf(scene.state.agents.values()).find((group) => group.name.key === to)?.members ??
        agents.filter(({ closedAt }) => closedAt === null).map(({ id }) => id),
      priority: (priority ?? null) as Priority | null,
      expectsReply: asks !== undefined,
      metadata: {},
      idempotencyKey: key,
      earlier: new Map(earlier),
    }
  },
  awaits: (scene, name, rest) => ({ type: 'await.began', ...awaited(scene, name, rest) }),
  awaited: (scene, name, rest) => ({
    type: 'await.ended',
    ...awaited(scene, name, rest),
    handed: rest.endsWith(' handed'),
  }),
  withdraw: (scene, tag) => ({ type: 'message.withdrawn', message: scene.untag(tag) }),
  release: (scene, tag) => ({ type: 'message.released', message: scene.untag(tag) }),
  drop: (scene, tag) => ({ type: 'message.dropped', message: scene.untag(tag) }),
  promote: (scene, tag) => ({ type: 'message.moved', message: scene.untag(tag), to: 'up' }),
  demote: (scene, tag) => ({ type: 'message.moved', message: scene.untag(tag), to: 'down' }),
  // `move m3 m1`: before that one; `move m3`: to the end.
  move: (scene, tag, rest) => {
    const before = rest === '' ? null : scene.untag<`msg-${string}`>(rest)
    return { type: 'message.moved', message: scene.untag(tag), to: { before } }
  },
  hasten: (scene, tag) => ({ type: 'message.hastened', message: scene.untag(tag) }),
  now: (scene, tag) => decided(scene, tag, 'now', false),
  'now-stop-tool': (scene, tag) => decided(scene, tag, 'now', true),
  later: (scene, tag) => decided(scene, tag, 'later', false),
  nudge: (scene, tag) => ({ type: 'message.nudged', message: scene.untag(tag) }),
}

/**
 * Before the text, `!urgent` is the priority, `re=m3` the message replied to, `link=converse` opens a link,
 * `link=close` closes it afterwards, `+a.png` is an attachment; `key=` after the text is the idempotency key.
 */
function sent(
  scene: Scene,
  by: string | null,
  to: string,
  words: string,
  more: Partial<MessageSent> = {},
): Event {
  const [said = '', key = null] = words.split(' key=')
  const form = /^(?:!(\w+) )?(?:re=(m\d+) )?(?:link=(\w+) )?((?:\+\S+ ?)*)/
  const [marks = '', priority, re, link, attached = ''] = form.exec(said) ?? []
  const names = attached.split(' ').flatMap((one) => (one === '' ? [] : [one.slice(1)]))
  const from = by === null ? user : ({ kind: 'agent', id: scene.agentId(by) } as const)
  return sendCommand({
    from,
    fromName: by ?? 'Mo',
    to: scene.agentId(to),
    body: said.slice(marks.length).replaceAll('\\n', '\n'),
    ...(names.length > 0 ? { attachments: names.map(makeAttachment) } : {}),
    priority: (priority ?? null) as Priority | null,
    replied: re === undefined ? null : scene.message(re),
    link: link === 'close' ? null : ((link ?? null) as MessageSent['link']),
    ...(link === 'close' ? { closesLink: true } : {}),
    idempotencyKey: key,
    earlier: key === null ? null : scene.store.messageByKey(from, key),
    ...more,
  })
}

/** `awaits scout m1 c1`: with the call's name, or `unnamed`. */
function awaited(scene: Scene, name: string, rest: string) {
  const [tag = '', call = null] = rest.split(' ')
  const agent = scene.agentId(name)
  return { agent, ticket: scene.untag<`msg-${string}`>(tag), call: call === 'unnamed' ? null : call }
}

function decided(scene: Scene, tag: string, decision: 'now' | 'later', stopTool: boolean): Event {
  return { type: 'message.decided', message: scene.untag(tag), decision, stopTool }
}

/** The message of a tag; throws when there is none. */
export function known(scene: Scene, tag: string) {
  const message = scene.message(tag)
  if (!message) throw new Error(`the story has no message ${tag}`)
  return message
}
