import type { GatheringReport, GatheringSummary, UtteranceReport } from '../../main/contract/api/reports.ts'
import { terminalLine, cleanLines } from './clean.ts'
import { list } from './table.ts'

export const gatheringsTable = list<GatheringSummary>(
  'There are no gatherings yet. Convene one: janus gatherings convene TOPIC QUESTION --with A,B --harvester C',
  {
    GATHERING: ({ id }) => id,
    TOPIC: ({ topic }) => shortTopic(topic),
    STATE: ({ state, phase, round }) => (state === 'closed' ? state : `${state}, ${phase} ${String(round)}`),
    PIECE: ({ holder }) => holder && `${holder.name} (${String(holder.number)})`,
    'MODEL TURNS': ({ turns }) => turns,
    COST: ({ cost }) => (cost === 0 ? '' : `$${cost.toFixed(2)}`),
    WHY: ({ closedBecause }) => closedBecause,
  },
)

const topicLength = 40

/** Shortens a topic; `janus gatherings show` prints it in full. */
function shortTopic(topic: string): string {
  const letters = Array.from(topic)
  return letters.length > topicLength
    ? `${letters
        .slice(0, topicLength - 1)
        .join('')
        .trimEnd()}…`
    : topic
}

/** Speaking without the piece counts as the host's, which may pause the gathering. */
export function outOfTurn({ utterances, paused }: GatheringReport): string {
  const isHost = utterances.findLast(({ kind }) => kind === 'said' || kind === 'host')?.kind === 'host'
  if (!isHost) return ''
  const stopped = paused === null ? '.' : ', and the circle is paused now.'
  return `It was not your turn, so this was said as host${stopped}\n`
}

export function gatheringLine(one: GatheringReport): string {
  const { id, topic, state, phase, round, holder, paused, closedBecause } = one
  const where = state === 'proposed' || state === 'closed' ? state : `${state}, ${phase} ${String(round)}`
  const piece =
    holder === null ? '' : ` The piece is with ${terminalLine(holder.name)} (${String(holder.number)}).`
  const why = closedBecause === null ? '' : ` ${sentence(closedBecause)}`
  const stopped =
    paused === null
      ? ''
      : ` Paused by ${terminalLine(paused.by)} (${terminalLine(paused.why)}): resume lifts it.`
  return `${terminalLine(topic)} (${id}): ${where}.${piece}${stopped}${why}`
}

export function gatheringWords(one: GatheringReport): string {
  const { question, participants, harvester, utterances, harvest, unfounded, path, decision } = one
  const seats = participants.map(({ number, name, role, isUser }) => {
    const what = isUser ? 'you' : role
    return `${String(number)} ${terminalLine(name)}${what === '' ? '' : ` (${terminalLine(what)})`}`
  })
  const parts = [
    gatheringLine(one),
    cleanLines(question),
    `${seats.join(', ')}; ${terminalLine(harvester)} listens`,
    ...utterances.map(rowWords),
    ...(harvest === null ? [] : [cleanLines(harvest)]),
    ...(harvest === null && decision ? [decisionWords(decision)] : []),
    ...unfounded.map((line) => `No source in this gathering: ${cleanLines(line)}`),
    ...(path === null ? [] : [`Kept as ${terminalLine(path)}`]),
  ]
  return parts.join('\n\n')
}

function decisionWords({ by, alone, options, outcome }: NonNullable<GatheringReport['decision']>): string {
  const who = alone ? 'you alone' : 'each seat'
  const list = options.map((option, at) => `\n${String(at + 1)} ${terminalLine(option)}`)
  const head = outcome ?? `After the exhale a ${by === 'vote' ? 'vote' : 'consent round'}: ${who}.`
  return `${cleanLines(head)}${list.join('')}`
}

function rowWords({ kind, name, number, phase, round, text }: UtteranceReport): string {
  const who = number === null ? terminalLine(name) : `${terminalLine(name)} (${String(number)})`
  if (text === null) return `${who}, ${phase} ${String(round)}: under seal`
  if (kind === 'phase' || kind === 'opened' || kind === 'note') return `— ${cleanLines(text)}`
  const what = kind === 'said' || kind === 'host' ? '' : `, ${kind}`
  return `${who}, ${phase} ${String(round)}${what}:\n${cleanLines(text)}`
}

function sentence(words: string): string {
  const text = terminalLine(words)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
