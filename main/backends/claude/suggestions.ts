import type { PermissionRuleValue, PermissionUpdate } from '@anthropic-ai/claude-agent-sdk'
import type { Permission, PermissionMode, Suggestion } from '../../contract/api/model.ts'
import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { outputLine } from '../../adapters/processes/output.ts'

/** Characters; a longer suggestion is not offered, since a button could not show all of it. */
const labelLimit = 240
/** More rules at once are not offered: nobody would read them. */
const rulesLimit = 8

export interface OfferedSuggestion {
  readonly suggestion: Suggestion
  readonly updates: readonly PermissionUpdate[]
}

/**
 * Reads what the CLI proposes to allow permanently: rules or a mode, with the folders they need. Proposals
 * for a settings file are limited to this session; unknown and denying proposals are left out.
 */
export function readSuggestions(proposed: readonly PermissionUpdate[], cwd: string): OfferedSuggestion[] {
  const rules = proposed.flatMap((update) =>
    update.type === 'addRules' && update.behavior === 'allow' ? update.rules : [],
  )
  const folders = proposed
    .flatMap((update) => (update.type === 'addDirectories' ? update.directories : []))
    .filter((folder) => !isSameFolder(folder, cwd))
  const edits = proposed.some((update) => update.type === 'setMode' && update.mode === 'acceptEdits')
  const readable = rules.length <= rulesLimit && rules.every(isRule) ? rules : []
  const offers = [
    ...(readable.length > 0 ? [offer(readable, folders, null)] : []),
    ...(edits ? [offer([], folders, 'acceptEdits')] : []),
  ]
  const all = offers.length === 0 && folders.length > 0 ? [offer([], folders, null)] : offers
  return all.filter(({ suggestion }) => suggestion.label.length <= labelLimit)
}

function offer(
  rules: readonly PermissionRuleValue[],
  folders: readonly string[],
  mode: 'acceptEdits' | null,
): OfferedSuggestion {
  const [first] = rules
  const isCode = mode === null && first !== undefined && ruleWords(first).isCode
  const label = labelOf(rules, folders, mode)
  const suggestion = { label, isCode, permissions: permissionsOf(rules, folders), mode }
  const updates: PermissionUpdate[] = []
  if (rules.length > 0)
    updates.push({ type: 'addRules', behavior: 'allow', rules: [...rules], destination: 'session' })
  if (folders.length > 0)
    updates.push({ type: 'addDirectories', directories: [...folders], destination: 'session' })
  if (mode !== null) updates.push({ type: 'setMode', mode, destination: 'session' })
  return { suggestion, updates }
}

function permissionsOf(rules: readonly PermissionRuleValue[], folders: readonly string[]): Permission[] {
  return [
    ...rules.map((rule) => ({ kind: 'rule' as const, rule: ruleText(rule) })),
    ...folders.map((path) => ({ kind: 'folder' as const, path })),
  ]
}

export function ruleText({ toolName, ruleContent }: PermissionRuleValue): string {
  if (ruleContent === undefined) return toolName
  return `${toolName}(${ruleContent.replace(/[\\()]/g, '\\$&')})`
}

function isRule({ toolName, ruleContent }: PermissionRuleValue): boolean {
  return /^[A-Za-z][\w-]*$/.test(toolName) && ruleContent !== '' && !/\0/.test(ruleContent ?? '')
}

/** `npm run …`, `reading in /srv/docs`, `this and all edits in /srv/docs`: the mode includes this call. */
function labelOf(
  rules: readonly PermissionRuleValue[],
  folders: readonly string[],
  mode: PermissionMode | null,
): string {
  const what =
    mode === null
      ? [...new Set(rules.map((rule) => ruleWords(rule).text))].join(' and ')
      : 'this and all edits'
  const where = folders.join(', ')
  if (what === '') return plainLine(`work in ${where}`)
  return plainLine(where === '' ? what : `${what} in ${where}`)
}

const plainLine = (text: string): string => outputLine(text, Number.MAX_SAFE_INTEGER)

/** Describes a rule; `isCode` as in `Suggestion`. */
function ruleWords({ toolName, ruleContent }: PermissionRuleValue): { text: string; isCode: boolean } {
  const code = (text: string) => ({ text, isCode: true })
  const said = (text: string) => ({ text, isCode: false })
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(toolName) ?? []
  if (server !== undefined && tool !== undefined) return code(`${tool} of ${server}`)
  if (ruleContent === undefined) return said(`every ${toolName}`)
  if (toolName === 'Bash') return code(ruleContent.replace(/(?: |:)\*$/, ' …'))
  const place = ruleContent.replace(/^\/\//, '/').replace(/\/\*\*$/, '')
  if (toolName === 'Read') return said(`reading in ${place}`)
  if (toolName === 'Edit' || toolName === 'Write') return code(`changes in ${place}`)
  if (toolName === 'WebFetch') return code(`pages of ${ruleContent.replace(/^domain:/, '')}`)
  return code(`${toolName} ${ruleContent}`)
}
