import { firstLineOf, type ToolCall, type ToolKind } from './tool-calls.ts'

interface CallWords {
  readonly verb: string
  /** Path, command or other object; empty if there is none. */
  readonly target: string
}

const verbs: Readonly<Record<ToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  write: 'Write',
  delete: 'Delete',
  move: 'Move',
  execute: 'Run',
  search: 'Search',
  find: 'Find',
  list: 'List',
  fetch: 'Fetch',
  web_search: 'Look up',
  think: 'Think',
  plan: 'Plan',
  subagent: 'Subagent',
  ask: 'Ask',
  switch_mode: 'Use',
  own: 'Use',
  other: 'Use',
}

/** What agents do with the tools that Janus gives them. */
const ownVerbs: Readonly<Record<string, string>> = {
  list_agents: 'Look',
  get_session_data: 'Look',
  list_heartbeats: 'Look',
  read_message: 'Read',
  notify_user: 'Notify',
  open_link: 'Link',
  close_link: 'Unlink',
  pass_piece: 'Pass',
  start_gathering: 'Propose',
  set_heartbeat: 'Timer',
  keep_heartbeat: 'Keep',
  cancel_heartbeat: 'Cancel',
}

/** A call in words: `Read`, `src/fares.js`. */
export function callWords({ kind, name, title }: ToolCall): CallWords {
  if (kind === 'ask') return { verb: verbs.ask, target: 'you' }
  const own = kind === 'own' && Object.hasOwn(ownVerbs, name) ? ownVerbs[name] : undefined
  if (own === undefined)
    return { verb: verbs[kind], target: title === '' && verbs[kind] === 'Use' ? name : title }
  if (name === 'list_agents') return { verb: own, target: 'who is there' }
  if (name === 'pass_piece') return { verb: own, target: firstLineOf(`the piece${title && ` to ${title}`}`) }
  return { verb: own, target: title }
}

const onPaths: ReadonlySet<ToolKind> = new Set(['read', 'edit', 'write', 'delete', 'move', 'list'])

/** The same in one line, paths as they are called from the agent's folder. */
export function callLine(tool: ToolCall, cwd: string): string {
  const { verb, target } = callWords(tool)
  const isInside = onPaths.has(tool.kind) && cwd !== '' && target.startsWith(`${cwd}/`)
  return [verb, isInside ? target.slice(cwd.length + 1) : target].filter((word) => word !== '').join(' ')
}
