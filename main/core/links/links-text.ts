import { orSilent } from '../../contract/mail/last-line.ts'
import type { Link, LinkMode } from '../../contract/links/links.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import { quotable } from '../words/prompts.ts'
import type { Step } from '../step/step.ts'
import { nameIn } from './queries.ts'

const modes: Readonly<Record<LinkMode, string>> = {
  answers: 'replies to you start a turn, the rest comes with your next prompt',
  converse: 'a conversation: every message starts a turn',
  absorb: 'nothing starts a turn, everything comes with your next prompt',
  mentions:
    'your user reads along; only who is named, as "@Name", gets a turn, the others read it with their next prompt; "@user" notifies your user, which an answer to them does not need',
  paused: 'paused by your user: nothing crosses now',
}

function linkRules(own: ReadonlySet<LinkMode>): readonly string[] {
  return [
    'The final words of each of your turns go to the agents you are linked with, and theirs to you; your user reads along, so name whom you mean. Thoughts and tool calls stay private.',
    'Begin with the substance: no greeting, thanks or praise. Do not repeat what was said, not even in other words.',
    ...(own.has('converse')
      ? [
          'In a conversation a question, an objection or a decision is substance. Where agreement was asked for, one "Agreed: ..." settles it and needs no answer. Did your user give you the task? End it with the result for your user, once, even if that repeats something.',
        ]
      : []),
    ...(own.has('answers') || own.has('absorb')
      ? [
          `What arrives${own.has('converse') || own.has('mentions') ? ' over the other links' : ''} asks nothing of you: take it in and go on with your work.`,
        ]
      : []),
    `Nothing of substance? ${orSilent} Then nothing crosses.`,
  ]
}

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
      mode === 'converse'
        ? `; after ${budget} messages of all together the link pauses until your user writes`
        : ''
    return `You are linked with ${names.join(', ')} (${id}: ${modes[mode]}${rests}).${purposeText(purpose, self)}`
  })
  const told = rules && links.length > 0 ? linkRules(new Set(own.map(({ mode }) => mode))) : []
  return [...news, ...list, ...told].join('\n')
}

/** A member that is started by the link may know nothing else about the matter. */
function purposeText(purpose: Link['purpose'], self: AgentId): string {
  if (!purpose) return ''
  const { by, name, text } = purpose
  const whose =
    by.kind === 'user'
      ? 'from your user'
      : by.kind === 'agent' && by.id === self
        ? 'in your words'
        : says(by, name)
  return ` Its purpose, ${whose}: "${quotable(text)}"`
}

/** Authors on other machines are known by name only. */
const says = ({ kind }: Author, name: string): string =>
  `from ${kind === 'agent' ? 'agent ' : ''}"${quotable(name)}"`

function ownMode({ mode, mutedMembers }: Link, self: AgentId): LinkMode {
  return mutedMembers.includes(self) && mode !== 'paused' ? 'absorb' : mode
}

export function linkWords(step: Step, link: Link, to: AgentId): string {
  const { id, members } = link
  const names = members
    .filter((one) => one !== to && (step.find(one) ?? link.machines?.names[one]))
    .map((one) => quotable(nameIn(link, one, step.find)))
  return `Your link ${id} with ${names.map((name) => `"${name}"`).join(', ')}`
}
