import type { Link, LinkDelivery, LinkId } from '../../contract/links/links.ts'
import { usualBudget } from '../../contract/api/limits.ts'
import type { LinkSaid, LinkView } from '../../contract/links/link-views.ts'
import type { Author } from '../../contract/api/model.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Page } from '../../contract/api/views.ts'
import { defined } from '../../contract/api/pick.ts'
import type { Command } from '../../core/step/events.ts'
import {
  pageAt,
  answerTo,
  agentIdOf,
  mustFind,
  refused,
  type RequestContext,
  authorOf,
} from '../api/request-context.ts'
import { linkView } from './link-views.ts'
import { crossingsOf } from '../history/log-pages.ts'
import { findPeer } from '../fleet/peers.ts'
import type { Handlers } from '../api/requests.ts'
import { refuseTooLong } from '../mail/messages-requests.ts'

export function linkHandlers(parts: RequestContext) {
  const { engine } = parts
  const give = async (command: Command): Promise<LinkView> => {
    const { link } = await answerTo(parts, 'link', command)
    return linkView(engine.state, engine.state.links.get(link.id) ?? link)
  }
  return {
    'links.open': (caller, input) => give(opened(parts, caller, input)),
    'links.change': (caller, input) => give(changed(parts, caller, input)),
    'links.close': (caller, { id, message }) => {
      const link = findLink(parts, caller, id)
      if (message !== undefined) refuseTooLong(message)
      if (link.closed) return linkView(engine.state, link)
      return give({
        type: 'link.closed',
        link: link.id,
        ...authorAndName(parts, caller),
        message: message ?? null,
      })
    },
    'links.say': (caller, input) => say(parts, caller, input),
    'links.list': (caller, input) => listLinks(parts, caller, input),
    'links.crossed': (caller, { id, limit = 50, cursor = null }) => {
      const page = { before: cursor, limit }
      return crossingsOf(parts, findLink(parts, caller, id).id, page)
    },
  } satisfies Partial<Handlers>
}

async function say(
  parts: RequestContext,
  caller: Caller,
  { id, message: text, quiet = false }: RequestInput<'links.say'>,
): Promise<LinkSaid> {
  const of = findLink(parts, caller, id).id
  refuseTooLong(text)
  const command = { type: 'link.said', link: of, ...authorAndName(parts, caller), text, quiet } as const
  const { link } = await answerTo(parts, 'link', command)
  const said = parts.store.crossings(of, null, newest).find(({ n }) => n === link.rows)
  if (!said) throw refused('internal', 'The link did not answer.')
  const to = (carriage: LinkDelivery) =>
    said.sent.filter((one) => one.carriage === carriage).map(({ toName }) => toName)
  return { id: said.id, wakes: to('converse'), absorbs: to('absorb') }
}

/** The row just written is among this many of the newest. */
const newest = 20

/** Author and present name. */
export function authorAndName(parts: RequestContext, caller: Caller): { by: Author; byName: string } {
  const by = authorOf(caller)
  return {
    by,
    byName: by.kind === 'agent' ? mustFind(parts.engine, by.id).agent.name : parts.status().user,
  }
}

/** An agent's own link includes itself and gets at most the default budget. */
function opened(parts: RequestContext, caller: Caller, input: RequestInput<'links.open'>): Command {
  const named = input.members.map((ref) => findPeer(parts, ref) ?? agentIdOf(parts, ref))
  const members = [...new Set(caller.kind === 'agent' ? [caller.id, ...named] : named)]
  const { mode = null, budget = null, purpose, name } = input
  if (caller.kind === 'agent' && mode === 'paused')
    throw refused('not_allowed', 'Only the user can pause a link. Open it with mode absorb, or close it.')
  if (caller.kind === 'agent' && (mode === 'mentions' || name !== undefined))
    throw refused('not_allowed', 'Only the user names a link, or takes part in it with mode mentions.')
  if (caller.kind === 'agent' && (budget ?? 0) > usualBudget)
    throw refused('not_allowed', `An agent opens a link with ${usualBudget} crossings at most.`)
  return {
    type: 'link.opened',
    ...authorAndName(parts, caller),
    members,
    mode,
    budget,
    ...defined({ purpose, name }),
  }
}

function changed(parts: RequestContext, caller: Caller, input: RequestInput<'links.change'>): Command {
  const link = findLink(parts, caller, input.id).id
  const { mode, mine, extend, purpose, name, join } = input
  if (join) return joined(caller, link, input)
  if (!extend && [mode, mine, purpose, name].every((one) => one === undefined))
    throw refused('bad_request', 'Say what to change: mode, mine, purpose, name, extend or join.')
  if (caller.kind === 'agent') {
    if (extend || [mode, purpose, name].some((one) => one !== undefined))
      throw refused(
        'not_allowed',
        'An agent can change only its own side (mine). Only the user changes mode, purpose, name and budget.',
      )
    return { type: 'link.changed', link, mine: { agent: caller.id, side: mine ?? 'absorb' } }
  }
  if (mine !== undefined) throw refused('bad_request', 'You are no member of it: set the mode of the link.')
  const { by, byName } = authorAndName(parts, caller)
  return {
    type: 'link.changed',
    link,
    ...defined({ mode, name }),
    ...(extend ? { extend: true } : {}),
    ...(purpose === undefined ? {} : { purpose: { by, name: byName, text: purpose } }),
  }
}

/** The user lets their agents take part in a link that another machine opened. */
function joined(
  caller: Caller,
  link: LinkId,
  { join: _, id: __, ...other }: RequestInput<'links.change'>,
): Command {
  if (caller.kind === 'agent') throw refused('not_allowed', 'Your user decides whether you take part.')
  if (Object.keys(other).length > 0)
    throw refused('bad_request', 'Join first, then change it where it is kept.')
  return { type: 'link.joined', link }
}

/** Agents may see their own links, even closed ones. */
export function findLink({ engine, store }: RequestContext, caller: Caller, id: string): Link {
  const isId = /^lnk-[0-9a-z]{10}(@[a-z0-9-]+)?$/.test(id)
  const link = isId ? (engine.state.links.get(id as LinkId) ?? store.link(id as LinkId)) : null
  const mine = link && (caller.kind !== 'agent' || link.members.includes(caller.id))
  if (!link || !mine)
    throw refused('not_found', `There is no link ${JSON.stringify(id.slice(0, 40))} of yours.`)
  return link
}

function listLinks(
  parts: RequestContext,
  caller: Caller,
  { state: wanted = 'open', limit = 50, cursor = 0 }: RequestInput<'links.list'>,
): Page<LinkView> {
  const member = caller.kind === 'agent' ? caller.id : null
  const { state } = parts.engine
  const found = parts.store.links({ state: wanted, member }, cursor, limit + 1)
  const { items, next } = pageAt(found, cursor, limit)
  return { items: items.map((link) => linkView(state, state.links.get(link.id) ?? link)), next }
}

export function shownLinks({ engine }: Pick<RequestContext, 'engine'>) {
  return [...engine.state.links.values()].map((link) => linkView(engine.state, link))
}
