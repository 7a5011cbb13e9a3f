import { resolve } from 'node:path'
import type { AgentSummary } from '../../../main/contract/agents/agent-summary.ts'
import type { ConversationPage, ConversationView } from '../../../main/contract/folders/conversations.ts'
import { agentKinds } from '../../../main/contract/agents/kinds.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { part } from '../../shared/ask.ts'
import { clean } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { table } from '../table.ts'
import { flag, option, optional, shown, verb } from '../verb.ts'
import { writeTo } from './agents.ts'

/** Conversations from before: lists them, or opens one in a tab. */
export const resume = verb({
  name: 'resume',
  group: 'Agents',
  args: { id: optional('ID') },
  about: 'List earlier conversations of your agents’ programs; open one in a tab',
  options: {
    last: flag('The newest of the folder, without its id'),
    folder: option('DIR', 'Whose conversations come first; default the current folder', { source: 'folder' }),
    words: option('WORDS', 'Only those whose first words or folder have them'),
    limit: option('N', 'How many are listed, 20 by default'),
    kind: option('KIND', 'Whose conversations', { choices: agentKinds }),
    name: option('NAME', 'Of the new tab; default that of its folder'),
    original: flag('In the conversation itself, where its program cannot copy it (Copilot)'),
  },
  examples: ['janus resume --last', 'janus resume --words "fare rounding"'],
  run: async ({ id, last, folder = '.', kind, name, words: q, limit = '20', original }, app) => {
    if (last && id !== undefined) throw new EndingError('usage', 'Give an id or --last, not both.')
    if (name !== undefined && !last && id === undefined)
      throw new EndingError('usage', '--name is of a new tab: give an id, or --last.')
    const of = { kind, folder: resolve(app.around.cwd, folder), q }
    const listed = (most: string) => app.get('/conversations', { ...of, limit: most })
    if (!last && id === undefined)
      return shown<ConversationPage>(listed(limit), (page) => pageWords(page, Date.now(), app.around.columns))
    const which = id ?? newest((await listed('1')) as ConversationPage, of.folder)
    const body = { kind, name, original: original || undefined }
    return shown<AgentSummary>(
      app.post(`/conversations/${part(which)}/open`, body),
      (agent) =>
        `${clean(agent.name)} works in ${clean(agent.cwd)}, and goes on from there. ${writeTo(agent)}`,
    )
  },
})

function newest({ items: [first], why, folder: asked }: ConversationPage, folder: string): string {
  if (first && first.folder === asked) return first.id
  const others = `There is no conversation in ${folder}. Those of other folders: janus resume`
  throw new EndingError('refused', why ?? others)
}

function pageWords({ items, why }: ConversationPage, now: number, columns: number): string {
  if (items.length === 0) return why ?? 'There is no conversation in which anything was said.'
  const rows = items.map((one) => rowOf(one, now))
  return table([['ID', 'AGE', 'TURNS', 'SIZE', 'FOLDER', 'FIRST WORDS'], ...rows], columns)
}

function rowOf({ id, changedAt, turns, bytes, folder, title, tab }: ConversationView, now: number): string[] {
  const words = [...clean(title)].slice(0, 60).join('')
  return [
    id,
    ageOf(now - Date.parse(changedAt)),
    turns === null ? '' : String(turns),
    bytes === null ? '' : sizeWords(bytes),
    clean(folder ?? ''),
    tab === null ? words : `${words} (tab ${clean(tab.name)}${tab.closed ? ', closed' : ''})`,
  ]
}

function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return `${String(minutes)} m`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${String(hours)} h` : `${String(Math.floor(hours / 24))} d`
}
