import { demoFix } from './demo-folder.ts'
import { isSource, lineCountWords, listFiles, pathList, offeredBy, readFile, testOf } from './folder.ts'
import { call, playWords, type Play } from './play.ts'
import type { PromptMessage, PromptPart } from './prompt.ts'
import { doTask, lookAround, taskIn } from './tasks.ts'
import { asks, capital, clip, fieldsOf, silent, statement, failureSentence } from './words.ts'

/** A message that the user wants sent. `then`: wait for the answer, or link. */
export interface Wish {
  readonly name: string
  readonly message: string
  readonly soon: 'low' | 'normal' | 'high' | 'urgent'
  readonly then: string
}

/** Calls a tool of Janus and reports the result. */
function* act(
  tool: string,
  input: Record<string, unknown>,
  done: string | ((gave: object) => string),
  vain = '',
): Play {
  const { text, failed } = yield* call(tool, input)
  yield* playWords(
    failed ? vain + failureSentence(text) : typeof done === 'string' ? done : done(fieldsOf(text)),
  )
}

export function* askPeer({ name, message, soon, then }: Wish): Play {
  const isQuestion = asks(message)
  const waits = then === 'wait'
  const [opening, done] = {
    low: [`I leave ${name} a note: it disturbs nobody.`, `${name} reads it when it is next told something.`],
    normal: [isQuestion ? `I ask ${name}.` : `I tell ${name}.`],
    high: [`I tell ${name} at once: it reads that in the middle of its work.`],
    urgent: [`I interrupt ${name}.`],
  }[soon]
  const asked = `${name} has my question. Its answer comes to me as a message, so I need not wait for it.`
  if (then === 'link') {
    if (!(yield* prepare(name, `ask. What ${name} concludes comes back over our link.`))) return
  } else yield* playWords(`${opening ?? ''}${waits ? ' I wait for the answer.' : ''}`)
  const input = {
    target: name,
    message,
    ...(soon === 'normal' ? {} : { priority: soon }),
    ...(then === 'link' ? { link: 'answers' } : {}),
    ...(waits
      ? { await_seconds: 40 }
      : isQuestion && soon !== 'low' && then === ''
        ? { expect_reply: true }
        : {}),
  }
  const heard = (gave: object): string => {
    const { reply } = gave as { reply?: { text?: string } }
    if (reply?.text !== undefined) return `${name} says: ${clip(reply.text, 400)}`
    if (waits) return `${name} has not answered yet: it comes to me as a message.`
    // The answer comes over the link, and so would any text here, so add nothing.
    return then === 'link' ? silent : (done ?? (isQuestion ? asked : `${name} has it.`))
  }
  yield* act('send_to_agent', input, heard, `That did not reach ${name}. `)
}

/** Looks at the peer before contacting it; returns false when it can't be reached. */
function* prepare(name: string, next: string): Play<boolean> {
  yield* playWords(`I look how ${name} is, and ${next}`)
  const look = yield* call('get_session_data', { agent: name, limit: 1 })
  if (look.failed) yield* playWords(`That did not reach ${name}. ${failureSentence(look.text)}`)
  return !look.failed
}

/** Starts a talk over a link: the last text of this turn reaches the peer as the first message. */
export function* talk(name: string, about: string, isEndless: boolean): Play {
  const next = 'link with it: what I say last in a turn reaches it by itself.'
  if (!(yield* prepare(name, next))) return
  const question =
    about === '' ? 'What is left to do here?' : `What can you say about ${about}, and what is left to do?`
  const first = isEndless ? 'I never stop: 1.' : question
  const { text, failed } = yield* call('open_link', { agents: [name], mode: 'converse' })
  if (failed) return yield* playWords(`We are not linked. ${failureSentence(text)}`)
  const { mode = 'converse' } = fieldsOf(text) as { mode?: string }
  if (mode === 'converse') return yield* playWords(first)
  // Agents cannot change the mode of a link to wake others more than the user allowed.
  yield* playWords(
    `We are linked already, in the mode ${mode}: my last words alone would not wake ${name}, so I ask.`,
  )
  yield* act(
    'send_to_agent',
    { target: name, message: first, expect_reply: true },
    silent,
    `That did not reach ${name}. `,
  )
}

export function* playOpenLink(name: string): Play {
  yield* playWords(`I link with ${name}. What each of us concludes reaches the other; only an answer wakes.`)
  yield* act('open_link', { agents: [name] }, silent, 'We are not linked. ')
}

export function* playCloseLink(name: string): Play {
  yield* playWords(`I close the link with ${name}.`)
  // Opening an existing link returns its id.
  const { link_id } = fieldsOf((yield* call('open_link', { agents: [name] })).text) as { link_id?: string }
  yield* act('close_link', { link_id }, `Nothing crosses between ${name} and me any more.`)
}

export function* playLookAt(name: string): Play {
  yield* playWords(`I look at ${name}, without disturbing it.`)
  yield* act('get_session_data', { agent: name, limit: 5 }, (gave) => {
    const { status = 'there', last_final: last } = gave as { status?: string; last_final?: { text: string } }
    return `${name} is ${status}.${last === undefined ? '' : ` It last concluded: “${clip(last.text, 200)}”`}`
  })
}

