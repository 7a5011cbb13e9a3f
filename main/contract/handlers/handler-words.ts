import type { Audience } from '../api/audience.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
import type { ReceiverState, HandlerAction, ActionTaken, HandlerView, HandlerWhen } from './handlers.ts'

/** Fragments of a rule's text. */
export const doingWords: Readonly<Record<ReceiverState, string>> = {
  idle: 'idle',
  asleep: 'asleep',
  working: 'working on its own',
  conversing: 'talking with you',
  asking: 'waiting for your answer',
  sitting: 'in a gathering',
  halted: 'stopped or failed',
}

type Senders = HandlerView['when']['from']

/** "a high or urgent message from Scout that contains “deploy” arrives while this agent is idle". */
function whenWords(when: Omit<HandlerWhen, 'from'> & { readonly from: Senders }): string {
  const { question, priorities } = when
  const kind = question === 'yes' ? 'question' : 'message'
  const what = priorities.length > 0 ? `${orWords(priorities)} ${kind}` : kind
  const article = /^[aeiou]/.test(what) ? 'an' : 'a'
  const asks = question === 'no' ? ' that asks nothing' : ''
  const words =
    when.words === null ? '' : `${asks === '' ? ' that' : ' and'} contains ${containsWords(when.words)}`
  const doing =
    when.doing.length > 0 ? ` while this agent is ${orWords(when.doing.map((one) => doingWords[one]))}` : ''
  return `${article} ${what} from ${senderWords(when.from)}${asks}${words} arrives${doing}`
}

function senderWords(from: Senders): string {
  if (from === 'any') return 'any agent'
  if (from === 'linked') return 'a linked agent'
  return from.length === 0 ? 'nobody (they are gone)' : orWords(from.map(({ name }) => name))
}

function containsWords({ which, texts }: NonNullable<HandlerWhen['words']>): string {
  const quoted = texts.map((text) => `“${text}”`)
  return which === 'any' ? orWords(quoted) : listed(quoted, 'and')
}

const orWords = (words: readonly string[]): string => listed(words, 'or')

function listed(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`
}

/** Imperative: "answer with the file docs/status.md". */
const thenWords = (then: HandlerAction): string => wordsOf(actions, then)

const actions: Wording<HandlerAction> = {
  respond: (then) => ('file' in then ? `answer with the file ${then.file}` : `answer “${short(then.text)}”`),
  notify: 'notify you',
  hold: 'hold it until you approve',
  priority: ({ to }) => `make it ${to}`,
  command: ({ command }) => `ask you whether to run ${command}`,
  close: 'ask you whether to close the tab',
}

export function handlerWords(when: Parameters<typeof whenWords>[0], then: HandlerAction): string {
  return sentence(`When ${whenWords(when)}, ${thenWords(then)}`)
}

/** Adds a full stop if one is missing. */
const sentence = (words: string): string => (/[.!?…]”?$/.test(words) ? words : `${words}.`)

/** One sentence. */
export function handledNote(name: string, from: string, words: string, action: ActionTaken): string {
  const but = action.kind === 'unanswered' ? 'but' : 'and'
  return sentence(`Your rule “${name}” matched “${words}” from ${from} ${but} ${actionTakenWords(action)}`)
}

/** "answered for it". */
export const actionTakenWords = (action: ActionTaken): string => wordsOf(actionsTaken, action)

const actionsTaken: Wording<ActionTaken> = {
  answering: 'is about to answer for it',
  answered: ({ words }) => `answered for it: “${short(words)}”`,
  unanswered: (action) => `did not answer: ${unansweredWords(action)}`,
  notified: 'notified you',
  held: 'holds it until you approve',
  priority: ({ now, was }) => `made it ${now} instead of ${was}`,
  asked: ({ command }) => `asks you whether to ${command === null ? 'close the tab' : `run ${command}`}`,
}

function unansweredWords({ why, detail }: Extract<ActionTaken, { kind: 'unanswered' }>): string {
  if (why === 'file') return detail
  return why === 'loop' ? 'the loop guard would have held the answer' : "its sender's mailbox is full"
}

/** The state of a message because of a handler of this name. */
export function handledWords(name: string, action: ActionTaken, audience: Audience): string {
  const rule = audience === 'user' ? `by your rule “${name}”` : 'by a rule of its user'
  return wordsOf(handled, action, rule)
}

const handled: Wording<ActionTaken, [rule: string]> = {
  answering: (_, rule) => `is being answered ${rule}`,
  answered: (_, rule) => `answered ${rule}; the agent has not read it`,
  held: (_, rule) => `held ${rule}`,
  priority: ({ now }, rule) => `made ${now} ${rule}`,
  unanswered: '',
  notified: '',
  asked: '',
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const points = [...line.slice(0, 200)]
  return points.length > 80 || line.length > 200 ? `${points.slice(0, 79).join('')}…` : line
}

/** Returns why this path in an agent's folder cannot be an answer, or ''. */
export function pathProblem(path: string): string {
  const names = path.replace(/^(\.\/+)+/, '').split(/[\\/]+/)
  if (path.trim() === '') return 'Name a file.'
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path)) return 'Its path has characters that do not show.'
  if (/^[/\\~]/.test(path) || /^[a-z]:/i.test(path) || names.includes('..'))
    return "Only a file inside the agent's folder can be the answer: give its path from there, like docs/status.md."
  if (names.at(-1) === '') return 'That is a folder, not a file.'
  if (names.some((name) => name.startsWith('.')))
    return 'Hidden files hold settings and secrets: they are no answers.'
  return ''
}
