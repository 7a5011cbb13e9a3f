import type { Heard } from './circle.ts'
import { leaningOf } from './leaning.ts'
import { matterOf, proposalOn } from './matter.ts'
import { dissentMark, openMark, proposalIn, proposalMark, sentencesOf, takeMark } from './quoting.ts'
import type { Speaker } from './speeches.ts'

/** What holds, what stays open, what each does about it. */
export function exhale(speaker: Speaker): string {
  const { circle, lens, copy } = speaker
  const onTable = proposalIn(circle.heard)
  const isLast = circle.round === circle.rounds.exhale
  const open = isLast && copy === 0 ? ` ${openMark}${openOf(speaker)}.` : ''
  if (circle.round > 1) return copy === 0 ? `${takeMark}${takesOf(speaker)}.${open}` : helping(speaker)
  if (onTable === null)
    return `${grounds(speaker)}${proposalMark}${proposalOn(circle, lens.proposes)}.${open}`
  const { name } = onTable.by
  return `${unheard(speaker, onTable.by)}${stanceOn(speaker, name)}${isLast && copy === 0 ? ` ${takeMark}${takesOf(speaker)}.` : ''}`
}

/** What it thinks of the proposal. */
function stanceOn(speaker: Speaker, name: string): string {
  const { circle, lens, copy } = speaker
  if (isDissenter(speaker))
    return `I go along with ${name}’s proposal. ${dissentMark}${matterOf(circle).worry ?? lens.worry}.`
  const how =
    ['I can go with', 'I say yes to', 'I stand behind'][(circle.self.number + copy) % 3] ?? 'I say yes to'
  if (copy > 0) return `${how} ${name}’s proposal, and leave the rest of it to ${forerunner(speaker)}.`
  return `${how} ${name}’s proposal: ${reasonFor(speaker)}`
}

/** Who is against a proposal is heard by the next who speaks, once. */
function unheard({ circle: { heard } }: Speaker, proposal: Heard): string {
  const after = heard.slice(heard.indexOf(proposal) + 1)
  const one = after.find(
    ({ name, words }) =>
      !words.includes('’s proposal') &&
      sentencesOf(words).some((sentence) => leaningOf(sentence) === 'against') &&
      !after.some((other) => other.words.includes(`${name} would have it otherwise`)),
  )
  return one === undefined ? '' : `${one.name} would have it otherwise, and that belongs in the harvest. `
}

/** Who looks from the same place as another helps there. */
function helping(speaker: Speaker): string {
  const name = forerunner(speaker)
  return speaker.copy % 2 === 1
    ? `I help ${name} with that, and look over what comes of it.`
    : `I read what ${name} writes, and say so where I miss something.`
}

/** Who looks from the same place, and came first. */
function forerunner({ circle, lens, lenses }: Speaker): string {
  const [number] = [...lenses].find(([, other]) => other.lens === lens && other.copy === 0) ?? []
  return circle.seats.find((seat) => seat.number === number)?.name ?? 'whoever'
}

/** Two whose words lead there. */
function grounds({ circle }: Speaker): string {
  const names = [
    ...new Set(circle.heard.filter(({ phase }) => phase !== 'inhale').map(({ name }) => name)),
  ].slice(0, 2)
  return names.length === 2 ? `I have taken in what ${names.join(' and ')} said. ` : ''
}

function reasonFor({ lens, roll }: Speaker): string {
  const words = (roll('reason') < 0.5 ? lens.agrees[0] : lens.agrees[1])
    .replace(/^I wanted to object, and I cannot\.$/, 'I looked for an objection, and there is none.')
    .replace(/^Yes(?:, and|:) /, '')
  return /^I\b/.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/** One in a circle of three or more goes along and says what stands against it: who doubts by trade, else the last. */
function isDissenter({ circle, lenses }: Speaker): boolean {
  const doubter = [...lenses].find(([, { lens, copy }]) => copy === 0 && lens.pattern.test('critic'))?.[0]
  const last = [...lenses.keys()].at(-1)
  return lenses.size > 2 && circle.self.number === (doubter ?? last)
}

/** What stays open for it. */
export function openOf(speaker: Speaker): string {
  return matterOf(speaker.circle).open[placeOf(speaker)] ?? speaker.lens.open
}

/** How many agents speak before it in a round, as they sit. */
export function placeOf({ circle, lenses }: Speaker): number {
  return [...lenses.keys()].filter((number) => number < circle.self.number).length
}

/** What it takes on. */
export function takesOf(speaker: Speaker): string {
  return matterOf(speaker.circle).takes[placeOf(speaker)] ?? speaker.lens.takes
}
