import { demoFix } from './demo-folder.ts'
import {
  counted,
  findOpen,
  lineCountWords,
  listFiles,
  pathList,
  offeredBy,
  readFile,
  untestedIn,
} from './folder.ts'
import { call, playCommand, playWords, type Play } from './play.ts'
import { clip, failureSentence } from './words.ts'

/** Work with real tools: the words that request it, what is said first, and the work. */
export interface Task {
  readonly pattern: RegExp
  readonly opening: string
  /** Claude's tools of which it needs one; other agents have no equivalent. */
  readonly needs?: readonly string[]
  readonly play: () => Play<string>
}

/** Returns the first task that matches and that an agent with these tools can do, or null. */
export function taskIn(words: string, names: readonly string[] | null = null): Task | null {
  const can = ({ needs }: Task): boolean =>
    needs === undefined || names === null || needs.some((name) => names.includes(name))
  return tasks.find((task) => task.pattern.test(words) && can(task)) ?? null
}

export function* doTask({ opening, play }: Task): Play {
  yield* playWords(opening)
  yield* playWords(yield* play())
}

export function* lookAround(): Play<string> {
  return filesWords(yield* listFiles())
}

const tasks: readonly Task[] = [
  {
    pattern: /\b(run|start|try)\b.*\btests?\b|^npm (run )?test\b|\btests pass\b/i,
    opening: 'I run the tests. You are asked first, unless you have allowed it.',
    *play() {
      const { text, failed } = yield* playCommand({ command: 'npm test', description: 'Run the tests' })
      const [, good] = /\bpass (\d+)/.exec(text) ?? []
      const [, bad] = /\bfail (\d+)/.exec(text) ?? []
      if (good !== undefined && bad === '0') return `The tests pass: ${good} of ${good}.`
      if (good !== undefined) return `${counted(Number(bad), 'test')} failed, ${good} passed.`
      return failed
        ? `The tests did not run. ${failureSentence(text)}`
        : 'The tests ran to their end without a complaint.'
    },
  },
  {
    pattern: /\b(untested|without (a )?tests?|(no|missing) tests?|test coverage|not tested)\b/i,
    opening: 'I look for source files without a test beside them.',
    *play() {
      const { sources, untested } = untestedIn(yield* listFiles())
      const [first] = untested
      if (sources.length === 0) return 'I see no source files in the folder, so there is nothing to test.'
      if (first === undefined) return `Each of the ${counted(sources.length, 'source file')} has a test.`
      const offers = offeredBy((yield* readFile(first)) ?? '')
      const more = offers.length === 0 ? '' : ` Nothing tries its ${pathList(offers)}.`
      const has = untested.length === 1 ? 'has' : 'have'
      return `Of ${counted(sources.length, 'source file')}, ${untested.length} ${has} no test: ${pathList(untested)}.${more}`
    },
  },
  {
    pattern: /\b(fix|repair|correct)\b.*\b(fares?|bug|price|todo)\b/i,
    opening: 'I read how the fares are worked out.',
    *play() {
      const { file, before, after } = demoFix
      const text = yield* readFile(file)
      if (text === null)
        return `I look for \`${file}\`, a file of the demo folder, and it is not here. So I left everything as it is.`
      if (!text.includes(before))
        return `In \`${file}\` children pay half already: there is nothing to change.`
      yield* playWords(`In \`${file}\` children pay as much as adults. I make it half.`)
      const edit = yield* call('Edit', { file_path: file, old_string: before, new_string: after })
      if (edit.failed) return `Nothing has changed. ${failureSentence(edit.text)}`
      return `Children pay half now: it is one line in \`${file}\`. *Run the tests* shows whether the rest still holds.`
    },
  },
  {
    pattern: /\b(open (issues|points|tasks)|issues|todos?|left to do|still open)\b/i,
    opening: 'I look for what is marked as open in the files.',
    *play() {
      const open = yield* findOpen()
      if (open.length === 0) return 'Nothing is marked as open: no file has a TODO or a FIXME.'
      const lines = open.map(
        ({ place, words }) => `- \`${clip(place, 80).replaceAll('`', '')}\`: ${words || 'no more is said'}`,
      )
      return `${counted(open.length, 'point')} ${open.length === 1 ? 'is' : 'are'} open:\n\n${lines.join('\n')}`
    },
  },
  {
    pattern: /\b(write|make|add|take)\b.*\bnotes?\b|\bwrite (it|this|that) down\b/i,
    opening: 'I write a note.',
    *play() {
      const file = 'NOTES.md'
      // The CLI refuses to overwrite a file that was not read.
      const old = (yield* readFile(file)) ?? '# Notes\n'
      const content = `${old.trimEnd()}\n${old === '# Notes\n' ? '\n' : ''}- Looked at in a rehearsal: a script spoke, the tools were real.\n`
      const { text, failed } = yield* call('Write', { file_path: file, content })
      return failed ? `Nothing was written. ${failureSentence(text)}` : `It stands in \`${file}\`.`
    },
  },
  {
    pattern:
      /^(?=.*\b(read|go|look|study|check|work)\b).*\b(take your time|one (file )?after the other|(every|each) file|everything)\b/i,
    opening: 'I read one file after the other. It takes a while: meanwhile others can write to me.',
    *play() {
      const paths = (yield* listFiles()).slice(0, 8)
      for (const [index, path] of paths.entries()) {
        yield* playWords(`${index + 1} of ${paths.length}: \`${clip(path, 80).replaceAll('`', '')}\`.`)
        yield { do: 'think', ms: 2500 }
        yield* readFile(path)
      }
      return `I have read ${counted(paths.length, 'file')}.`
    },
  },
  {
    pattern: /\bin the background\b/i,
    opening: 'I start it in the background.',
    needs: ['Bash', 'PowerShell'],
    *play() {
      const command = 'sleep 20; echo "the pier is clear"'
      const { failed } = yield* playCommand({
        command,
        description: 'Watch the pier',
        run_in_background: true,
      })
      return failed
        ? 'It was not started.'
        : 'It runs, and I am free meanwhile: I hear of it when it is done.'
    },
  },
  {
    pattern: /^\W*ask me\b/i,
    opening: 'I ask you, then.',
    needs: ['AskUserQuestion'],
    *play() {
      const options = [
        { label: 'The fares', description: 'Children pay half' },
        { label: 'The timetable', description: 'Winter is not decided yet' },
        { label: 'The tests', description: 'Something is untested' },
      ]
      const question = {
        question: 'What shall I look at first?',
        header: 'First',
        multiSelect: false,
        options,
      }
      const { text, failed } = yield* call('AskUserQuestion', { questions: [question] })
      const chosen = failed ? undefined : options.find(({ label }) => text.includes(label))
      return chosen === undefined ? 'I leave it open, then.' : `${chosen.label} first, then.`
    },
  },
  {
    pattern:
      /\b(what|explain|describe|summari[sz]e|read|show|look|tell)\b.*\b(project|repo(sitory)?|folder|code ?base|readme)\b|\boverview\b/i,
    opening: 'I look at the files, and at what the readme says.',
    *play() {
      const paths = yield* listFiles()
      const readme = paths.find((path) => /^readme(\.\w+)?$/i.test(path))
      if (readme === undefined) return filesWords(paths)
      const [title = '', first] = ((yield* readFile(readme)) ?? '').split(/\n\s*\n/)
      const heading = clip(title.replace(/^#+\s*/, ''), 60)
      return `**${heading}**: ${clip(first ?? 'its readme says no more', 240)}\n\n${filesWords(paths)}`
    },
  },
]

function filesWords(paths: readonly string[]): string {
  if (paths.length === 0) return 'I see no files in the folder.'
  return `There ${paths.length === 1 ? 'is' : 'are'} ${counted(paths.length, 'file')} in the folder: ${pathList(paths)}.`
}

/** What a seat of a gathering finds before it speaks; may be empty. */
export function* findFor(look: 'open points' | 'untested' | 'source'): Play<string> {
  if (look !== 'source') {
    const found = (yield* taskIn(look)?.play() ?? lookAround())
      .replace(':\n\n- ', ': ')
      .replace(/\.?\n- /g, ', and ')
    return found.replace(/(?<![.!?])$/, '.')
  }
  const { sources, untested } = untestedIn(yield* listFiles())
  const file = untested[0] ?? sources[0]
  const text = file === undefined ? null : yield* readFile(file)
  if (text === null) return ''
  const offers = offeredBy(text)
  return `I read ${pathList([file ?? ''])}: ${lineCountWords(text)}${offers.length === 0 ? '' : ` with ${pathList(offers, 3)}`}, no more.`
}
