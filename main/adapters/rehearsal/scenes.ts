import { clip } from './answer.ts'
import { hearHarvest } from './convening.ts'
import { demoFix } from './demo-folder.ts'
import { asks, isBriefing, statement, type Letter } from './letters.ts'
import { carryOutOrder, prepare } from './linking.ts'
import { readOrder } from './order.ts'
import { before, type Past } from './past.ts'
import { call, tell, type Play } from './play.ts'
import { answerIn, reasonIn } from './results.ts'
import { silent, stepOfTalk } from './talk.ts'
import { lookAround, topicOf, type Topic } from './topics.ts'
import { readWish, type Wish } from './wish.ts'
import { taskWords, workInBackground, workLong } from './work.ts'

/** What plays to the person's plain words, or null. See `scenes.md`. */
export function sceneFor(words: string, { linked }: Past, tools: ReadonlySet<string>): Play | null {
  const order = tools.has('open_link') ? readOrder(words) : null
  if (order !== null) return carryOutOrder(order)
  const wish = tools.has('send_to_agent') ? readWish(words) : null
  if (wish !== null) {
    const isLinked = linked.has(wish.name.toLowerCase())
    return wish.links && tools.has('open_link') ? askLinked(wish) : askPeer(wish, isLinked)
  }
  if (/^\W*ask me\b/i.test(words) && tools.has('AskUserQuestion')) return askPerson()
  const task = taskWords(words)
  if (task !== null) return tell(task)
  const work = workInBackground(words) ?? workLong(words)
  if (work !== null) return work
  const topic = topicOf(words)
  return topic === null ? null : answerPerson(topic)
}

/** What plays to a letter, or null where it needs no more than to be read. */
export function sceneForLetter(letter: Letter, past: Past, tools: ReadonlySet<string>): Play | null {
  const harvest = hearHarvest(letter)
  if (harvest !== null) return harvest
  const isLinked = past.linked.has(letter.from.toLowerCase())
  if (letter.ticket !== null && tools.has('reply_to_agent'))
    return answerTicket(letter, letter.ticket, isLinked)
  if (!tools.has('send_to_agent') || letter.from === 'Janus') return null
  const passed = before(past, letter)
  if (isLinked || letter.linked) {
    const step = stepOfTalk(letter, passed)
    return step === null && asks(letter.words) ? answerLinked(letter) : step
  }
  const asked = passed.filter((one) => one.way === 'sent' && asks(one.words))
  if (letter.answers !== null) return hearAnswer(letter, asked.length < 2)
  return asks(letter.words) ? answerPeer(letter) : null
}

/** Whether a letter needs no word at all: over a link one says what is new, and else nothing. */
export function isQuiet(letter: Letter, { linked }: Past): boolean {
  return letter.linked || isBriefing(letter) || linked.has(letter.from.toLowerCase())
}

/** What it concludes then comes back over the link, and so would the last words here: there is nothing to add. */
function* askLinked({ name, message, urgency }: Wish): Play {
  yield* tell(
    `I look how ${name} is, set my anchor, and ask. What ${name} concludes comes back over our link.`,
  )
  const problem = yield* prepare(name, `what came of my question to ${name}: ${message}`)
  if (problem !== null) return yield* tell(`That did not reach ${name}. ${problem}`)
  const { text, failed } = yield* call('send_to_agent', {
    target: name,
    message,
    link: 'answers',
    ...(urgency === 'normal' ? {} : { priority: urgency }),
  })
  yield* tell(failed ? `That did not reach ${name}. ${reasonIn(text)}` : silent)
}

function* askPeer({ name, message, urgency, waits }: Wish, isLinked: boolean): Play {
  const asking = asks(message)
  yield* tell(`${opening(urgency, asking, name)}${waits ? ' I wait for the answer.' : ''}`)
  const { text, failed } = yield* call('send_to_agent', {
    target: name,
    message,
    ...(urgency === 'normal' ? {} : { priority: urgency }),
    ...(waits ? { await_seconds: 40 } : asking && urgency !== 'low' ? { expect_reply: true } : {}),
  })
  if (failed) return yield* tell(`That did not reach ${name}. ${reasonIn(text)}`)
  const answer = waits ? answerIn(text) : null
  if (answer !== null) return yield* tell(`${name} says: ${answer}`)
  if (waits) return yield* tell(`${name} has not answered yet: it comes to me as a message.`)
  if (isLinked) return yield* tell(silent)
  if (urgency === 'low') return yield* tell(`${name} reads it when it is next told something.`)
  yield* tell(
    asking
      ? `${name} has my question. Its answer comes to me as a message, so I need not wait for it.`
      : `${name} has it.`,
  )
}

function opening(urgency: Wish['urgency'], asking: boolean, name: string): string {
  switch (urgency) {
    case 'low':
      return `I leave ${name} a note: it disturbs nobody.`
    case 'normal':
      return asking ? `I ask ${name}.` : `I tell ${name}.`
    case 'high':
      return `I tell ${name} at once: it reads that in the middle of its work.`
    case 'urgent':
      return `I interrupt ${name}.`
  }
}

function* answerPerson({ opening, play }: Topic): Play {
  yield* tell(opening)
  const finding = yield* play()
  yield* tell(finding)
}

/** Looks into it, and answers the ticket once. */
function* answerTicket(letter: Letter, ticket: string, isLinked: boolean): Play {
  const message = asks(letter.words) ? yield* lookInto(letter) : 'Noted.'
  const sent = yield* call('reply_to_agent', { ticket_id: ticket, message })
  yield* isLinked && !sent.failed ? tell(silent) : told(sent, letter.from)
}

/** Over a link the last words of the turn are the answer. */
function* answerLinked(letter: Letter): Play {
  yield* tell(yield* lookInto(letter))
}

/** The same for one who asks without a ticket: as a message of its own. */
function* answerPeer(letter: Letter): Play {
  const message = yield* lookInto(letter)
  const sent = yield* call('send_to_agent', { target: letter.from, message })
  yield* told(sent, letter.from)
}

/** What was found, in words that ask nothing. */
function* lookInto({ from, words }: Letter): Play<string> {
  const topic = topicOf(words)
  yield* tell(`${from} asks: “${clip(words, 120)}” ${topic?.opening ?? 'I look around.'}`)
  const finding = topic === null ? unsure(words, yield* lookAround()) : yield* topic.play()
  return statement(finding)
}

function told({ text, failed }: { text: string; failed: boolean }, from: string): Play {
  return tell(failed ? `That did not reach ${from}. ${reasonIn(text)}` : `${from} has my answer.`)
}

function unsure(words: string, finding: string): string {
  return `About “${clip(words, 80)}” I can say little: in a rehearsal a script speaks for me. ${finding}`
}

/** An answer is taken and used; nobody is thanked for it. */
function* hearAnswer({ from, words }: Letter, isFirst: boolean): Play {
  if (!isFirst) return yield* tell(`That is what ${from} knows: it stands above.`)
  const named = words.matchAll(/(?:^|\s)((?:[\w-]+\/)+[\w.-]+\.\w{1,5})(?=[\s.,;:!)]|$)/g)
  const [file, ...others] = new Set([...named].flatMap(([, path = '']) => path))
  const isOne = file !== undefined && others.length === 0
  const found = isOne ? `${from} has answered: it is \`${file}\`.` : `${from} has answered.`
  const hint =
    file === demoFix.file ? ' *Run the tests* and *Fix the child fare* are things that I can do.' : ''
  yield* tell(`${found} What shall I do next?${hint}`)
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
