import type { ConversationPage, ConversationView } from '../../../main/contract/folders/conversations.ts'
import { agentKinds } from '../../../main/contract/agents/kinds.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import type { App } from '../app.ts'
import { terminalLine } from '../clean.ts'
import { EndingError, usage } from '../ending.ts'
import { list } from '../table.ts'
import { flag, option, optional, report, grouped, verb } from '../verb.ts'
import { writeTo } from './agents.ts'

export const resumeVerbs = grouped('Agents', [
  verb({
    name: 'resume',
    args: { id: optional('ID') },
    about: 'List earlier conversations of your agents’ programs; open one in a tab',
    options: {
      last: flag('The newest of the folder, without its id'),
      folder: option('DIR', 'Whose conversations come first; default the current folder', {
        source: 'folder',
      }),
      words: option('WORDS', 'Only those whose first words or folder have them'),
      limit: option('N', 'How many are listed, 20 by default'),
      kind: option('KIND', 'Whose conversations', { choices: agentKinds }),
      name: option('NAME', 'Of the new tab; default that of its folder'),
      original: flag('In the conversation itself, where its program cannot copy it (Copilot)'),
      delete: flag('Delete the conversation permanently, where its program can and no tab has it'),
    },
    examples: ['janus resume --last', 'janus resume --words "fare rounding"'],
    run: async (given, app) => {
      const { id, last, folder = '.', kind, name, words: q, limit = '20', original } = given
      if (given.delete) {
        if (id === undefined) throw usage('--delete needs the id of a conversation.')
        return report(app.ask('conversations.delete', { id, kind }), () => 'The conversation is deleted.')
      }
      if (last && id !== undefined) throw usage('Give an id or --last, not both.')
      if (name !== undefined && !last && id === undefined)
        throw usage('--name is of a new tab: give an id, or --last.')
      const of = { kind, folder: app.pathOf(folder), q }
      const listed = (most: string) => app.ask('conversations.list', { ...of, limit: most })
      if (!last && id === undefined) return report(listed(limit), (page) => pageWords(page, app))
      const which = id ?? newest(await listed('1'), of.folder)
      return report(
        app.ask('conversations.open', { id: which, kind, name, original }),
        (agent) =>
          `${terminalLine(agent.name)} resumes the conversation in ${terminalLine(agent.cwd)}. ${writeTo(agent)}`,
      )
    },
  }),
])

function newest({ items: [first], why, folder: asked }: ConversationPage, folder: string): string {
  if (first && first.folder === asked) return first.id
  const others = `There is no conversation in ${folder}. Those of other folders: janus resume`
  throw new EndingError('refused', why ?? others)
}

function pageWords({ items, why }: ConversationPage, terminal: App): string {
  const now = Date.now()
  return list<ConversationView>(why ?? 'No conversations.', {
    ID: ({ id }) => id,
    AGE: ({ changedAt }) => ageOf(now - Date.parse(changedAt)),
    TURNS: ({ turns }) => turns,
    SIZE: ({ bytes }) => (bytes === null ? null : sizeWords(bytes)),
    FOLDER: ({ folder }) => folder,
    'FIRST WORDS': ({ title, tab }) => {
      const words = [...terminalLine(title)].slice(0, 60).join('')
      return tab === null ? words : `${words} (tab ${tab.name}${tab.closed ? ', closed' : ''})`
    },
  })(items, terminal)
}

function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return `${String(minutes)} m`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${String(hours)} h` : `${String(Math.floor(hours / 24))} d`
}
