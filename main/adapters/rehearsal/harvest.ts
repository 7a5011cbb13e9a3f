import { sentencesOf, type Circle } from './circle.ts'
import { marks } from './circle-scenes.ts'
import { capital, clip } from './words.ts'

/** A statement with an id. */
interface Row {
  readonly id: string
  readonly name: string
  readonly phase: string
  readonly sentences: readonly string[]
}

/** A line of the harvest with the ids of its statements. */
interface Line {
  readonly text: string
  readonly ids: readonly string[]
  /** Speaker, who gets the task if it is one. */
  readonly by?: string
}

/** Returns the harvest as Markdown: decisions, open points, dissent, next steps. */
export function harvestOf({ topic, heard }: Circle): string {
  const rows = rowsIn(heard)
  const proposals = rows.flatMap((row, at) =>
    marked(row, marks.proposal).map((words) => {
      const behind = rows
        .slice(at + 1)
        .filter((other) => other.name !== row.name && goesAlong(other, row.name))
      return { row, words, behind }
    }),
  )
  const decided = proposals.flatMap(({ row, words, behind }) =>
    behind.length > 0 ? [{ text: `${capital(words)}.`, ids: [row, ...behind].map(({ id }) => id) }] : [],
  )
  const left = proposals.flatMap(({ row: { id, name }, words, behind }) =>
    behind.length > 0 ? [] : [{ text: `${name} proposed: ${words}. Nobody has said yes to it.`, ids: [id] }],
  )
  const each = (mark: string, text: (words: string, name: string) => string): readonly Line[] =>
    rows.flatMap((row) =>
      marked(row, mark).map((words) => ({ text: text(words, row.name), ids: [row.id], by: row.name })),
    )
  const own = rows.flatMap(ownWords)
  const leaning = (which: Leaning) => own.flatMap((one) => (one.leaning === which ? [one.line] : []))
  const dissent = [...each(marks.against, (words, name) => `${name}: ${words}.`), ...leaning('against')]
  const next = [...each(marks.takes, (words, name) => `${name} takes ${words}.`), ...leaning('takes')]
  const open = [
    ...nothingDecided(rows, decided.length > 0),
    ...unanswered(rows),
    ...each(marks.open, (words) => `${capital(words)}.`),
    ...left,
    ...leaning('open'),
  ]
  const sections = { Decided: decided, Open: open, Dissent: dissent, Next: next }
  const tasks = next
    .slice(0, 4)
    .map(({ text, by }) => `\`\`\`todo${by === undefined ? '' : ` ${by}`}\n${text}\n\`\`\``)
  return [
    ...Object.entries(sections).map(([title, lines]) => section(title, lines)),
    ...tasks,
    ...memoryOf(decided),
    ...noteOf(topic, decided, open),
  ].join('\n\n')
}

/** Statements without an id cannot be referred to. */
const rowsIn = (heard: Circle['heard']): readonly Row[] =>
  heard.flatMap(({ utterance, name, phase, words }) =>
    utterance === null ? [] : [{ id: utterance, name, phase, sentences: sentencesOf(words) }],
  )

/** Returns what follows the mark. */
function marked({ sentences }: Row, mark: string): readonly string[] {
  return sentences.flatMap((one) =>
    one.startsWith(mark) ? [one.slice(mark.length).replace(/[.!]$/, '')] : [],
  )
}

function goesAlong(row: Row, proposer: string): boolean {
  const words = row.sentences.join(' ')
  return words.includes(`${proposer}’s proposal`) || (isOwn(row) && leaningOf(words) === 'for')
}

/** Whether a closing statement is not scripted, such as the user's. */
function isOwn({ phase, sentences }: Row): boolean {
  const ours = [...Object.values(marks), '’s proposal', 'stay with my proposal']
  return phase === 'exhale' && !sentences.some((one) => ours.some((mark) => one.includes(mark)))
}

type Leaning = 'against' | 'for' | 'takes' | 'open'

/** Guesses what an unscripted statement means. */
function leaningOf(words: string): Leaning {
  if (/^no\b|\b(?:not|never|but|against|disagree|rather)\b|n['’]t\b/i.test(words)) return 'against'
  if (/^I(?:['’]ll| will)\b/i.test(words)) return 'takes'
  return /\b(?:yes|ok(?:ay)?|agreed?|fine)\b/i.test(words) ? 'for' : 'open'
}

function ownWords(row: Row): readonly { readonly leaning: Leaning; readonly line: Line }[] {
  const words = row.sentences.join(' ')
  if (!isOwn(row) || words.length < 12) return []
  return [{ leaning: leaningOf(words), line: { text: `${row.name}: “${clip(words, 160)}”`, ids: [row.id] } }]
}

/** Questions that nobody answered. */
function unanswered(rows: readonly Row[]): readonly Line[] {
  return rows.flatMap((row, at) =>
    row.sentences.flatMap((one) => {
      const [, name, words = ''] = /^([^,“]{1,80}), ([^“]+)\?$/.exec(one) ?? []
      const later = rows.slice(at + 1).flatMap(({ sentences }) => sentences)
      if (name === undefined || later.some((other) => other.startsWith(`${row.name} asks: ${words}`)))
        return []
      return [{ text: `${row.name} asked ${name}: ${words}?`, ids: [row.id] }]
    }),
  )
}

/** Refers to the last statement. */
function nothingDecided(rows: readonly Row[], isDecided: boolean): readonly Line[] {
  const last = rows.at(-1)
  if (isDecided || last === undefined) return []
  const [first = ''] = last.sentences.slice(-1)
  const line = { text: `Nothing was decided. ${last.name} said last: “${clip(first, 160)}”`, ids: [last.id] }
  return [line]
}

function section(title: string, lines: readonly Line[]): string {
  return [`## ${title}`, '', ...lines.map(({ text, ids }) => `- ${text} [${ids.join(', ')}]`)]
    .join('\n')
    .trim()
}

/** Remembers the first decision. */
function memoryOf([first]: readonly Line[]): readonly string[] {
  return first ? [`\`\`\`memory\n${first.text} [${first.ids.join(', ')}]\n\`\`\``] : []
}

/** A document with the decisions, which only the user files. */
function noteOf(topic: string, decided: readonly Line[], open: readonly Line[]): readonly string[] {
  if (decided.length === 0) return []
  const slug = topic
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  const list = (lines: readonly Line[]) => lines.map(({ text }) => `- ${text}`)
  const rest = open.length === 0 ? [] : ['', 'Still open:', '', ...list(open)]
  // Escape Markdown in the topic.
  const title = topic.replace(/\s+/gu, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&')
  const words = [`# ${title}`, '', 'Decided in a gathering:', '', ...list(decided), ...rest]
  return [`\`\`\`doc docs/decisions/${slug || 'gathering'}.md\n${words.join('\n')}\n\`\`\``]
}
