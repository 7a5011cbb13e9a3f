import { clip } from './answer.ts'
import { counted, isSource, listFiles, named, offeredBy, testOf, textOf } from './listing.ts'
import { asks, type Letter } from './letters.ts'
import type { Passed } from './past.ts'
import { call, tell, type Play } from './play.ts'

/** The whole final text of somebody with nothing new to add: it crosses nothing. */
export const silent = 'SILENT'

/** Words that never come to an end: for who wants to see what ends them. */
const ENDLESS = /^I never stop: (\d{1,6})\.$/
const OPEN = /^\d+ points? (?:is|are) open:\n/
const PLACE = /^- ([\w./-]{1,80}):\d+:/gm
const TESTED = /Is there a test for ([\w./-]{1,80})\?$/
const TEST = /^([\w./-]{1,80}) is the test for ([\w./-]{1,80})\.$/
const NO_TEST = /^There is no test for ([\w./-]{1,80}) here/

/**
 * A talk over a link goes one step on with each word, and each step leads to one further down, so it ends: what is
 * open, which of it first, whether there is a test, the order. Null for whoever has nothing to add.
 */
export function stepOfTalk({ words }: Letter, past: readonly Passed[]): Play | null {
  const endless = ENDLESS.exec(words)
  if (endless !== null) return tell(endlessWords(Number(endless[1]) + 1))
  const [, asked] = TESTED.exec(words) ?? []
  if (asked !== undefined) return findTest(asked)
  const last = past.at(-1)
  const isAnswer = last?.way === 'sent' && asks(last.words)
  const places = OPEN.test(words) ? [...words.matchAll(PLACE)].map(([, path = '']) => path) : []
  const first = places.find(isSource) ?? places[0]
  if (first !== undefined && !isAnswer) return chooseFirst(first)
  const [, test, of] = TEST.exec(words) ?? []
  if (test !== undefined)
    return tell(`Settled: ${of ?? 'it'} is changed, and then ${test} tells whether the rest still holds.`)
  const [, untested] = NO_TEST.exec(words) ?? []
  if (untested !== undefined) return tell(`Settled: first a test for ${untested}, then its open point.`)
  return isAnswer ? useAnswer(words) : null
}

/** What a talk without end goes on with. */
export function endlessWords(count: number): string {
  return `I never stop: ${String(count)}.`
}

function* chooseFirst(file: string): Play {
  yield* tell(`I look at \`${file}\` first.`)
  const text = textOf(yield* call('Read', { file_path: file }))
  if (text === null) return yield* tell(`I do not see ${file} from my folder, so that point is not mine.`)
  const lines = text.trimEnd().split('\n').length
  yield* tell(`I begin with ${file}: ${counted(lines, 'line')}, quickly done. Is there a test for ${file}?`)
}

function* findTest(file: string): Play {
  yield* tell('I look at what there is.')
  const paths = yield* listFiles()
  const test = testOf(file, paths)
  if (test !== null) return yield* tell(`${clip(test, 80)} is the test for ${file}.`)
  yield* tell(`There is no test for ${file} here${paths.includes(file) ? '' : ', nor the file itself'}.`)
}

/** The first word back to a question that was sent: it is used, and not said again. */
function* useAnswer(words: string): Play {
  const files = words.match(/(?:[\w-]+\/)+[\w.-]+\.\w{1,5}(?=[\s.,;:!)]|$)/g) ?? []
  const file = files.find(isSource)
  if (file === undefined) return yield* tell(silent)
  yield* tell('I look at it.')
  const text = textOf(yield* call('Read', { file_path: file }))
  if (text === null) return yield* tell(silent)
  const lines = counted(text.trimEnd().split('\n').length, 'line')
  const offers = offeredBy(text)
  const tries =
    offers.length === 0 ? 'is soon written' : `that tries ${named(offers).replaceAll('`', '')} covers it`
  yield* tell(`${file} has ${lines}: a test ${tries}.`)
}
