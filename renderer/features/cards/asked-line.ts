import type { Card } from '../../../main/contract/model.ts'
import { lineOf } from '../agent/tool-words.ts'

/** What a card asks about, in one line: the command, the file, the page. Empty where its title says it all. */
export function askedLine({ kind, tool, input }: Pick<Card, 'kind' | 'tool' | 'input'>): string {
  return kind === 'question' ? '' : lineOf(tool, input).target
}
