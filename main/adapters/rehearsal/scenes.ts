import { clip } from './answer.ts'
import { demoFix } from './demo-folder.ts'
import { asks, statement, type Letter } from './letters.ts'
import type { Passed } from './past.ts'
import { call, tell, type Play } from './play.ts'
import { lookAround, topicOf, type Topic } from './topics.ts'
import { readWish, type Wish } from './wish.ts'

/** What plays to the person's plain words, or null. See `scenes.md`. */
export function sceneFor(words: string, tools: ReadonlySet<string>): Play | null {
  const wish = tools.has('send_to_agent') ? readWish(words) : null
  if (wish !== null) return askPeer(wish)
  if (/^\W*ask me\b/i.test(words) && tools.has('AskUserQuestion')) return askPerson()
  const topic = topicOf(words)
  return topic === null ? null : answerPerson(topic)
}

/** What plays to a letter, or null where it needs no more than to be read; `past`: what went between the two before. */
export function sceneForLetter(
  letter: Letter,
  past: readonly Passed[],
  tools: ReadonlySet<string>,
): Play | null {
  if (!tools.has('send_to_agent') || letter.from === 'Janus') return null
  if (asks(letter.words)) return answerPeer(letter)
  const last = past.at(-1)
  if (last?.way !== 'sent') return null
  const asked = past.filter((one) => one.way === 'sent' && asks(one.words))
  return asks(last.words) ? hearAnswer(letter, asked.length === 1) : close(letter)
}

function* askPeer({ name, message }: Wish): Play {
  yield* tell(asks(message) ? `I ask ${name}.` : `I tell ${name}.`)
  const sent = yield* call('send_to_agent', { target: name, message })
  if (sent.failed) return yield* tell(`That did not reach ${name}. ${reasonIn(sent.text)}`)
  yield* tell(
    asks(message)
      ? `${name} has my question. Its answer comes to me as a message, so I need not wait for it.`
      : `${name} has it.`,
  )
}

function* answerPerson({ opening, play }: Topic): Play {
  yield* tell(opening)
  const finding = yield* play()
  yield* tell(finding)
}

/** Looks into it, and answers once; a letter that asks nothing gets no answer. */
function* answerPeer({ from, words }: Letter): Play {
  const topic = topicOf(words)
  yield* tell(`${from} asks: “${clip(words, 120)}” ${topic?.opening ?? 'I look around.'}`)
  const finding = topic === null ? unsure(words, yield* lookAround()) : yield* topic.play()
  const sent = yield* call('send_to_agent', { target: from, message: statement(finding) })
  yield* tell(sent.failed ? `That did not reach ${from}. ${reasonIn(sent.text)}` : `${from} has my answer.`)
}

function unsure(words: string, finding: string): string {
  return `About “${clip(words, 80)}” I can say little: in a rehearsal a script speaks for me. ${finding}`
}

function* hearAnswer({ from, words }: Letter, isFirst: boolean): Play {
  const [, file] = /(?:^|\s)((?:[\w-]+\/)+[\w.-]+\.\w{1,5})(?=[\s.,;:!)]|$)/.exec(words) ?? []
  if (!isFirst) return yield* tell(`That is what ${from} knows: it stands above.`)
  yield* tell(
    file === undefined ? `${from} has answered.` : `So it is \`${file}\`: I take it, and tell ${from}.`,
  )
  const next = file === undefined ? 'I go on with that.' : `I take ${file} from here, so leave it to me.`
  const sent = yield* call('send_to_agent', { target: from, message: `That helps. ${next}` })
  if (sent.failed) return
  const hint =
    file === demoFix.file ? ' *Run the tests* and *Fix the child fare* are things that I can do.' : ''
  yield* tell(`We are agreed. What shall I do next?${hint}`)
}

function* close({ from, words }: Letter): Play {
  yield* tell(`${from} wrote: “${clip(words, 160)}” Noted; nothing is left to do.`)
}

function* askPerson(): Play {
  const options = [
    { label: 'The fares', description: 'Children pay half' },
    { label: 'The timetable', description: 'Winter is not decided yet' },
    { label: 'The tests', description: 'Something is untested' },
  ]
  const question = { question: 'What shall I look at first?', header: 'First', multiSelect: false, options }
  const { text, failed } = yield* call('AskUserQuestion', { questions: [question] })
  const chosen = options.find(({ label }) => text.includes(label))
  yield* tell(failed || chosen === undefined ? 'I leave it open, then.' : `${chosen.label} first, then.`)
}

/** Why a message was refused, in the words of Janus. */
function reasonIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; available?: readonly string[] } }
    const there = error?.available ?? []
    const names = there.length > 0 ? ` There are: ${there.join(', ')}.` : ''
    return `${clip(error?.message ?? text, 200)}${names}`
  } catch {
    return clip(text, 200)
  }
}
