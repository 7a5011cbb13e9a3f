import { pick } from '../../contract/api/pick.ts'
import type { Cap, LinkEstimate } from '../../contract/budget/budget.ts'
import { usualBudget } from '../../contract/api/limits.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Settings } from '../../contract/app/settings.ts'
import type { CapOf, RaiseOf } from '../../core/cap-commands.ts'
import { budgetReport } from './budget-views.ts'
import { costsReport } from './costs-report.ts'
import { linkEstimate } from './estimate.ts'
import { findPeer } from '../fleet/peers.ts'
import { agentIdOf, findAgent, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { saveSettings } from '../app/app-requests.ts'
import { findGathering } from '../gatherings/find-gathering.ts'
import { findLink } from '../links/links-requests.ts'

export function budgetHandlers(parts: RequestContext) {
  return {
    'budget.get': () => budgetReport(parts),
    'costs.get': (_, input) => costsReport(parts, input),
    'budget.change': async (caller, input) => {
      await change(parts, caller, input)
      return budgetReport(parts)
    },
    'budget.goOn': async (caller, input) => {
      await goOn(parts, caller, input)
      return budgetReport(parts)
    },
    'links.preview': (_, { members, mode = 'answers', budget = usualBudget }): LinkEstimate => {
      const away = new Set(members.map((ref) => findPeer(parts, ref)).filter((peer) => peer !== null))
      const here = members.filter((ref) => findPeer(parts, ref) === null)
      const states = here.map((ref) => findAgent(parts, ref).state)
      const different = [...new Map(states.map((state) => [state.agent.id, state])).values()]
      if (different.length + away.size < 2)
        throw refused('bad_request', 'A link has two members or more: name another agent.')
      const estimate = linkEstimate(different, away.size, mode, budget)
      // In the demo nothing is paid.
      return parts.status().rehearsal ? { ...estimate, cost: null } : estimate
    },
  } satisfies Partial<Handlers>
}

type Usual = 'turn' | 'tab' | 'link' | 'gathering' | 'day'
const settingOf = {
  turn: 'turnCap',
  tab: 'tabCap',
  link: 'linkCap',
  gathering: 'gatheringCap',
  day: 'dayCap',
} as const satisfies Record<Usual, keyof Settings>

async function change(
  parts: RequestContext,
  caller: Caller,
  { of, id, cap, ...usual }: RequestInput<'budget.change'>,
): Promise<void> {
  const given = Object.entries(usual).filter(([, value]) => value !== undefined) as [Usual, Cap | null][]
  if (given.length === 0 && of === undefined)
    throw refused('bad_request', 'Give the limit to set: turn, tab, link, gathering, day, or of, id and cap.')
  if ((of === undefined) !== (id === undefined) || (of === undefined) !== (cap === undefined))
    throw refused('bad_request', 'A limit of its own needs of, id and cap together.')
  const own =
    of === undefined || id === undefined || cap === undefined
      ? null
      : { of: find(parts, caller, of, id), cap }
  if (given.length > 0)
    await saveSettings(
      parts,
      Object.fromEntries(given.map(([name, value]) => [settingOf[name], plain(value)])),
    )
  if (own) await parts.engine.command({ type: 'cap.set', ...own })
}

/** A cap without limits is no cap. */
function plain(cap: Cap | null): Cap | null {
  return cap !== null && cap.usd === null && cap.tokens === null ? null : cap
}

function find(parts: RequestContext, caller: Caller, kind: CapOf['kind'], id: string): CapOf {
  switch (kind) {
    case 'tab':
      return { kind, id: agentIdOf(parts, id) }
    case 'link':
      return { kind, id: findLink(parts, caller, id).id }
    case 'gathering':
      return { kind, id: findGathering(parts, caller, id).id }
  }
}

async function goOn(
  parts: RequestContext,
  caller: Caller,
  input: RequestInput<'budget.goOn'>,
): Promise<void> {
  const { of: kind, id } = input
  if ((kind === 'day') === (id !== undefined))
    throw refused(
      'bad_request',
      kind === 'day' ? 'A day has no id.' : `Give the id of the ${kind} to resume.`,
    )
  const add = pick(input, ['usd', 'tokens'])
  await parts.engine.command({ type: 'cap.raised', of: raiseOf(parts, caller, kind, id ?? ''), add })
}

function raiseOf(parts: RequestContext, caller: Caller, kind: RaiseOf['kind'], id: string): RaiseOf {
  if (kind === 'day') return { kind }
  return kind === 'turn' ? { kind, id: agentIdOf(parts, id) } : find(parts, caller, kind, id)
}
