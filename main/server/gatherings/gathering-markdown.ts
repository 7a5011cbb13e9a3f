import { clean } from '../../core/words/text.ts'
import { closingWords } from '../../contract/gatherings/closing-words.ts'
import { outcomeWords, withDecision } from '../../contract/gatherings/decision-words.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { unfoundedIn } from '../../core/gatherings/parse-harvest.ts'
import { phaseTitles } from '../../core/gatherings/prompts.ts'
import { allRounds } from '../../contract/gatherings/decisions.ts'
import { markdownLine, blockQuote } from './markdown.ts'
import { minuteWords } from '../../contract/words/times.ts'

/** For readers: participants, question, structure, harvest, then every text with its id. */
export function gatheringMarkdown(g: Gathering, rows: readonly Utterance[]): string {
  const parts = [
    `# ${markdownLine(g.topic)}`,
    blockQuote(clean(g.question).split('\n').map(markdownLine).join('\n')),
    about(g),
    '## Harvest',
    harvestOf(g),
    '## What was said',
  ]
  return `${[...parts, ...rows.flatMap((row) => said(g, row))].join('\n\n')}\n`
}

function about(g: Gathering): string {
  const seats = g.seats.map(({ number, name, role, kind }) => {
    const who = `${String(number)}. ${markdownLine(name)}${kind === 'user' ? ', the user' : ''}`
    return role === '' ? who : `${who}: ${markdownLine(role)}`
  })
  const said = g.index.filter(({ first }) => first !== '').length
  const cost = g.costUsd > 0 ? `, ${g.unpriced > 0 ? 'at least ' : ''}$${g.costUsd.toFixed(2)}` : ''
  return [
    `- Convened ${minuteWords(g.convened.at)} by ${markdownLine(g.convened.name)}`,
    `- Closed ${g.closed ? minuteWords(g.closed.at) : ''}: ${markdownLine(g.closed ? closingWords(g.closed, 'agent') : '')}`,
    `- Structure ${g.structure.join('-')} (inhale, hold, exhale), ${String(allRounds(g))} rounds, ${String(said)} ${said === 1 ? 'utterance' : 'utterances'}, ${String(g.turns)} prompts${cost}`,
    `- Harvester: ${markdownLine(g.harvester.name)}`,
    ...forksOf(g),
    '',
    'In the circle, in the order of speaking:',
    '',
    ...seats,
  ].join('\n')
}

function forksOf({ forkedFrom, forks }: Gathering): readonly string[] {
  const from = forkedFrom && [
    `- Forked from ${markdownLine(forkedFrom.topic)} (\`${forkedFrom.gathering}\`) at \`${forkedFrom.utterance}\`; what was said there until then stands here first`,
  ]
  const into = forks.map(
    ({ topic, gathering, utterance }) =>
      `- Forked into ${markdownLine(topic)} (\`${gathering}\`) at \`${utterance}\``,
  )
  return [...(from ?? []), ...into]
}

function harvestOf({ harvest, index, decision }: Gathering): string {
  const text = harvest?.text ?? (decision ? withDecision('There is none.', decision) : 'There is none.')
  return filled(deepened(marked(clean(text), index)))
}

/** Marks lines without a source. */
function marked(text: string, index: Gathering['index']): string {
  const ends = unfoundedIn(text, index).map((line) => line.split('\n').at(-1) ?? '')
  return text
    .split('\n')
    .map((row) => (ends.includes(bare(row)) ? `${row.trimEnd()} *(rests on nothing that was said)*` : row))
    .join('\n')
}

const bare = (row: string): string => row.replace(/^\s{0,1}(?:[-*+]|\d+[.)])\s+/, '').trim()

const parts = /^#{1,6}\s+(decided|open|dissent|next)\s*$/i

/** Adds "Nothing." to empty sections, as the window does. */
function filled(text: string): string {
  const rows = text.split('\n')
  return rows
    .flatMap((row, at) => {
      const after = rows.slice(at + 1).find((one) => one.trim() !== '')
      const isEmpty = after === undefined || /^#{1,6}\s/.test(after)
      return parts.test(row) && isEmpty ? [row, '', 'Nothing.'] : [row]
    })
    .join('\n')
}

/** Moves headings one level down, below that of the harvest; fenced code is unchanged. */
function deepened(text: string): string {
  let fence = ''
  return text
    .split('\n')
    .map((row, at, rows) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(row)?.[1] ?? ''
      if (mark !== '' && fence === '') fence = mark
      else if (mark !== '' && mark.startsWith(fence)) fence = ''
      // A line of `=` or `-` below text would be a heading.
      if (
        fence === '' &&
        mark === '' &&
        /^ {0,3}(?:=+|-+)\s*$/.test(row) &&
        (rows[at - 1] ?? '').trim() !== ''
      )
        return row.replace(/[=-]/, '\\$&')
      return fence === '' && /^ {0,3}#{1,5}\s/.test(row) ? row.replace('#', '##') : row
    })
    .join('\n')
}

function said(g: Gathering, row: Utterance): readonly string[] {
  const { kind, number, name, text, phase, round, id } = row
  const who = number === null ? markdownLine(name) : `${markdownLine(name)} (${String(number)})`
  const mark = `\`${id}\``
  switch (kind) {
    case 'phase':
      return [`### ${phaseTitles[phase]}`]
    case 'said':
      return [
        `**${who}**, ${phase} ${String(round)} ${mark}${row.cut ? ' (cut short)' : ''}`,
        blockQuote(text),
      ]
    case 'passed':
      return [`**${who}** passed${text === '' ? '' : `: *${markdownLine(text)}*`} ${mark}`]
    case 'silent':
      return [`**${who}** kept silence ${mark}`]
    case 'missed':
      return [`**${who}** was passed over: ${markdownLine(text)} ${mark}`]
    case 'comment':
      return [`**${who}**, too late, as a comment ${mark}`, blockQuote(text)]
    case 'host':
      return [`**${who}**, as the host ${mark}`, blockQuote(text)]
    case 'note':
      return [`*${markdownLine(text)}*`]
    case 'opened':
      return g.sealed || phase === 'decision' ? [`*The words of round ${String(round)} were opened.*`] : []
  }
}

/** The trail's line: participants, question, structure, ending and decisions, with ids. */
export function trailLine(g: Gathering): string {
  const day = minuteWords(g.closed?.at ?? g.convened.at)
  const who = g.seats.map(({ name }) => markdownLine(name)).join(', ')
  const decided = decidedOf(g.harvest?.text ?? '')
  const facts = [
    `${day} **${markdownLine(g.topic)}**: ${markdownLine(g.question)}`,
    `${who}; harvested by ${markdownLine(g.harvester.name)}`,
    g.structure.join('-'),
    markdownLine(g.closed ? closingWords(g.closed, 'agent') : ''),
    g.decision ? markdownLine(outcomeWords(g.decision)) : '',
    decided === '' ? 'no harvest' : `decided: ${decided}`,
  ]
  return `- ${facts.filter((fact) => fact !== '').join(' · ')}`
}

function decidedOf(text: string): string {
  const rows = text.split('\n')
  const from = rows.findIndex((row) => /^#{1,4}\s*decided\b/i.test(row))
  if (from < 0) return ''
  const until = rows.findIndex((row, i) => i > from && /^#{1,4}\s/.test(row))
  const list = rows.slice(from + 1, until < 0 ? rows.length : until).filter((row) => /^\s*[-*]\s/.test(row))
  return list.length === 0 ? 'nothing' : list.map((row) => row.replace(/^\s*[-*]\s+/, '').trim()).join('; ')
}