export function checkOn(name: string, seconds: number): Play {
  const timer = { intent: 'check', note: `how ${name} gets on, and whether it is stuck`, in_seconds: seconds }
  const done = `I look at ${name} in ${seconds} s, and leave it alone until then.`
  return act('set_heartbeat', { ...timer, about: name }, done)
}

export function comeBack(note: string, seconds: number): Play {
  const done = `I come back to ${note} every ${seconds} s, whatever else is.`
  return act('set_heartbeat', { intent: 'anchor', note, in_seconds: seconds }, done)
}

/** Responds to a timer with work, a sentence or silence. */
export function playTimer({ intent, lines }: PromptPart & { readonly kind: 'timer' }): Play {
  const [, by = '', note = ''] =
    /^(?:(You told yourself|Your user told you|What your user last asked of you): )?(.*)$/.exec(
      lines[0] ?? '',
    ) ?? []
  const attached = lines.slice(1).join('\n')
  if (intent === 'anchor') {
    // Only the user's own anchor contains work to repeat; others refer to work already done.
    const task = by === 'Your user told you' ? taskIn(note) : null
    if (task !== null) return doTask(task)
    return playWords(by === 'You told yourself' ? `I am back at ${note}.` : silent)
  }
  const isOpen = /not (?:read|answered) yet/.test(attached)
  if (intent !== 'check')
    return playWords(
      `About “${clip(note, 160)}”: ${isOpen ? 'the answer has not come yet. I go on without it.' : 'there is nothing more to wait for.'}`,
    )
  const [, name = 'It', status = 'there'] = /^"(.+?)" is (\w+), for /m.exec(attached) ?? []
  if (!isOpen && /^(?:there|idle|working|starting|asleep)$/.test(status)) return playWords(silent)
  return playWords(
    `I have looked: ${name} is ${status}.${isOpen ? ' A question between us is still open.' : ''}`,
  )
}

/** Returns null for a message that only needs to be read. */
export function playLetter(letter: PromptMessage, linked: ReadonlySet<string>): Play | null {
  const { from, words, ticket, answers, crossed } = letter
  const isLinked = linked.has(from.toLowerCase())
  if (from === 'Janus' && ticket === null) return hearHarvest(words)
  if (ticket !== null) return answer(letter, isLinked)
  if (crossed || isLinked) return stepOfTalk(words) ?? (asks(words) ? conclude(letter) : null)
  if (answers !== null) return hearAnswer(letter)
  return asks(words) ? answer(letter, false) : null
}

/** Over a link an agent speaks only if it has something new. */
export function needsNoReply({ from, crossed }: PromptMessage, linked: ReadonlySet<string>): boolean {
  return crossed || linked.has(from.toLowerCase())
}

/**
 * The scripted talk over a link. Each step leads to a later one (open points, which first, is there a test,
 * the order), so it ends. Returns null when there is nothing to add.
 */
