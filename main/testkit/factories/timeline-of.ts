import type { AgentId } from '../../contract/api/model.ts'
import type { RequestInput } from '../../contract/api/requests.ts'
import type { TimelineRow } from '../../contract/history/timeline.ts'
import { fateWords, whatWords, whyWords } from '../../contract/history/timeline-words.ts'
import { ComposedJanus } from './composed.ts'
import type { Act, Model } from '../memory/backend.ts'

export const say = (text: string): readonly Act[] => [{ do: 'say', text }]

/** A Janus with these agents, what each does at a prompt, and its timeline. */
export async function timelineOf(
  names: readonly string[],
  answer: (name: string, prompt: string) => readonly Act[] = () => say('Done.'),
) {
  const known = new Map<AgentId, string>()
  const model: Model = (agent, prompt) => answer(known.get(agent) ?? '', prompt)
  const janus = new ComposedJanus(model)
  const ids = new Map<string, AgentId>()
  for (const name of names) {
    const { id } = await janus.window('agents.create', { name })
    known.set(id, name)
    ids.set(name, id)
  }
  const id = (name: string): AgentId => ids.get(name) ?? 'agt-none'
  const rows = async (of: RequestInput<'timeline.page'> = {}): Promise<readonly TimelineRow[]> =>
    (await janus.window('timeline.page', { limit: 100, ...of })).items.toReversed()
  const told = async (of: RequestInput<'timeline.page'> = {}) => (await rows(of)).map(line)
  return { janus, id, rows, told, as: (name: string) => ({ kind: 'agent' as const, id: id(name) }) }
}

/** A row as the window shows it: who, what, to whom, text; why; result. */
function line(row: TimelineRow): string {
  const { from, to, text } = row
  const said = [from?.name ?? '', whatWords(row), to.map(({ name }) => name).join('+'), text && `“${text}”`]
  const more = [whyWords(row, 'user'), fateWords(row, 'user')].filter((words) => words !== '')
  return [said.filter((part) => part !== '').join(' '), ...more].join(' | ')
}
