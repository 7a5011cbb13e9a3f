import { asObject, type Json } from '../../adapters/processes/json.ts'
import { asList, cleanLine, code, textOrJson } from './reading.ts'

/** When a hook runs; `%` stands for what it matches. */
const moments: Readonly<Record<string, string>> = {
  PreToolUse: 'before each %',
  PermissionRequest: 'when % asks for permission',
  PostToolUse: 'after each %',
  PostToolUseFailure: 'after each % that failed',
  UserPromptSubmit: 'before each of your prompts',
  SessionStart: 'whenever an agent starts',
  SessionEnd: 'whenever an agent ends',
  Stop: 'whenever a turn ends',
  SubagentStart: 'whenever an agent begins a helper',
  SubagentStop: 'whenever a helper of an agent ends',
  PreCompact: 'before a conversation is shortened',
  Notification: 'with each notification',
  Setup: 'at setup',
}

const helpers: Readonly<Record<string, string>> = {
  apiKeyHelper: 'to get the key of the account',
  awsAuthRefresh: 'to sign in at AWS',
  awsCredentialExport: 'to get credentials of AWS',
  gcpAuthRefresh: 'to sign in at Google Cloud',
  otelHeadersHelper: 'to send telemetry',
  proxyAuthHelper: 'to sign in at a proxy',
}

export function settingsWords(settings: Json): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (name === '$schema') return []
    if (name === 'hooks') return hooksWords(value)
    if (name === 'permissions') return permissionWords(asObject(value))
    if (name === 'env')
      return Object.entries(asObject(value)).map(
        ([variable, to]) =>
          `sets the environment variable ${cleanLine(variable, 80)} to ${code(textOrJson(to))}`,
      )
    if (name === 'enabledPlugins')
      return Object.entries(asObject(value)).map(
        ([plugin, on]) => `switches the plugin ${cleanLine(plugin, 80)} ${on === false ? 'off' : 'on'}`,
      )
    if (name === 'extraKnownMarketplaces')
      return Object.keys(asObject(value)).map((market) => `adds the plugin market ${cleanLine(market, 80)}`)
    if (name === 'enableAllProjectMcpServers' && value === true)
      return ['starts every MCP server of the folder without asking']
    if (name === 'enabledMcpjsonServers')
      return asList(value).map(
        (server) => `starts the MCP server ${cleanLine(textOrJson(server), 80)} without asking`,
      )
    const command = asObject(value)['command']
    if (name === 'statusLine' || name === 'subagentStatusLine' || name === 'fileSuggestion')
      return [`runs ${code(textOrJson(command))} for its ${cleanLine(name)}`]
    if (Object.hasOwn(helpers, name)) return [`runs ${code(textOrJson(value))} ${helpers[name] ?? ''}`]
    return [`sets ${cleanLine(name, 80)} to ${code(textOrJson(value))}`]
  })
}

function hooksWords(hooks: unknown): readonly string[] {
  return Object.entries(asObject(hooks)).flatMap(([event, groups]) =>
    asList(groups).flatMap((group) => {
      const { matcher, hooks: steps } = asObject(group)
      const when = moment(event, typeof matcher === 'string' ? matcher : '')
      return asList(steps).map((step) => `${stepWords(asObject(step))} ${when}`)
    }),
  )
}

function moment(event: string, matcher: string): string {
  const watched =
    matcher === '' || matcher === '*'
      ? 'tool'
      : matcher === 'Bash'
        ? 'Bash command'
        : `use of ${cleanLine(matcher, 80)}`
  const known = Object.hasOwn(moments, event) ? moments[event] : undefined
  return known?.replace('%', () => watched) ?? `at ${cleanLine(event, 80)}`
}

function stepWords(step: Json): string {
  const { type, command, prompt, url } = step
  if (typeof command === 'string') {
    const more = asList(step['args']).map(textOrJson)
    return `runs ${code([command, ...more].join(' '))}`
  }
  if (typeof url === 'string') return `sends what happens to ${code(url)}`
  if (typeof prompt === 'string') return `asks a model ${code(prompt)}`
  return `runs a hook (${cleanLine(textOrJson(type), 40)})`
}

function permissionWords(permissions: Json): readonly string[] {
  const each = (name: string, words: (rule: string) => string): readonly string[] =>
    asList(permissions[name]).map((rule) => words(cleanLine(textOrJson(rule))))
  const mode = permissions['defaultMode']
  return [
    ...each('allow', (rule) => `allows ${rule} without asking`),
    ...each('ask', (rule) => `asks before ${rule}`),
    ...each('deny', (rule) => `forbids ${rule}`),
    ...each('additionalDirectories', (path) => `opens the folder ${path} to the agent`),
    ...(mode === undefined ? [] : [`begins in the permission mode ${cleanLine(textOrJson(mode), 40)}`]),
  ]
}
