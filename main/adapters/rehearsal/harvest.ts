import { clip } from './answer.ts'
import type { Circle, Heard } from './circle.ts'
import { dissentMark, openMark, proposalMark, sentencesOf, takeMark } from './quoting.ts'
import { tell, type Play } from './play.ts'

/** A row of the closing prompt, with all that was said in it. */
interface Listed {
  readonly id: string
  readonly name: string
  readonly phase: string
  readonly words: string
}

/** One line of a harvest and the rows on which it rests. */
interface Line {
  readonly text: string
  readonly ids: readonly string[]
}

const ROW = /^- (utt-[\w-]+) (.+?) \((\d+)\), (inhale|hold|exhale) (\d+): "(.*)"$/

/** The harvester's one speech: what was decided, what stays open, what stands against it, what comes next. */
export function playHarvest(circle: Circle, prompt: string): Play {
  return tell(harvestOf(circle, prompt))
}

/** The harvest as Markdown; every line rests on rows that the prompt names. */
export function harvestOf(circle: Circle, prompt: string): string {
  const rows = listedIn(prompt, circle.heard)
  const decided = decidedIn(rows)
  const open = openIn(rows)
  const dissent = marked(rows, dissentMark, (words, name) => `${name}: ${words}.`)
  const next = marked(rows, takeMark, (words, name) => `${name} takes ${words}.`)
  // A circle that was closed before it came to anything is harvested too.
  const rest = decided.length + open.length + dissent.length + next.length > 0 ? open : firstWords(rows)
  const sections = [
    section('Decided', decided),
    section('Open', rest),
    section('Dissent', dissent),
    section('Next', next),
  ]
  return [...sections, ...cardsOf(circle, decided, rest, next)].join('\n\n')
}

/** The rows of the prompt; what was heard of them whole stands for their first words. */
function listedIn(prompt: string, heard: readonly Heard[]): readonly Listed[] {
  const left = [...heard]
  return prompt.split('\n').flatMap((line) => {
    const [, id, name = '', number, phase = '', , first = ''] = ROW.exec(line) ?? []
    if (id === undefined) return []
    const key = letters(first).slice(0, 40)
    const at = left.findIndex((one) => String(one.number) === number && letters(one.words).startsWith(key))
    const [whole] = at < 0 ? [] : left.splice(at, 1)
    return [{ id, name, phase, words: whole?.words ?? first }]
  })
}

/** Quotation changes signs, so only letters are compared. */
const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

function decidedIn(rows: readonly Listed[]): readonly Line[] {
  const made = rows.flatMap((row) =>
    sentencesOf(row.words)
      .filter((one) => one.startsWith(proposalMark))
      .map((one) => ({ row, words: bare(one.slice(proposalMark.length)) })),
  )
  const spoken = made.map(({ row, words }) => {
    const behind = rows.filter(
      (one) => one.words.includes(`${row.name}’s proposal`) && one.phase === 'exhale',
    )
    return { text: capital(`${words}.`), ids: [row.id, ...behind.map(({ id }) => id)] }
  })
  // Who speaks in other words than ours, as the person does, is quoted.
  const own = rows.filter(({ phase, words }) => phase === 'exhale' && isOther(words))
  const quoted = own.flatMap(({ id, name, words }) =>
    sentencesOf(words)
      .slice(0, 1)
      .map((one) => ({ text: `${name}: “${clip(bare(one), 160)}.”`, ids: [id] })),
  )
  return [...spoken, ...quoted]
}

function isOther(words: string): boolean {
  return ![proposalMark, openMark, takeMark, dissentMark, '’s proposal', 'I help ', 'I read what '].some(
    (mark) => words.includes(mark),
  )
}

/** What somebody left open, and what was asked and not taken up by whom it was asked. */
function openIn(rows: readonly Listed[]): readonly Line[] {
  const asked = rows.flatMap((row, at) =>
    sentencesOf(row.words)
      .filter((one) => one.endsWith('?') && !/“| asks: /.test(one))
      .flatMap((one) => {
        const [, name = '', words = ''] = /^([^,]{1,80}), (.+)\?$/.exec(one) ?? []
        const isTaken = rows
          .slice(at + 1)
          .some(({ words: said }) => said.includes(`${row.name} asks`) && said.includes(words))
        if (name === '') return [{ text: capital(one), ids: [row.id] }]
        return isTaken ? [] : [{ text: `${row.name} asked ${name}: ${words}?`, ids: [row.id] }]
      }),
  )
  return [...asked.slice(0, 3), ...marked(rows, openMark, (words) => capital(`${words}.`))]
}

/** Sentences with a mark of ours; the same one said twice rests on both. */
function marked(
  rows: readonly Listed[],
  mark: string,
  text: (words: string, name: string) => string,
): readonly Line[] {
  const lines = new Map<string, string[]>()
  for (const { id, name, words } of rows)
    for (const one of sentencesOf(words))
      if (one.startsWith(mark)) {
        const line = text(bare(one.slice(mark.length)), name)
        lines.set(line, [...(lines.get(line) ?? []), id])
      }
  return [...lines].map(([line, ids]) => ({ text: line, ids: [...new Set(ids)] }))
}

function firstWords(rows: readonly Listed[]): readonly Line[] {
  return rows.slice(0, 6).flatMap(({ id, name, words }) =>
    sentencesOf(words)
      .slice(-1)
      .map((one) => ({ text: `${name}: “${clip(bare(one), 160)}.”`, ids: [id] })),
  )
}

function section(heading: string, lines: readonly Line[]): string {
  return [`## ${heading}`, '', ...lines.map(({ text, ids }) => `- ${text} [${ids.join(', ')}]`)]
    .join('\n')
    .trim()
}

/** One task and one note to file: only the person does that. */
function cardsOf(
  { topic }: Circle,
  decided: readonly Line[],
  open: readonly Line[],
  next: readonly Line[],
): readonly string[] {
  const [task] = next.length > 0 ? next : open
  const todo = task === undefined ? [] : [`\`\`\`todo\n${task.text}\n\`\`\``]
  if (decided.length === 0) return todo
  const list = (lines: readonly Line[]) => lines.map(({ text }) => `- ${text}`)
  const words = [`# ${topic}`, '', 'Decided in a gathering:', '', ...list(decided)]
  const more = open.length === 0 ? [] : ['', 'Still open:', '', ...list(open)]
  return [...todo, `\`\`\`doc docs/decisions/${slug(topic)}.md\n${[...words, ...more].join('\n')}\n\`\`\``]
}

function slug(topic: string): string {
  const words = topic
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return (
    words
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
      .replace(/-+$/, '') || 'gathering'
  )
}

const bare = (sentence: string): string => sentence.replace(/[.!]$/, '')
const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
