import type { Circle, Heard } from './circle.ts'
import { remarks } from './lenses.ts'

/** What begins a proposal, and what an acceptance says of it; the harvester reads both. */
export const proposalMark = 'My proposal: '
/** Begins what somebody leaves open, and what they do themselves. */
export const openMark = 'What stays open for me: '
export const takeMark = 'I take '
/** Begins what stands against a decision. */
export const dissentMark = 'One thing stands against it: '

/** The sentences of a speech, without its closing words that pass. */
export function sentencesOf(words: string): readonly string[] {
  return words
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]["”*]?) (?=["“*`]?\p{Lu})/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !isPassing(sentence))
}

/** Whether a sentence does no more than give the piece on. */
export function isPassing(sentence: string): boolean {
  return /^(?:I pass|passing)\b[^?]{0,60}$/i.test(sentence) || /^SILENT\.?$/.test(sentence)
}

/**
 * The sentence that is worth to be said again, without its end and at most 110 characters; null where none is. Not what
 * is only a remark about others, and nothing that somebody has quoted before.
 */
export function worthQuoting(
  { words }: Pick<Heard, 'words'>,
  { heard, spoken }: Pick<Circle, 'heard' | 'spoken'>,
): string | null {
  const said = [...heard.map((other) => other.words), ...spoken]
  const isNew = (one: string): boolean => !said.some((other) => other.includes(`“${one.slice(0, -1)}`))
  const fit = sentencesOf(words).filter(
    (one) => one.length > 20 && one.length <= 110 && isOwn(one) && isNew(one),
  )
  const best = fit.find((one) => one.includes('`')) ?? fit.at(-1)
  return best === undefined ? null : best.replace(/[.!]$/, '')
}

const marks = [
  proposalMark,
  openMark,
  takeMark,
  dissentMark,
  'What I measure',
  'My measure',
  'I go by',
  'I stay',
  'I sit here',
  'I speak as',
  'I am the one',
  'Where I stand',
  'What I need',
  'My part',
]

/** Its sentences, one by one. */
const mereRemarks = new Set(remarks.flatMap(sentencesOf))

function isOwn(sentence: string): boolean {
  if (/[?“”"]/.test(sentence) || marks.some((mark) => sentence.startsWith(mark))) return false
  // What needs the sentence before it does not stand alone.
  if (/^(?:It is that|Then|The rest|That|They do|My worry is not)\b/.test(sentence)) return false
  return !mereRemarks.has(sentence)
}

/** What was asked of this member by name since it last had the piece, newest first: by whom, and the words. */
export function askedOf({ heard, self, answered }: Circle): readonly { by: Heard; words: string }[] {
  const name = `${self.name}, `
  return heard
    .slice(answered)
    .flatMap((by) =>
      sentencesOf(by.words)
        .filter((one) => one.endsWith('?') && one.startsWith(name))
        .map((one) => ({ by, words: one.slice(name.length, -1) })),
    )
    .reverse()
}

/** The proposal that is on the table, and whose it is. */
export function proposalIn(heard: readonly Heard[]): { by: Heard; words: string } | null {
  for (const by of heard.toReversed()) {
    const words = sentencesOf(by.words).find((one) => one.startsWith(proposalMark))
    if (words !== undefined && by.phase === 'exhale')
      return { by, words: words.slice(proposalMark.length).replace(/\.$/, '') }
  }
  return null
}

/** The source file that was named by most, and whether somebody said that it has no test. */
export function fileInView(
  heard: readonly Pick<Heard, 'words'>[],
): { file: string; untested: boolean } | null {
  const counts = new Map<string, number>()
  for (const { words } of heard)
    for (const file of new Set(words.match(/(?<=`)[\w./-]+\.\w{1,5}(?=`)/g)))
      if (/\.(?:[cm]?[jt]sx?|py|go|rs)$/.test(file)) counts.set(file, (counts.get(file) ?? 0) + 1)
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  if (first === undefined) return null
  const [file] = first
  return { file, untested: heard.some(({ words }) => /no test/.test(words) && words.includes(file)) }
}
