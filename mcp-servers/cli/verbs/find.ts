import { timelineKinds } from '../../../main/contract/history/timeline-entries.ts'
import type { SearchResultReport, TimelineReport } from '../../../main/contract/api/reports.ts'
import { readSearch } from '../../../main/contract/history/search-filters.ts'
import { useWords } from '../../../main/contract/history/timeline-words.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { terminalLine, cleanLines } from '../clean.ts'
import { usage } from '../ending.ts'
import { choice, option, requestVerb, report, grouped, verb, type Argument, type Words } from '../verb.ts'
import { localTime, readTime, times } from '../when.ts'
import { indented } from './messages.ts'

const agentOf = (about: string) => option('AGENT', about, { source: 'agent' })
const limit = option('N', 'How many, 100 at most')

const refuseLimit = (written: string | undefined) => {
  if (written !== undefined && !/^([1-9]\d?|100)$/.test(written))
    throw usage('--limit is a number from 1 to 100.')
}

/** The shell removes quotes, so an argument with spaces after a filter is quoted again. */
const words: Argument<string> = {
  as: 'WORDS',
  need: 'some',
  read: (all) =>
    all.map((each) => each.replace(/^(from|in|after|before):([^"]*\s[^"]*)$/iu, '$1:"$2"')).join(' '),
}

export const findVerbs = grouped('Messages', [
  requestVerb({
    name: 'search',
    about: 'Find what was said, in all conversations',
    args: { words },
    more: `Filters can stand among the words, as in the window: from:NAME, in:NAME, after:TIME, before:TIME. A time is ${times}.`,
    options: {
      by: agentOf('Only what this one wrote; user is you'),
      agent: agentOf('Only in this one’s conversation'),
      after: option('TIME', 'Only from then on'),
      before: option('TIME', 'Only until then'),
      of: choice(
        ['words', 'work', 'all'],
        'WHAT',
        'What was said, the tools and thoughts behind it, or both',
      ),
      limit,
      cursor: option('N', 'The page behind the one before'),
    },
    examples: ['janus search "fare rounding" --agent Scout', 'janus search ferry from:Scout after:7d'],
    asks: 'history.search',
    input: ({ words: typed, of, limit: most, cursor, ...flags }) => {
      const { words: q, filters } = readSearch(typed)
      if (q === '') throw usage('Give words to search for, besides from:, in:, after: and before:.')
      refuseLimit(most)
      const when = (name: 'after' | 'before') => readTime(name, flags[name] ?? filters[name], Date.now())
      return {
        q,
        of,
        agent: flags.agent ?? filters.in,
        author: flags.by ?? filters.from,
        after: when('after'),
        before: when('before'),
        limit: most ?? 20,
        cursor,
      }
    },
    words: resultWords,
  }),
  verb({
    name: 'timeline',
    about: 'What has happened: who, to whom, when, why, at what cost',
    more: `A time is ${times}.`,
    options: {
      agent: agentOf('Only what this one takes part in'),
      kind: option('KIND,…', 'Only of these kinds', { choices: timelineKinds, isList: true }),
      since: option('TIME', 'Only from then on'),
      until: option('TIME', 'Only until then'),
      words: option('TEXT', 'Only rows that have these words'),
      limit,
      export: choice(['md', 'json'], 'FORMAT', 'As a file on standard output'),
    },
    examples: ['janus timeline --since 2h', 'janus timeline --export md > today.md'],
    run: ({ agent, kind: kinds, words: q, since, until, limit: most, export: format }, app) => {
      refuseLimit(most)
      const times = {
        since: readTime('--since', since, Date.now()),
        until: readTime('--until', until, Date.now()),
      }
      const query = { agent, kinds, q, ...times }
      return format === undefined
        ? report(app.ask('timeline.page', { ...query, limit: most }), timelineWords)
        : report(app.ask('timeline.export', { ...query, format }), (file) => cleanLines(file.text.trimEnd()))
    },
  }),
])

function resultWords({ items, next }: Page<SearchResultReport>): Words {
  if (items.length === 0) return 'Nothing was found. Every word must occur; "in quotes" they are a phrase.'
  const blocks = items.map(({ at, agent, circle, from, message, call, text }) => {
    const id = message === null ? '' : `  ${message}`
    const where = circle === null ? agent : `${circle.topic} · ${circle.machine}`
    const by = from === where ? terminalLine(from) : `${terminalLine(from)} in ${terminalLine(where)}`
    const did = call === '' ? '' : `\n  ${terminalLine(call)}`
    return `${localTime(at)}  ${by}${id}${did}\n${indented(text)}`
  })
  const text = blocks.join('\n\n')
  const more = 'There is more: --cursor '
  return next === null
    ? text
    : { text, aside: `${more}${String(next)}, or narrow it with from:, in:, after:, before:.` }
}

function timelineWords({ items, next }: Page<TimelineReport>): Words {
  if (items.length === 0) return 'No matching events.'
  const text = items.toReversed().flatMap(lineOf).join('\n')
  return next === null ? text : { text, aside: `There is more before: --until ${items.at(-1)?.at ?? ''}` }
}

function lineOf(row: TimelineReport): string[] {
  const who = [row.fromName ?? '', row.what, row.toNames.join(', ')].filter((part) => part !== '').join(' ')
  const words = row.sealed ? '(under seal)' : row.text
  const cost = useWords(row, (usd) => `$${usd.toFixed(4)}`)
  const more = [row.why, row.became, cost].filter((part) => part !== '').join('; ')
  const first = `${localTime(row.at)}  ${terminalLine(who)}${words === '' ? '' : `: ${terminalLine(words)}`}`
  return more === '' ? [first] : [first, `${' '.repeat(21)}${terminalLine(more)}`]
}
