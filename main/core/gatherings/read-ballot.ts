import {
  foldedOption,
  optionCount,
  optionsOf,
  type Choice,
  type Decision,
} from '../../contract/gatherings/decisions.ts'
import { inOneLine } from '../words/text.ts'

/** Characters of an option, and of a reason. */
const optionLength = 120
const reasonLength = 1000

/** `problem`: why the text can't be read as an answer. */
type ReadBallot = { readonly choice: Choice } | { readonly problem: string }

/** Reads the line with the answer, in any case; two different answers are none. */
export function readBallot(text: string, decision: Decision): ReadBallot {
  const lines = linesOf(text)
  const found = lines.flatMap((line, at) => {
    const choice =
      decision.by === 'consent' ? consentIn(line, lines.slice(at + 1)) : voteIn(line, optionsOf(decision))
    return choice ? [choice] : []
  })
  const [first, ...others] = found
  if (!first) return { problem: `There is no answer in these words. ${howToAnswer(decision)}` }
  if (others.some((one) => JSON.stringify(one) !== JSON.stringify(first)))
    return { problem: `These words have two different answers. ${howToAnswer(decision)}` }
  return first
}

export const howToAnswer = ({ by }: Pick<Decision, 'by'>): string =>
  by === 'consent'
    ? 'Answer with AGREE, STAND ASIDE, or OBJECT: REASON as your last line; or ABSTAIN.'
    : 'Answer with VOTE: and the numbers of the options as your last line, the best first, as in VOTE: 2 > 1 = 3; or ABSTAIN.'

/** The options that a text proposes, in lines `OPTION: …`. */
export const optionsIn = (text: string): readonly string[] =>
  linesOf(text).flatMap((line) => {
    const option = inOneLine(/^OPTION\s*\d*\s*: *(.+)$/i.exec(line)?.[1] ?? '', optionLength)
    return option === '' ? [] : [option]
  })

export function withOptions(options: readonly string[], text: string): readonly string[] {
  const known = new Set(options.map(foldedOption))
  const more = optionsIn(text).filter((one) => !known.has(foldedOption(one)) && known.add(foldedOption(one)))
  return [...options, ...more].slice(0, optionCount.most)
}

/** Lines without list and emphasis marks; quotations and code are left out. */
function linesOf(text: string): readonly string[] {
  let isCode = false
  return text.split('\n').flatMap((row) => {
    const isFence = /^\s*(?:```|~~~)/.test(row)
    if (isFence) isCode = !isCode
    if (isFence || isCode || /^\s*>/.test(row)) return []
    return [
      row
        .trim()
        .replace(/^(?:[-*+]|\d+[.)])\s+/, '')
        .replace(/^[*_`]+|[*_`]+$/g, '')
        .replace(/^(\w[\w ]*:?)[*_]+/, '$1')
        .trim(),
    ]
  })
}

const abstained = { choice: { kind: 'abstained' } } as const

function consentIn(line: string, below: readonly string[]): ReadBallot | null {
  if (/^ABSTAIN[.!]?$/i.test(line)) return abstained
  if (/^AGREED?(?:[.!]|:.*)?$/i.test(line)) return { choice: { kind: 'agree' } }
  if (/^STAND(?:ING)?[ -]ASIDE(?:[.!]|:.*)?$/i.test(line)) return { choice: { kind: 'aside' } }
  const [, reason] =
    /^OBJECT(?:ION)?[.!:]?(?:\s+(.*))?$/.exec(
      line.replace(/^object(?:ion)?\b/i, (word) => word.toUpperCase()),
    ) ?? []
  if (reason === undefined && !/^OBJECT(?:ION)?[.!:]?$/i.test(line)) return null
  const words = inOneLine([reason ?? '', ...below].join(' '), reasonLength)
  return words === ''
    ? { problem: 'An objection needs its reason.' }
    : { choice: { kind: 'object', reason: words } }
}

function voteIn(line: string, options: readonly string[]): ReadBallot | null {
  if (/^ABSTAIN[.!]?$/i.test(line)) return abstained
  const [, list] = /^(?:MY )?VOTE\s*: *(.+?)\.?$/i.exec(line) ?? []
  if (list === undefined) return null
  const groups = list.includes('>') || !/^[\d\s,=]+$/.test(list) ? list.split('>') : list.split(',')
  const ranks: number[][] = []
  for (const group of groups) {
    const tied: number[] = []
    for (const name of group.split('=')) {
      const option = optionCalled(name, options)
      if (option < 0) return { problem: `There is no option "${inOneLine(name, 60)}".` }
      if ([...ranks.flat(), ...tied].includes(option))
        return { problem: `Option ${option + 1} is ranked twice.` }
      tied.push(option)
    }
    ranks.push(tied)
  }
  return { choice: { kind: 'ranked', ranks } }
}

/** Finds an option by number or text; -1 if there is none. */
function optionCalled(called: string, options: readonly string[]): number {
  const bare = called.trim().replace(/^["“](.*)["”]$/, '$1')
  const number = /^#?(\d+)$/.exec(bare)?.[1]
  if (number !== undefined)
    return Number(number) >= 1 && Number(number) <= options.length ? Number(number) - 1 : -1
  return options.findIndex((one) => foldedOption(one) === foldedOption(bare))
}