function stepOfTalk(words: string): Play | null {
  const found = (pattern: RegExp): string | undefined => pattern.exec(words)?.[1]
  const count = found(/^I never stop: (\d{1,6})\.$/)
  if (count !== undefined) return playWords(`I never stop: ${Number(count) + 1}.`)
  const file = found(/Is there a test for ([\w./-]{1,80})\?$/)
  if (file !== undefined) return findTest(file)
  if (/^\d+ points? (?:is|are) open:\n/.test(words)) {
    const places = [...words.matchAll(/^- `?([\w./-]{1,80}):\d+/gm)].map(([, path = '']) => path)
    const first = places.find(isSource) ?? places[0]
    return first === undefined ? null : beginWith(first)
  }
  const tested = found(/^[\w./-]{1,80} is the test for ([\w./-]{1,80})\.$/)
  if (tested !== undefined)
    return playWords(`Settled: ${tested} is changed, and then its test tells whether the rest still holds.`)
  const untested = found(/^There is no test for ([\w./-]{1,80}) here/)
  if (untested !== undefined) return playWords(`Settled: first a test for ${untested}, then its open point.`)
  const without = found(/^Of \d+ source files?, \d+ ha(?:s|ve) no test: `?([\w./-]{1,80}?)`?[.,](?:\s|$)/)
  return without === undefined ? null : coverIt(without)
}

function* beginWith(file: string): Play {
  yield* playWords(`I look at \`${file}\` first.`)
  const text = yield* readFile(file)
  if (text === null)
    return yield* playWords(`I do not see ${file} from my folder, so that point is not mine.`)
  yield* playWords(
    `I begin with ${file}: ${lineCountWords(text)}, quickly done. Is there a test for ${file}?`,
  )
}

function* findTest(file: string): Play {
  yield* playWords('I look at what there is.')
  const paths = yield* listFiles()
  const test = testOf(file, paths)
  if (test !== null) return yield* playWords(`${clip(test, 80)} is the test for ${file}.`)
  yield* playWords(`There is no test for ${file} here${paths.includes(file) ? '' : ', nor the file itself'}.`)
}

function* coverIt(file: string): Play {
  yield* playWords('I look at it.')
  const text = yield* readFile(file)
  if (text === null) return yield* playWords(silent)
  const offers = pathList(offeredBy(text)).replaceAll('`', '')
  yield* playWords(
    `${file} has ${lineCountWords(text)}: a test ${offers === '' ? 'is soon written' : `that tries ${offers} covers it`}.`,
  )
}

/** Looks into a question and answers it once, as a reply or a message. */
function* answer(letter: PromptMessage, isLinked: boolean): Play {
  const { from, words, ticket } = letter
  const message = asks(words) ? yield* lookInto(letter) : 'Noted.'
  const to = ticket === null ? { target: from, message } : { message_id: ticket, message }
  const tool = ticket === null ? 'send_to_agent' : 'reply_to_agent'
  yield* act(tool, to, isLinked ? silent : `${from} has my answer.`, `That did not reach ${from}. `)
}

/** Over a link, the last text of the turn is the answer. */
function* conclude(letter: PromptMessage): Play {
  yield* playWords(yield* lookInto(letter))
}

/** Phrased without questions. */
function* lookInto({ from, words }: PromptMessage): Play<string> {
  const task = taskIn(words)
  yield* playWords(`${from} asks: “${clip(words, 120)}” ${task?.opening ?? 'I look around.'}`)
  if (task !== null) return statement(yield* task.play())
  const said = `About “${clip(words, 80)}” I can say little: in a rehearsal a script speaks for me.`
  return statement(`${said} ${yield* lookAround()}`)
}

/** Reports the answer to the user and does not thank the sender. */
function hearAnswer({ from, words }: PromptMessage): Play {
  const files = new Set(words.match(/(?<=^|\s)(?:[\w-]+\/)+[\w.-]+\.\w{1,5}(?=[\s.,;:!)]|$)/g))
  const [file = ''] = files
  const hint =
    file === demoFix.file ? ' *Run the tests* and *Fix the child fare* are things that I can do.' : ''
  const what = files.size === 1 ? `: it is \`${file}\`.` : '.'
  return playWords(`${from} has answered${what} What shall I do next?${files.size === 1 ? hint : ''}`)
}

interface Peer {
  readonly name: string
  readonly role?: string
  /** Topic of the gathering in which it sits. */
  readonly gathering?: string
}

/** The user starts the proposed gathering. Without names, free agents take part. */
export function* playPropose(names: readonly string[], withUser: boolean, matter: string): Play {
  yield* playWords('I propose a gathering: several of us, one question, and somebody who only listens.')
  const listed = fieldsOf((yield* call('list_agents', {})).text) as { agents?: Peer[]; self?: string }
  const free = (listed.agents ?? []).filter(({ gathering }) => gathering === undefined)
  const listens = free.find(
    ({ name, role = '' }) => !names.includes(name) && /^scribe$|harvest|scribe/i.test(`${name} ${role}`),
  )
  const others = free.filter((one) => one !== listens && one.name !== listed.self).slice(0, 6)
  const sit = others.map(({ name }) => name)
  const usual = sit.length > 1 || listed.self === undefined ? sit : [...sit, listed.self]
  const plan = {
    topic: clip(capital(matter), 100),
    question: `What do we do about ${matter}?`,
    participants: (names.length > 0 ? names : usual).map((name) => ({ name })),
    harvester: listens === undefined ? { name: 'Scribe', spawn: {} } : { name: listens.name },
    ...(withUser ? { user: {} } : {}),
  }
  const done = (gave: object): string => {
    const isProposed = 'state' in gave && gave.state === 'proposed'
    const begins = isProposed ? 'It is proposed: you decide whether it begins.' : 'It begins now.'
    return `${begins} What comes of it reaches me as a message.`
  }
  yield* act('start_gathering', plan, done, 'It was not proposed. ')
}

/** Summarizes a harvest for the user; null for other messages of Janus. */
function hearHarvest(words: string): Play | null {
  const [, topic] = /^The gathering "(.*?)" is closed: /.exec(words) ?? []
  if (topic === undefined) return null
  const named = `“${clip(topic, 80)}”`
  if (!words.includes('Its harvest:')) return playWords(`${named} is over, and there is no harvest of it.`)
  const [first] = linesUnder(words, 'Decided')
  const open = linesUnder(words, 'Open').length
  const what = first === undefined ? 'Nothing was decided.' : `It was decided: ${clip(first, 240)}`
  const more = open === 0 ? '' : open === 1 ? ' One point stays open.' : ` ${open} points stay open.`
  return playWords(`The harvest of ${named} is in. ${what}${more}`)
}

/** Lines of a section without their ids. */
function linesUnder(words: string, heading: string): readonly string[] {
  const [, section = ''] = words.split(new RegExp(`^## ${heading}[ \\t]*$`, 'm'))
  const [own = ''] = section.split(/^(?:##|```)/m)
  return own.split('\n').flatMap((line) => /^- (.*?)(?: \[utt-[^\]]*\])?$/.exec(line.trim())?.[1] ?? [])
}
