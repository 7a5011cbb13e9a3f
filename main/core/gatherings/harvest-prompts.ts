import type { Gathering } from '../../contract/gatherings.ts'
import type { PromptWords } from '../frames-and-turns.ts'
import { headers } from '../headers.ts'
import { quotable } from '../prompts.ts'
import { neutralise, shorten } from '../text.ts'
import { unfoundedIn, withoutIds } from './harvest-lines.ts'

/** The close: everything that was said, by its id, and how the harvest is to look. */
export function harvestWords(g: Gathering): PromptWords {
  const list = g.index
    .filter(({ first }) => first !== '')
    .map(
      ({ id, name, number, phase, round, first }) =>
        `- ${id} ${quotable(name)} (${number}), ${phase} ${round}: "${quotable(first)}"`,
    )
  const lines = [
    'The circle has closed. What you heard, by its id:',
    ...list,
    'Answer with the harvest as text, and write no file. It is Markdown with the headings "## Decided", "## Open", "## Dissent", "## Next". Under each a list; each line rests on what was said and names it: "- text [utt-..., utt-...]". Leave a heading empty where there is nothing. Add nothing of your own.',
    'Decided is what all agreed on who spoke to it; name there who kept silence. What the circle only leans to, or the person is to decide, is Open.',
    'After the last heading you may propose, for what stands under Next, what is to be filed: fenced blocks with the info string "todo" and the task, "memory" and what is worth remembering, "idea" and what nobody is to do yet, or "doc PATH" (below the folder of the gathering) and the whole content of a file. The person decides about each.',
    `The question was: ${neutralise(g.question)}`,
  ]
  return { head: headers.harvest(quotable(g.topic)), text: lines.join('\n') }
}

/** Most lines that are named to the harvester, and most characters of each. */
const mostNamed = 20
const namedLength = 200

/** The harvest has lines that rest on nothing: it is asked for once more, whole. */
export function harvestAgainWords(g: Gathering): PromptWords {
  const unfounded = unfoundedIn(g.harvesting?.draft ?? '', g.index)
  const named = unfounded
    .slice(0, mostNamed)
    .map((line) => `- "${quotable(shorten(withoutIds(line), namedLength))}"`)
  const more = unfounded.length - named.length
  const lines = [
    `${unfounded.length === 1 ? 'One line' : `${unfounded.length} lines`} of your harvest ${unfounded.length === 1 ? 'names' : 'name'} nothing that was said in this circle:`,
    ...named,
    ...(more > 0 ? [`and ${more} more.`] : []),
    'Write the harvest once more, whole, with its blocks. Give each of these lines the ids of what it rests on, from the list that you have; leave out what nobody said. What then still names nothing is marked so for the reader.',
  ]
  return { head: headers.harvest(quotable(g.topic)), text: lines.join('\n') }
}
