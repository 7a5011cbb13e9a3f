import type { ReceiverState, HandlerAction, HandlerView } from '../../../main/contract/handlers/handlers.ts'
import { pathProblem } from '../../../main/contract/handlers/handler-words.ts'
import { handlerAnswerLimit, handlerCounts, handlerLengths } from '../../../main/contract/api/limits.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { Priority } from '../../../main/contract/mail/priorities.ts'

export type ActKind = 'text' | 'file' | 'notify' | 'hold' | 'priority' | 'command' | 'close'

export interface HandlerDraft {
  readonly name: string
  readonly from: 'any' | 'linked' | 'these'
  readonly agents: readonly AgentId[]
  readonly priorities: readonly Priority[]
  readonly question: 'any' | 'yes' | 'no'
  readonly which: 'any' | 'all'
  /** One per line. */
  readonly words: string
  readonly doing: readonly ReceiverState[]
  readonly act: ActKind
  readonly text: string
  readonly file: string
  readonly to: Priority
  readonly command: string
}

export const emptyDraft: HandlerDraft = {
  name: '',
  from: 'any',
  agents: [],
  priorities: [],
  question: 'any',
  which: 'any',
  words: '',
  doing: [],
  act: 'text',
  text: '',
  file: '',
  to: 'high',
  command: '/',
}

export function draftOf({ name, when, then }: HandlerView): HandlerDraft {
  const { from, priorities, question, words, doing } = when
  const isNamed = typeof from !== 'string'
  const [which, texts] = [words?.which ?? 'any', words?.texts.join('\n') ?? '']
  return {
    ...emptyDraft,
    name,
    priorities,
    question,
    which,
    words: texts,
    doing,
    from: isNamed ? 'these' : from,
    agents: isNamed ? from.map(({ id }) => id) : [],
    ...actOf(then),
  }
}

function actOf(then: HandlerAction): Partial<HandlerDraft> {
  switch (then.kind) {
    case 'respond':
      return 'file' in then ? { act: 'file', file: then.file } : { act: 'text', text: then.text }
    case 'priority':
      return { act: then.kind, to: then.to }
    case 'command':
      return { act: then.kind, command: then.command }
    case 'notify':
    case 'hold':
    case 'close':
      return { act: then.kind }
  }
}

type Field = 'name' | 'agents' | 'words' | 'text' | 'file' | 'command'
export type Problems = Partial<Readonly<Record<Field, string>>>

/** The rule without its name, as main expects it. */
interface HandlerRule {
  readonly when: {
    from: 'any' | 'linked' | AgentId[]
    priorities: Priority[]
    words: { which: 'any' | 'all'; texts: string[] } | null
    question: 'any' | 'yes' | 'no'
    doing: ReceiverState[]
  }
  readonly then: HandlerAction
}

/** Returns the errors in a draft; empty when it can be tested. A name is only required to save it. */
export function problemsOf(draft: HandlerDraft, isSaved: boolean): Problems {
  const texts = textsOf(draft)
  const problems: { [F in Field]?: string } = {}
  if (isSaved && draft.name.trim() === '') problems.name = 'Enter a name.'
  if (draft.name.length > handlerLengths.name) problems.name = 'Make the name shorter: at most 80 characters.'
  if (draft.from === 'these' && draft.agents.length === 0)
    problems.agents = 'Choose at least one agent, or take any.'
  if (texts.length > handlerCounts.words) problems.words = 'At most 20 words or phrases.'
  if (texts.some((text) => text.length > handlerLengths.word))
    problems.words = 'Each is at most 200 characters.'
  if (draft.act === 'text') {
    if (draft.text.trim() === '') problems.text = 'Write the answer.'
    else if (new TextEncoder().encode(draft.text).length > handlerAnswerLimit)
      problems.text = 'At most 16 KiB. Put more into a file of its folder.'
  }
  const path = draft.act === 'file' ? pathProblem(draft.file) : ''
  if (path !== '') problems.file = path
  if (draft.act === 'command' && !/^\/\S/.test(draft.command.trim()))
    problems.command = 'A slash command begins with / and its name, like /compact.'
  return problems
}

const textsOf = ({ words }: HandlerDraft): readonly string[] => [
  ...new Set(
    words
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

export function ruleOf(draft: HandlerDraft): HandlerRule {
  const { from, agents, priorities, question, which, doing } = draft
  const texts = textsOf(draft)
  return {
    when: {
      from: from === 'these' ? [...agents] : from,
      priorities: [...priorities],
      words: texts.length > 0 ? { which, texts: [...texts] } : null,
      question,
      doing: [...doing],
    },
    then: thenOf(draft),
  }
}

function thenOf({ act, text, file, to, command }: HandlerDraft): HandlerRule['then'] {
  switch (act) {
    case 'text':
      return { kind: 'respond', text }
    case 'file':
      return { kind: 'respond', file: file.trim() }
    case 'priority':
      return { kind: act, to }
    case 'command':
      return { kind: act, command: command.trim() }
    case 'notify':
    case 'hold':
    case 'close':
      return { kind: act }
  }
}
