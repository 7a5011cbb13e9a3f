import { mkdir } from 'node:fs/promises'
import { callText } from '../main/contract/agents/tool-calls.ts'
import { describeClaudeCall } from '../main/backends/claude/tool-calls.ts'
import { openStore } from '../main/adapters/store/store.ts'
import type { AgentId, Entry, TurnId } from '../main/contract/api/model.ts'
import {
  agentId,
  makeAgent,
  makeEntry,
  makeMessage,
  messageRow,
} from '../main/testkit/factories/factories.ts'
import { longAnswer } from './answers.ts'

/** Rows of one turn: the user's text, then tool calls with text between, and an answer. */
const TURN = 80
const CHUNK = 2_000
const BEGAN = Date.UTC(2026, 0, 5)
const PACE = 5_000 // ms

/** The text that marks the end of a tab's conversation. */
export const endOf = (tab: number): string => `That was all of tab ${tab}.`

/** Makes a state folder with sleeping tabs of `rows` rows each; `mail`: each row has a handled message. */
export async function keepConversations(
  rows: readonly number[],
  { state, work }: { readonly state: string; readonly work: string },
  mail: 'mail' | 'none' = 'none',
): Promise<void> {
  let messages = 0
  await mkdir(state, { mode: 0o700 })
  const store = openStore(state)
  for (const [at, count] of rows.entries()) {
    const tab = at + 1
    const agent = agentId(tab)
    const turnNumber = Math.ceil(count / TURN)
    const conversation = `00000000-0000-4000-8000-${String(tab).padStart(12, '0')}`
    const of = { order: at, cwd: work, conversation, entryCount: count, turnNumber }
    const saved = makeAgent(tab, { ...of, status: 'asleep' })
    store.commit([{ table: 'agent', row: saved }])
    for (let from = 0; from < count; from += CHUNK) {
      const some = Array.from({ length: Math.min(CHUNK, count - from) }, (_, n) =>
        rowOf(agent, tab, from + n, count),
      )
      store.commit(some.map((row) => ({ table: 'entry', row }) as const))
      if (mail === 'mail')
        store.commit(
          some.map((row) =>
            messageRow(makeMessage(++messages, { to: agent, body: row.text, state: 'answered' }), false),
          ),
        )
    }
  }
  store.close()
}

/** The row at index `at` of a conversation of `count`. */
function rowOf(agent: AgentId, tab: number, at: number, count: number): Entry {
  const within = at % TURN
  const turn =
    `trn-${String(tab).padStart(3, '0')}${String(Math.floor(at / TURN)).padStart(7, '0')}` as TurnId
  const one = { agent, turn, at: BEGAN + at * PACE }
  if (within === 0)
    return makeEntry(at + 1, {
      ...one,
      kind: 'user',
      author: { kind: 'user', via: 'window' },
      authorName: 'User',
      text: `Row ${at + 1}: please look at the fares once more, and at what the guard does with word${at}.`,
    })
  if (at === count - 1 || within === TURN - 1)
    return makeEntry(at + 1, {
      ...one,
      text: `${longAnswer(1_600)}\n\n${at === count - 1 ? endOf(tab) : ''}`,
    })
  if (within % 5 === 1)
    return makeEntry(at + 1, {
      ...one,
      text: `Row ${at + 1}: now **the guard** of \`src/part-${within}.ts\`, since the order of word${at} is not what one expects there.`,
    })
  return toolRow(one, at, within)
}

/** A call or its result; each text is followed by two calls. */
function toolRow(one: Pick<Entry, 'agent' | 'turn' | 'at'>, at: number, within: number): Entry {
  const isCall = within % 5 === 2 || within % 5 === 4
  const call = `toolu-${isCall ? at : at - 1}`
  if (!isCall)
    return makeEntry(at + 1, {
      ...one,
      kind: 'result',
      call,
      end: 'done',
      text: Array.from({ length: 20 }, (_, line) => `${line}\texport const row${line} = 'word${at}'`).join(
        '\n',
      ),
    })
  const { tool, input } = callAt(within, at)
  return makeEntry(at + 1, { ...one, kind: 'tool', call, tool, text: callText(tool, input) })
}

function callAt(within: number, at: number) {
  const file_path = `/home/user/ferry/src/part-${within}.ts`
  const lines = (word: string) => Array.from({ length: 6 }, (_, n) => `  ${word}(${at}, ${n})`).join('\n')
  const [name, input] =
    within % 15 === 4
      ? ([
          'Edit',
          { file_path, old_string: lines('was'), new_string: lines('is'), replace_all: false },
        ] as const)
      : (['Read', { file_path }] as const)
  return describeClaudeCall(name, input)
}
