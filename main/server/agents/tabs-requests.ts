import { isInFolder } from '../../adapters/folder/folder-identity.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { TabProposalId } from '../../contract/agents/tab-proposals.ts'
import type { TabProposalResult } from '../../contract/api/views.ts'
import type { NewTab } from '../../core/step/commands.ts'
import { withWorktree } from '../folders/changes/worktree.ts'
import type { Command } from '../../core/step/events.ts'
import { stricter } from '../../core/mail/permission-order.ts'
import {
  answerTo,
  mustFind,
  readFolder,
  readName,
  refused,
  type RequestContext,
} from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { agentSummary } from './views.ts'
import { lookOf, refuseLaxer } from './agents-requests.ts'
import { authorAndName } from '../links/links-requests.ts'
import { readKind, refuseEffort, refuseMode, refuseProgram, strictMode } from './kinds-requests.ts'
import { readMake } from './roles-requests.ts'
import { refuseTooLong } from '../mail/messages-requests.ts'

export function tabHandlers(parts: RequestContext) {
  return {
    'tabs.propose': (caller, input) => propose(parts, caller, input),
    'tabs.decide': (caller, input) => decide(parts, caller, input),
  } satisfies Partial<Handlers>
}

async function propose(
  parts: RequestContext,
  caller: Caller,
  input: RequestInput<'tabs.propose'>,
): Promise<TabProposalResult> {
  if (caller.kind !== 'agent') throw refused('not_allowed', 'You open a tab yourself: POST /agents.')
  const proposer = mustFind(parts.engine, caller.id).agent
  const { settings } = parts.status()
  refuseProgram(input)
  const { role: template, line: role, given, choice, model, effort } = readMake(parts, input)
  const { kind } = choice
  const { firstMessage = '', idempotencyKey: key = null } = input
  refuseTooLong(firstMessage)
  const name = readName(parts.names, input.name)
  const cwd = readFolder(input.cwd ?? proposer.cwd)
  // Never more permissive than the proposer, whatever the user's default is.
  const usual = template?.permissionMode ?? settings.permissionMode
  const permissionMode = strictMode(kind, stricter(usual, proposer.permissionMode))
  if (input.effort) refuseEffort(kind, input.effort)
  const look = lookOf(input)
  const isApart = input.worktree === true
  const asked = { ...choice, name: name.name, role, cwd, model, effort, permissionMode, look, firstMessage }
  const wanted = { ...asked, ...given }
  // A worktree needs the user's approval.
  const isInside = isInFolder(proposer.cwd, cwd) && !isApart
  return resultOf(parts, 'proposed', {
    type: 'tab.proposed',
    by: caller.id,
    name,
    isInside,
    key,
    wanted: { ...wanted, ...(isApart ? { inWorktree: true } : {}) },
  })
}

async function decide(
  parts: RequestContext,
  caller: Caller,
  input: RequestInput<'tabs.decide'>,
): Promise<TabProposalResult> {
  const { id, verb, name, cwd, permissionMode, firstMessage, words = '' } = input
  const tabProposal = id as TabProposalId
  if (verb === 'refuse')
    return resultOf(parts, 'refused', { type: 'tab.decided', tabProposal, open: null, words })
  const wished = [...parts.engine.state.agents.values()]
    .flatMap(({ agent }) => agent.tabProposals)
    .find((one) => one.id === tabProposal)
  if (!wished) throw refused('wrong_state', 'That proposal does not wait any more.')
  if (permissionMode) refuseLaxer(caller, permissionMode, wished.permissionMode)
  if (firstMessage !== undefined) refuseTooLong(firstMessage)
  const { by, byName } = authorAndName(parts, caller)
  const look = { ...wished.look, ...lookOf(input) }
  const { kind = wished.kind, program = kind === wished.kind ? (wished.program ?? undefined) : undefined } =
    input
  const choice = readKind(parts, { kind, program })
  refuseMode(kind, wished.permissionMode)
  const open = {
    ...choice,
    name: readName(parts.names, name ?? wished.name),
    look,
    cwd: readFolder(cwd ?? wished.cwd),
    ...pick(input, ['role', 'model', 'effort', 'permissionMode', 'firstMessage']),
  }
  const said = { by, name: byName }
  const opened = (place: Partial<Pick<NewTab, 'cwd' | 'worktree'>>) =>
    resultOf(parts, 'open', { type: 'tab.decided', tabProposal, open: { ...open, ...place }, words, said })
  const isApart = input.worktree ?? wished.inWorktree ?? false
  return isApart ? withWorktree(parts, open.cwd, open.name.name, opened) : opened({})
}

async function resultOf(
  parts: RequestContext,
  state: TabProposalResult['state'],
  command: Command,
): Promise<TabProposalResult> {
  const { tabProposal: id, agent } = await answerTo(parts, 'tabProposal', command)
  if (agent === null) return { state, id, agent: null }
  const made = mustFind(parts.engine, agent)
  return { state: 'open', id, agent: agentSummary(parts.engine.state, made, {}, 'user') }
}
