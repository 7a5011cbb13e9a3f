import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './child.mjs'

/**
 * Banned private words in names, comments, docs and labels: each with the standard term, and where it means
 * something else.
 * @type {readonly {word: RegExp, better: string, not?: RegExp}[]}
 */
export const words = [
  {
    word: /house(?!keep)/i,
    better: 'machine (of a fleet)',
    not: /(light|ware|wheel|farm)house|house's wine|house: machine|machine: house|houses: machines|machines: houses|house, houses/i,
  },
  { word: /\banew\b/i, better: 'again', not: /['"]anew['"]|say: anew/ },
  { word: /\bmend(s|ed|ing)?\b/i, better: 'fix, repair, correct', not: /mend the sail/ },
  { word: /\bbefall(s|en)?\b|\bbefell\b/i, better: 'happen to' },
  { word: /mishap/i, better: 'incident' },
  { word: /\bdealings?\b/i, better: 'open exchange' },
  { word: /\bof (its|their) own accord\b/i, better: 'by itself' },
  { word: /\blest\b|\bthus\b/i, better: 'so that … not; so' },
  { word: /\bMoment(Fact|Kind|Query)\b|\bmoment(Of|Kinds)\b/, better: 'timeline entry' },
  { word: /\bhuman(Seat|Of)\b|\bHumanSeat\b|kind: 'human'/, better: 'user' },
  { word: /\bailments?\b|\bails\b|\brouse[ds]?\b/i, better: 'health warning; restart' },
  { word: /\b(Process|Disk|System|Memory)Gauge\b/, better: 'monitor' },
  { word: /\bwithheld\b|\boccasionOf\b|\bHandlerDeed\b/, better: 'redacted; trigger; action' },
  { word: /\b(Carrier|Post)(State|View|Sink)\b|\bNatsPost/, better: 'broker; transport' },
  {
    word: /\b(Past|Shelf)(Row|Turns|Keeper|Query)\b|\bAskedShelf\b/,
    better: 'imported history; session list',
  },
  { word: /\bSearchHit\b|\bAttempt(View|Line|Record)\b/, better: 'search result; denied request' },
  { word: /\btab ?wish|\bWishId\b/i, better: 'tab proposal' },
]

/** Quotations, recordings and released texts, which stay unchanged. */
const elsewhere =
  /^(docs\/prompts\/|CHANGELOG\.md|package-lock\.json|scripts\/words\.)|fixtures\/|recorded|main\/core\/passing\/[^/]*\.txt$|format-\d+\.(test\.)?ts$/

/**
 * Returns a line for each private word in the files that git knows.
 * @returns {string[]}
 */
export function privateWords() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => /\.(ts|tsx|mjs|md|txt|css|html|yml|sh)$/.test(file) && !elsewhere.test(file))
  return files.flatMap((file) => inFile(file))
}

/** @param {string} file */
function inFile(file) {
  const text = `${file}\n${read(file)}`
  return words.flatMap(({ word, better, not }) =>
    word.test(text)
      ? text.split('\n').flatMap((line, at) => {
          const found = word.exec(not === undefined ? line : line.replaceAll(new RegExp(not, 'gi'), ''))
          return found === null ? [] : [`${file}:${at}: "${found[0]}"; say ${better}`]
        })
      : [],
  )
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    // It is deleted but not committed yet.
    return ''
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = privateWords()
  for (const line of found) console.log(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
