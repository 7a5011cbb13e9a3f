import type { Card } from '../../../main/contract/api/model.ts'
import { callText, firstLineOf } from '../../../main/contract/agents/tool-calls.ts'
import { pathIn } from '../folder/short-path.ts'
import { lineOf } from './tool-words.ts'

type Asks = Pick<Card, 'kind' | 'tool' | 'input' | 'hidden' | 'title' | 'questions'>

/** The question, or what would be run, read or changed, in one line. `cwd` is the agent's folder. */
export function cardQuestionLine(card: Asks, cwd: string): string {
  if (card.kind === 'question') return questionOf(card)
  const { verb, target } = lineOf(card.tool)
  return `${verb} ${target === '' ? firstLineOf(callText(card.tool, card.input)) : pathIn(cwd, target)}`
}

/** What a card asks about, for places where it might be answered without the card. */
interface Asked {
  /** The command, file or question; empty if the title says it. */
  readonly text: string
  /** This is everything that would run; else only the card shows all of it. */
  readonly isWhole: boolean
}

/** Longer input is only shown on the card. */
const longest = 240
const mostLines = 4

/** Returns everything a card asks about if it is short, else its beginning. */
export function askedOf(card: Asks): Asked {
  const { kind, tool, input, hidden } = card
  if (kind === 'question') {
    const question = questionOf(card)
    return { text: question === card.title ? '' : question, isWhole: false }
  }
  const { target } = lineOf(tool)
  const all = tool.isTitleAll ? target : input
  const isShort = all !== '' && all.length <= longest && all.split('\n').length <= mostLines
  if (isShort && hidden === 0 && tool.diffs.length === 0) return { text: all, isWhole: true }
  const isNamed = target !== '' && tool.kind !== 'other'
  return { text: isNamed ? target : firstLineOf(callText(tool, input)), isWhole: false }
}

const questionOf = ({ questions, title }: Asks): string => firstLineOf(questions[0]?.text ?? title)
