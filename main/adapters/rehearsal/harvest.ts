import { clip } from './answer.ts'
import type { Circle, Heard } from './circle.ts'
import { leaningOf, type Leaning } from './leaning.ts'
import { dissentMark, openMark, proposalMark, sentencesOf, takeMark, worthQuoting } from './quoting.ts'
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
  const proposals = proposalsIn(rows)
  const decided = proposals.flatMap((one) => (one.behind.length > 0 ? [decision(one)] : []))
  const open = [...openIn(rows), ...proposals.flatMap((one) => (one.behind.length > 0 ? [] : [left(one)]))]
  const own = ownWordsIn(rows)
  const dissent = [
    ...marked(rows, dissentMark, (words, name) => `${name}: ${words}.`),
    ...quoted(own, 'against'),
  ]
  const next = [
    ...marked(rows, takeMark, (words, name) => `${name} takes ${words}.`),
    ...quoted(own, 'takes'),
  ]
  const more = [...open, ...quoted(own, 'asks'), ...quoted(own, 'says')]
  // A circle that was closed before it came to anything is harvested too.
  const isEmpty = proposals.length + more.length + dissent.length + next.length === 0
  const undecided = decided.length > 0 ? [] : nothingDecided(rows, proposals.length)
  const rest = [...undecided, ...more, ...(isEmpty ? whatWasSaid(rows, circle) : [])]
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

/** Something proposed at the end, and who goes along. */
interface Proposal {
  readonly row: Listed
  readonly words: string
  readonly behind: readonly string[]
}

function proposalsIn(rows: readonly Listed[]): readonly Proposal[] {
  return rows.flatMap((row, at) =>
    sentencesOf(row.words)
      .filter((one) => one.startsWith(proposalMark))
      .map((one) => {
        const later = rows.slice(at + 1).filter(({ phase, name }) => phase === 'exhale' && name !== row.name)
        const behind = later.filter(
          (other) => other.words.includes(`${row.name}’s proposal`) || isFor(other.words),
        )
        return { row, words: bare(one.slice(proposalMark.length)), behind: behind.map(({ id }) => id) }
      }),
  )
}

const decision = ({ row, words, behind }: Proposal): Line => ({
  text: capital(`${words}.`),
  ids: [row.id, ...behind],
})

/** A proposal with which nobody went along. */
const left = ({ row, words }: Proposal): Line => ({
  text: `${row.name} proposed: ${words}. Nobody has said yes to it.`,
  ids: [row.id],
})

/** Said in other words than ours, and in favour. */
function isFor(words: string): boolean {
  const leanings = isOther(words) ? sentencesOf(words).map(leaningOf) : []
  return leanings.includes('for') && !leanings.includes('against')
}

function isOther(words: string): boolean {
  return ![proposalMark, openMark, takeMark, dissentMark, '’s proposal', 'I help ', 'I read what '].some(
    (mark) => words.includes(mark),
  )
}

/** The sentence that counts of who speaks in other words than ours, as the person does, and how it leans. */
interface OwnWords {
  readonly leaning: Leaning
  readonly line: Line
}

/** What was said last counts: at the end, or where nothing was said there, against something in the hold. */
function ownWordsIn(rows: readonly Listed[]): readonly OwnWords[] {
  return rows
    .filter(({ phase, words }) => phase !== 'inhale' && isOther(words))
    .flatMap(({ id, name, phase, words }) => {
      const isOver = rows.some(
        (other) => other.name === name && other.phase === 'exhale' && other.words !== '',
      )
      const found = tellingOf(words)
      if (found === null || (phase === 'hold' && (isOver || found.leaning !== 'against'))) return []
      const text = `${name}: “${clip(found.words, 160)}”`
      return [{ leaning: found.leaning, line: { text, ids: [id] } }]
    })
}

/** Of several sentences the one that weighs most. */
function tellingOf(words: string): { leaning: Leaning; words: string } | null {
  const all = sentencesOf(words).map((one) => ({ leaning: leaningOf(one), words: one }))
  for (const leaning of ['against', 'for', 'takes', 'asks', 'says'] as const) {
    const found = all.find((one) => one.leaning === leaning)
    if (found !== undefined) return found
  }
  return null
}

const quoted = (own: readonly OwnWords[], leaning: Leaning): readonly Line[] =>
  own.filter((one) => one.leaning === leaning).map(({ line }) => line)

/** What somebody left open, and what was asked and not taken up by whom it was asked. */
function openIn(rows: readonly Listed[]): readonly Line[] {
  const asked = rows.flatMap((row, at) =>
    sentencesOf(row.phase === 'exhale' && isOther(row.words) ? '' : row.words)
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

/** Said of the rows that came last, so that one sees where it ended. */
function nothingDecided(rows: readonly Listed[], proposals: number): readonly Line[] {
  const last = rows.at(-1)
  if (last === undefined) return []
  const why =
    proposals > 0
      ? 'what was proposed has not found a yes'
      : last.phase === 'exhale'
        ? 'nobody proposed anything'
        : 'the circle was closed before anybody proposed anything'
  return [{ text: `Nothing was decided: ${why}.`, ids: [last.id] }]
}

/** One sentence of each who spoke, where no more is known. */
function whatWasSaid(rows: readonly Listed[], { spoken }: Circle): readonly Line[] {
  return rows.slice(0, 6).flatMap(({ id, name, words }) => {
    const one = worthQuoting({ words }, { heard: [], spoken }) ?? sentencesOf(words)[0]
    return one === undefined ? [] : [{ text: `${name} said: “${clip(bare(one), 160)}.”`, ids: [id] }]
  })
}

function section(heading: string, lines: readonly Line[]): string {
  return [`## ${heading}`, '', ...lines.map(({ text, ids }) => `- ${text} [${ids.join(', ')}]`)]
    .join('\n')
    .trim()
}

/** So many tasks at most. */
const mostTasks = 4

/** A task for each who takes something on, and a note of what was decided: only the person files them. */
function cardsOf(
  { topic }: Circle,
  decided: readonly Line[],
  open: readonly Line[],
  next: readonly Line[],
): readonly string[] {
  const tasks = next.slice(0, mostTasks).map(({ text }) => `\`\`\`todo\n${text}\n\`\`\``)
  if (decided.length === 0) return tasks
  const list = (lines: readonly Line[]) => lines.map(({ text }) => `- ${text}`)
  const words = [`# ${topic}`, '', 'Decided in a gathering:', '', ...list(decided)]
  const more = open.length === 0 ? [] : ['', 'Still open:', '', ...list(open)]
  return [...tasks, `\`\`\`doc docs/decisions/${slug(topic)}.md\n${[...words, ...more].join('\n')}\n\`\`\``]
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
