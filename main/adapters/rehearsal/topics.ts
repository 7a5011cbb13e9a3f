import { clip } from './answer.ts'
import { demoFix } from './demo-folder.ts'
import { counted, findOpen, listFiles, named, offeredBy, textOf, untestedIn } from './listing.ts'
import { call, run, tell, type Play, type Result } from './play.ts'
import { stopIn } from './results.ts'

/** Something to look into with real tools. */
export interface Topic {
  readonly pattern: RegExp
  /** Said before. */
  readonly opening: string
  /** Gives what was found, in words for whoever asked. */
  readonly play: () => Play<string>
}

/** What words are about, by the first that fits; null for anything else. */
export function topicOf(words: string): Topic | null {
  return topics.find(({ pattern }) => pattern.test(words)) ?? null
}

const topics: readonly Topic[] = [
  {
    pattern: /\b(run|start|try)\b.*\btests?\b|^npm (run )?test\b|\btests pass\b/i,
    opening: 'I run the tests. You are asked first, unless you have allowed it.',
    play: runTests,
  },
  {
    pattern: /\b(untested|without (a )?tests?|(no|missing) tests?|test coverage|not tested)\b/i,
    opening: 'I look for source files without a test beside them.',
    play: findUntested,
  },
  {
    pattern: /\b(fix|repair|correct)\b.*\b(fares?|bug|price|todo)\b/i,
    opening: 'I read how the fares are worked out.',
    play: fixFare,
  },
  {
    pattern: /\b(open (issues|points|tasks)|issues|todos?|left to do|still open)\b/i,
    opening: 'I look for what is marked as open in the files.',
    play: findIssues,
  },
  {
    pattern: /\b(write|make|add|take)\b.*\bnotes?\b|\bwrite (it|this|that) down\b/i,
    opening: 'I write a note.',
    play: writeNote,
  },
  {
    pattern:
      /\b(what|explain|describe|summari[sz]e|read|show|look|tell)\b.*\b(project|repo(sitory)?|folder|code ?base|readme)\b|\boverview\b/i,
    opening: 'I look at the files, and at what the readme says.',
    play: explainProject,
  },
]

function* explainProject(): Play<string> {
  const paths = yield* listFiles()
  const readme = paths.find((path) => /^readme(\.\w+)?$/i.test(path))
  if (readme === undefined) return filesWords(paths)
  const text = textOf(yield* call('Read', { file_path: readme })) ?? ''
  const [title, first] = text.split(/\n\s*\n/)
  const heading = clip((title ?? '').replace(/^#+\s*/, ''), 60)
  return `**${heading}**: ${clip(first ?? 'its readme says no more', 240)}\n\n${filesWords(paths)}`
}

/** Looks around without knowing what for. */
export function* lookAround(): Play<string> {
  return filesWords(yield* listFiles())
}

function filesWords(paths: readonly string[]): string {
  if (paths.length === 0) return 'I see no files in the folder.'
  return `There ${paths.length === 1 ? 'is' : 'are'} ${counted(paths.length, 'file')} in the folder: ${named(paths)}.`
}

function* findUntested(): Play<string> {
  const { sources, untested } = untestedIn(yield* listFiles())
  if (sources.length === 0) return 'I see no source files in the folder, so there is nothing to test.'
  if (untested.length === 0) return `Each of the ${counted(sources.length, 'source file')} has a test.`
  const verb = untested.length === 1 ? 'has' : 'have'
  const text = textOf(yield* call('Read', { file_path: untested[0] })) ?? ''
  const offers = offeredBy(text)
  const more = offers.length === 0 ? '' : ` Nothing tries its ${named(offers)}.`
  return `Of ${counted(sources.length, 'source file')}, ${untested.length} ${verb} no test: ${named(untested)}.${more}`
}

function* findIssues(): Play<string> {
  const open = yield* findOpen()
  if (open.length === 0) return 'Nothing is marked as open: no file has a TODO or a FIXME.'
  const lines = open.map(
    ({ place, words }) => `- \`${clip(place, 80).replaceAll('`', '')}\`: ${words || 'no more is said'}`,
  )
  return `${counted(open.length, 'point')} ${open.length === 1 ? 'is' : 'are'} open:\n\n${lines.join('\n')}`
}

function* runTests(): Play<string> {
  const result = yield* run({ command: 'npm test', description: 'Run the tests' })
  const [, passed] = /\bpass (\d+)/.exec(result.text) ?? []
  const [, failed] = /\bfail (\d+)/.exec(result.text) ?? []
  if (passed !== undefined && failed !== undefined)
    return failed === '0'
      ? `The tests pass: ${passed} of ${passed}.`
      : `${counted(Number(failed), 'test')} failed, ${passed} passed.`
  if (!result.failed) return 'The tests ran to their end without a complaint.'
  return `The tests did not run. ${why(result)}`
}

function* fixFare(): Play<string> {
  const { file, before, after } = demoFix
  const text = textOf(yield* call('Read', { file_path: file }))
  if (text === null)
    return `I look for \`${file}\`, a file of the demo folder, and it is not here. So I left everything as it is.`
  if (!text.includes(before)) return `In \`${file}\` children pay half already: there is nothing to change.`
  yield* tell(`In \`${file}\` children pay as much as adults. I make it half.`)
  const result = yield* call('Edit', { file_path: file, old_string: before, new_string: after })
  if (result.failed) return `Nothing has changed. ${why(result)}`
  return `Children pay half now: it is one line in \`${file}\`. *Run the tests* shows whether the rest still holds.`
}

function* writeNote(): Play<string> {
  const file = 'NOTES.md'
  // Without having read it the CLI does not let a file be replaced.
  const old = textOf(yield* call('Read', { file_path: file }))
  const line = '- Looked at in a rehearsal: a script spoke, the tools were real.'
  const content = old === null ? `# Notes\n\n${line}\n` : `${old.trimEnd()}\n${line}\n`
  const result = yield* call('Write', { file_path: file, content })
  return result.failed ? `Nothing was written. ${why(result)}` : `It stands in \`${file}\`.`
}

/** Why a call came to nothing, as far as it is known. */
function why({ text }: Result): string {
  const stop = stopIn(text)
  if (stop !== null) return stop
  const line = text.split('\n').find((candidate) => candidate.trim() !== '' && !/^Exit code/.test(candidate))
  return line === undefined ? 'It was stopped on the way.' : `What came back: “${clip(line, 160)}”`
}
