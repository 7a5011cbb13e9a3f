import type { Card } from '../../../main/contract/model.ts'
import { questionsIn } from './questions.ts'
import { pathIn } from '../folder/short-path.ts'
import { changesOf, detailOf, prettyInput } from './tool-input.ts'
import { firstLine, lineOf, shortName } from './tool-words.ts'

type Asks = Pick<Card, 'kind' | 'tool' | 'input' | 'title'>

/** What a card asks, in one line: the question, or what would be run, read or changed. `cwd`: the agent's folder. */
export function askedLine(card: Asks, cwd: string): string {
  if (card.kind === 'question') return questionOf(card)
  const { verb, target } = lineOf(card.tool, card.input)
  return `${verb} ${target === '' ? firstLine(prettyInput(card.input)) : pathIn(cwd, target)}`
}

/** What a card asks about, for a place where it might be answered without the card. */
export interface Asked {
  /** The command, the file or the question; empty where the title says it. */
  readonly text: string
  /** This is all that would run; else only the card shows it. */
  readonly isWhole: boolean
}

/** More than this is for the card, which is made for reading. */
const longest = 240
const mostLines = 4

/** All that a card asks about where it is short, else how it begins. */
export function askedOf(card: Asks): Asked {
  const { kind, tool, input } = card
  if (kind === 'question') {
    const question = questionOf(card)
    return { text: question === card.title ? '' : question, isWhole: false }
  }
  const { target } = lineOf(tool, input)
  const all = detailOf(input, target) || target
  const isShort = all !== '' && all.length <= longest && all.split('\n').length <= mostLines
  if (isShort && isRead(tool, input) && changesOf(tool, input) === null) return { text: all, isWhole: true }
  const isNamed = target !== '' && target !== shortName(tool)
  return { text: isNamed ? target : firstLine(prettyInput(input)), isWhole: false }
}

const questionOf = ({ input, title }: Asks): string => firstLine(questionsIn(input)[0]?.text ?? title)

/** All of it was read: what was cut is no JSON any more, and a description is left out where it is one of a command. */
function isRead(tool: string, json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return tool === 'Bash' || !Object.hasOwn(value, 'description')
  } catch {
    return false
  }
}
