import { orSilent } from '../../contract/last-line.ts'
import type { Link, LinkMode } from '../../contract/links.ts'
import type { AgentId, Author } from '../../contract/model.ts'
import { quotable } from '../prompts.ts'

const modes: Readonly<Record<LinkMode, string>> = {
  answers: 'what answers you wakes you, the rest stands before your next prompt',
  converse: 'to talk until you are done, each word wakes you',
  absorb: 'nothing wakes you, all stands before your next prompt',
  paused: 'paused by the person: nothing crosses now',
}

/** How one speaks over links, by the modes that they are in. */
function linkRules(own: ReadonlySet<LinkMode>): readonly string[] {
  return [
    'The final words of each of your turns go to those you are linked with, and your user can read them; theirs come to you. Thoughts and tool calls stay with you.',
    'Begin with the substance: no greeting, thanks or praise. Do not repeat what was said, not in other words either.',
    ...(own.has('converse')
      ? [
          'In a talk a question, an objection or a decision is substance; so is "Agreed: ...", once, where agreement was asked for. If your user set the task, let your last words be its result.',
        ]
      : []),
    ...(own.has('answers') || own.has('absorb')
      ? [
          `${own.has('converse') ? 'Over the others what' : 'What'} arrives asks nothing of you: take it in and go on with your work.`,
        ]
      : []),
    `Nothing of that kind to say? ${orSilent} Then nothing crosses.`,
  ]
}

/** News about links, with whom an agent is linked now, and the rules. */
export function linksText(
  news: readonly string[],
  links: readonly Link[],
  self: AgentId,
  nameOf: (link: Link, id: AgentId) => string,
  rules: boolean,
): string {
  const own = links.map((link) => ({ link, mode: ownMode(link, self) }))
  const list = own.map(({ link, mode }) => {
    const { id, members, budget, purpose } = link
    const names = members.filter((one) => one !== self).map((one) => `"${quotable(nameOf(link, one))}"`)
    const rests =
      mode === 'converse' ? `; after ${budget} messages the link rests until your user speaks` : ''
    return `You are linked with ${names.join(', ')} (${id}: ${modes[mode]}${rests}).${purposeText(purpose, self)}`
  })
  const told = rules && links.length > 0 ? linkRules(new Set(own.map(({ mode }) => mode))) : []
  return [...news, ...list, ...told].join('\n')
}

/** Why anything comes over a link: whoever is woken by it may know nothing else of the matter. */
function purposeText(purpose: Link['purpose'], self: AgentId): string {
  if (!purpose) return ''
  const { by, name, text } = purpose
  const whose =
    by.kind === 'human'
      ? 'says your user'
      : by.kind === 'agent' && by.id === self
        ? 'you said'
        : says(by, name)
  return ` It is for this, ${whose}: "${quotable(text)}"`
}

/** Of another house it is told by name only. */
const says = ({ kind }: Author, name: string): string =>
  `says ${kind === 'agent' ? 'agent ' : ''}"${quotable(name)}"`

function ownMode({ mode, mutedMembers }: Link, self: AgentId): LinkMode {
  return mutedMembers.includes(self) && mode !== 'paused' ? 'absorb' : mode
}
