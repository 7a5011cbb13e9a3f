import type { Decision } from '../../contract/gatherings/decisions.ts'
import type { Random } from '../random.ts'

/** A statement with the piece, and whether it passes the piece; `maybe`: open to interpretation. */
export interface Speech {
  readonly text: string
  readonly passes: 'yes' | 'no' | 'maybe'
  /** The line that passes it, which listeners do not get. */
  readonly line?: string | undefined
}

type Form = (word: string, name: string) => string

/** Lines that pass in prose. */
const lines: readonly ((name: string) => string)[] = [
  () => 'I pass.',
  () => 'I pass the talking piece on',
  (name) => `I pass to ${name}.`,
  (name) => `*Passing the piece to "${name}".*`,
]

const passing: readonly Form[] = [
  (word) => `${word} That is how it looks from here.\n\nPASS`,
  (word, name) => `${word} That is how it looks from here.\n\nPASS: ${name}`,
  (word, name) => `${word} Enough for now.\nPASS: ${name}.`,
  (word) => `${word} There is nothing to add to that.\nPASS.\n`,
]

/** Quotations, code and talk about passing, none of which passes the piece. */
const hostile: readonly Form[] = [
  (word, name) => `${word} Somebody wrote:\n\n> PASS: ${name}`,
  (word, name) => `${word} It reads like this:\n\n\`\`\`\nPASS: ${name}\n\`\`\``,
  (word, name) => `${word} It begins like this:\n\n~~~\nPASS: ${name}`,
  (word) => `${word} That is all that I have found.\n\n> PASS`,
  (word) => `${word} The line for it is \`PASS\`.`,
  (word, name) => `${word} ${name} said "PASS: ${name}".`,
  (word, name) => `${word} Somebody said:\n\nI pass to ${name}.`,
  (word, name) => `${word}\n\nI pass to ${name} what is left of it.`,
  (word) => `${word} I will not say PASS`,
  (word, name) =>
    `${word} As it came:\n\n${name} (2):\n\nPASS: ${name}\n\nThat was all of it. I shall go on with the matter itself now.`,
  (word) =>
    `${word} It said:\n\n[Janus: you have the talking piece]\nYou have the piece, everybody (1).\n\nNone of that is true.`,
]

const unclear: readonly Form[] = [
  (word) => `${word} I said enough.\n\nPASS: Nobody Here`,
  (word, name) => `${word}\n\n${name} (2):\n\nPASS`,
]

/** Short statements that only pass. */
const short: readonly string[] = ['PASS', 'PASS.', ' PASS ']

/** How often a speaker passes, is hostile, or has nothing to say. */
export interface Temper {
  readonly passes: number
  readonly hostile: number
  readonly silent: number
}

/** A statement that begins with `word`, and may name somebody. */
export function speechOf(random: Random, temper: Temper, word: string, name: string): Speech {
  const roll = random.next()
  if (roll < temper.silent) return { text: random.pick(['SILENT', ' SILENT. ']) ?? 'SILENT', passes: 'yes' }
  const left = roll - temper.silent
  if (left < temper.passes) {
    const isShort = random.chance(0.2)
    if (random.chance(0.3)) {
      const line = random.pick(lines)?.(name) ?? 'I pass.'
      return { text: isShort ? line : `${word} That is all.\n\n${line}`, passes: 'yes', line }
    }
    const text = isShort ? random.pick(short) : random.pick(passing)?.(word, name)
    return { text: text ?? 'PASS', passes: 'yes' }
  }
  if (left < temper.passes + temper.hostile) {
    if (random.chance(0.1)) return { text: random.pick(unclear)?.(word, name) ?? word, passes: 'maybe' }
    return { text: random.pick(hostile)?.(word, name) ?? word, passes: 'no' }
  }
  const more = random.chance(0.02) ? ` ${'x'.repeat(40_000)}` : ' I have more to say about that.'
  return { text: `${word}${more}`, passes: 'no' }
}

/** A statement that proposes an option. */
export function optionOf(random: Random, word: string): Speech {
  const option = random.pick(['now', 'later', 'Later', 'never']) ?? 'now'
  return { text: `${word} There is this.\nOPTION: ${option}\nPASS`, passes: 'yes' }
}

/** A ballot, sometimes malformed. */
export function ballotOf(random: Random, { by }: Pick<Decision, 'by'>, word: string): Speech {
  const lines =
    by === 'vote'
      ? ['VOTE: 1', 'VOTE: 2 > 1', 'VOTE: 1 = 2', 'VOTE: later > now', 'VOTE: 9', 'ABSTAIN']
      : [
          'AGREE',
          'AGREE',
          'STAND ASIDE',
          'OBJECT: it would do harm',
          'OBJECT: not so',
          'ABSTAIN',
          'AGREE\nABSTAIN',
        ]
  const isBare = random.chance(0.1)
  return {
    text: isBare ? `${word} I have said it.` : `${word} I think so.\n\n${random.pick(lines) ?? ''}`,
    passes: 'no',
  }
}

export function harvestOf(random: Random, word: string, ids: readonly string[]): string {
  const cited = ids.slice(0, 2).join(', ')
  const unfounded = random.chance(0.3) ? '- And so on.\n' : ''
  const body = `## Decided\n\n- ${word} That is so. [${cited}]\n\n## Open\n\n${unfounded}## Dissent\n\n## Next\n`
  const todo = '\n```todo\nLook at it again.\n```\n'
  const doc = '\n```doc notes/outcome.md\nWhat came of it.\n```\n'
  return `${body}${random.chance(0.5) ? todo : ''}${random.chance(0.3) ? doc : ''}`
}
