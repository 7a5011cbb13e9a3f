import { clip } from './answer.ts'
import type { Lens } from './lenses.ts'
import {
  counted,
  findOpen,
  isSource,
  listFiles,
  named,
  offeredBy,
  testOf,
  textOf,
  untestedIn,
} from './listing.ts'
import { call, tell, type Play } from './play.ts'

/** What a seat has looked into before it speaks, in a sentence or two; null where there was nothing to see. */
export function* findFor(look: Lens['look']): Play<string | null> {
  switch (look) {
    case 'open':
      return yield* findOpenPoints()
    case 'source':
      return yield* readSource()
    case 'untested':
      return yield* findUntested()
    case 'tests':
      return yield* findTests()
    case 'readme':
      return yield* readReadme()
    case null:
      return null
  }
}

function* findOpenPoints(): Play<string | null> {
  yield* tell('I look before I speak.')
  const open = yield* findOpen()
  const places = open
    .slice(0, 2)
    .map(({ place, words }) => `${clip(words.replace(/[.!]$/, ''), 70)} (\`${fileOf(place)}\`)`)
  if (places.length === 0) return null
  const count = open.length === 1 ? 'One point is' : `${inWords(open.length)} points are`
  return `${count} marked as open: ${places.join(', and ')}.`
}

function* readSource(): Play<string | null> {
  yield* tell('I look at what there is to change.')
  const paths = yield* listFiles()
  const { sources, untested } = untestedIn(paths)
  const file = untested[0] ?? sources[0]
  if (file === undefined) return null
  const text = textOf(yield* call('Read', { file_path: file }))
  if (text === null) return null
  const offers = offeredBy(text)
  const what = offers.length === 0 ? '' : ` with ${named(offers, 3)}`
  return `I read \`${clip(file, 60)}\`: ${counted(text.trimEnd().split('\n').length, 'line')}${what}, no more.`
}

function* findUntested(): Play<string | null> {
  yield* tell('I look for what nobody tries.')
  const { sources, untested } = untestedIn(yield* listFiles())
  if (sources.length === 0) return null
  if (untested.length === 0)
    return `Each of the ${counted(sources.length, 'source file')} has a test, I looked.`
  return `Of ${counted(sources.length, 'source file')}, ${named(untested, 2)} ${untested.length === 1 ? 'has' : 'have'} no test.`
}

function* findTests(): Play<string | null> {
  yield* tell('I look which tests there are.')
  const paths = yield* listFiles()
  const tested = paths.filter((path) => isSource(path)).flatMap((path) => testOf(path, paths) ?? [])
  const tests = [...new Set(tested)]
  if (tests.length === 0) return paths.some(isSource) ? 'There is not one test here.' : null
  return `There ${tests.length === 1 ? 'is one test' : `are ${counted(tests.length, 'test')}`} here: ${named(tests, 2)}.`
}

function* readReadme(): Play<string | null> {
  yield* tell('I read what we promise.')
  const readme = (yield* listFiles()).find((path) => /^readme(\.\w+)?$/i.test(path))
  if (readme === undefined) return null
  const text = textOf(yield* call('Read', { file_path: readme })) ?? ''
  const [, promise] = text.split(/\n\s*\n/)
  const line = clip(promise ?? '', 120).replace(/["“”]/g, '')
  return line === '' ? null : `Our own first words about it are: ${line.replace(/[.:]?$/, '.')}`
}

const fileOf = (place: string): string => clip(place.replace(/:\d+$/, ''), 60)

const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
const inWords = (count: number): string => numerals[count] ?? String(count)
