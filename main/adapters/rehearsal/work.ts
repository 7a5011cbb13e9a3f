import { clip } from './answer.ts'
import { counted, listFiles, textOf } from './listing.ts'
import { taskMark } from './marks.ts'
import { call, run, tell, think, type Play } from './play.ts'

/** Most files that are read one after the other. */
const mostFiles = 8
/** Between two of them, in ms: time to write to an agent that works. */
const breath = 2500

/** Work of many steps, which others can fold words into, or interrupt; null where it is not asked for. */
export function workLong(words: string): Play | null {
  const asked =
    /\b(take your time|one (file )?after the other|(every|each) file|all (the |of the )?files|everything)\b/i
  return asked.test(words) && /\b(read|go|look|study|check|work)\b/i.test(words) ? readAll() : null
}

function* readAll(): Play {
  yield* tell('I read one file after the other. It takes a while: meanwhile others can write to me.')
  const paths = (yield* listFiles()).slice(0, mostFiles)
  let lines = 0
  for (const [index, path] of paths.entries()) {
    yield* tell(`${index + 1} of ${paths.length}: \`${clip(path, 80).replaceAll('`', '')}\`.`)
    yield* think(breath)
    const text = textOf(yield* call('Read', { file_path: path }))
    lines += text === null ? 0 : text.trimEnd().split('\n').length
  }
  yield* tell(`I have read ${counted(paths.length, 'file')}, ${counted(lines, 'line')} in all.`)
}

/** Something that goes on when the turn is over; null where it is not asked for. */
export function workInBackground(words: string): Play | null {
  return /\bin the background\b/i.test(words) ? startTask() : null
}

function* startTask(): Play {
  yield* tell('I start it in the background.')
  const { failed } = yield* run({
    command: 'sleep 20; echo "the pier is clear"',
    description: 'Watch the pier',
    run_in_background: true,
  })
  yield* tell(
    failed ? 'It was not started.' : 'It runs, and I am free meanwhile: I hear of it when it is done.',
  )
}

/** What is said when such a task has ended; null for other words. */
export function taskWords(words: string): string | null {
  return words.startsWith(taskMark) ? `${clip(words.slice(taskMark.length), 200)}.` : null
}
