import { formAnsweredWords, formProblem } from '../../contract/agents/forms.ts'
import type { AgentId, Permission } from '../../contract/api/model.ts'
import type { NoteFact } from '../../contract/history/note-facts.ts'
import type { Answer, Decision, EventOf } from '../step/events.ts'
import { sendWords } from '../mail/mail.ts'
import { refuse } from '../mail/mailbox.ts'
import type { OpenCard, AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { resetSilence } from '../step/silence.ts'
import { firstLine } from '../words/text.ts'
import { excerptOf } from './excerpt.ts'

/** Bytes of input that a card shows initially. */
const shownLimit = 16 * 1024

/** Open forms per agent; more are cancelled: such a program doesn't wait for the user. */
const mostForms = 10

export function openCard(step: Step, state: AgentState, fact: EventOf<'card.asked'>): void {
  // A process that was asked to end gets no answers any more.
  if (state.process !== 'on') return
  const { request, call, kind, tool, title, input, hash, reason, suggestions, questions, form } = fact
  if (form && state.cards.filter((card) => card.form).length >= mostForms) {
    const decision = { kind: 'deny', message: '', isCancelled: true } as const
    return void step.emit({ do: 'card.decide', agent: state.agent.id, run: state.run, request, decision })
  }
  const whole = { input, diffs: tool.diffs }
  // A question runs nothing, and its options are answered by their full text.
  const { hidden, diffs, ...shown } =
    kind === 'question' ? { ...whole, hidden: 0 } : excerptOf(whole, shownLimit)
  const card: OpenCard = {
    id: step.ids.next('crd'),
    request,
    call,
    kind,
    tool: { ...tool, diffs },
    title,
    ...shown,
    hidden,
    whole,
    hash,
    reason,
    askedAt: step.now,
    suggestions,
    questions,
    ...(form ? { form } : {}),
    origin: state.turn?.origin ?? 'system',
    from: state.turn?.from ?? [],
  }
  step.set(state.agent.id, { cards: [...state.cards, card] })
}

export function withdrawn(step: Step, state: AgentState, request: string): void {
  step.set(state.agent.id, { cards: state.cards.filter((card) => card.request !== request) })
  resetSilence(step, state)
}

/**
 * Sends the user's answer to the process. `hash`: of the input that they were shown; without having seen all
 * of it they can't allow.
 */
export function answer(step: Step, event: EventOf<'card.answered'>): Answer {
  const { agent: id, card: cardId, decision, hash } = event
  const state = step.find(id)
  const card = state?.cards.find((open) => open.id === cardId)
  if (!state || !card) return refuse('wrong_state', 'That question is not open any more.')
  if (decision.kind === 'allow' && hash !== card.hash)
    return refuse('bad_request', 'That card was not shown whole. Look at all of it before you allow it.')
  if (decision.kind === 'allow' && card.form) {
    const problem = formProblem(card.form, decision.values ?? [])
    if (problem !== null) return refuse('bad_request', problem)
  }
  if (decision.kind === 'allow' && decision.suggestion !== undefined) {
    const suggestion = card.suggestions[decision.suggestion]
    if (!suggestion) return refuse('bad_request', 'There is no such suggestion on that card.')
    const { agent } = state
    step.agent(id, {
      allowed: united(agent.allowed, suggestion.permissions),
      permissionMode: suggestion.mode ?? agent.permissionMode,
    })
  }
  // Cancelling a form denies no call.
  const denied = decision.kind === 'deny' && !card.form ? [...state.denied, card.call] : state.denied
  step.set(id, { cards: state.cards.filter((open) => open !== card), denied })
  resetSilence(step, state)
  step.emit({ do: 'card.decide', agent: id, run: state.run, request: card.request, decision })
  step.note(id, noteOf(card, decision))
  if (decision.kind === 'deny' && state.abilities.denial !== 'words')
    sendOn(step, id, decision.message, event.fromName)
  return { kind: 'done' }
}

/** Text of a denial that the process doesn't pass to its model is sent as the user's next message. */
function sendOn(step: Step, to: AgentId, body: string, fromName: string): void {
  if (body.trim() === '') return
  const from = { kind: 'user', via: 'window' } as const
  sendWords(step, { from, fromName, to, body, now: true })
}

function united(old: readonly Permission[], more: readonly Permission[]): readonly Permission[] {
  const known = new Set(old.map((permission) => JSON.stringify(permission)))
  return [...old, ...more.filter((permission) => !known.has(JSON.stringify(permission)))]
}

function noteOf({ kind, title, tool, suggestions, form }: OpenCard, decision: Decision): NoteFact {
  if (kind === 'permission') {
    if (decision.kind === 'deny') return { kind: 'denied', tool: tool.name }
    const more = suggestions[decision.suggestion ?? -1]
    return { kind: 'allowed', tool: tool.name, lasting: more ? firstLine(more.label, 200) : null }
  }
  if (form && decision.kind === 'allow') return { kind: 'answered', answers: formAnsweredWords(form) }
  const answers = decision.kind === 'allow' ? Object.values(decision.answers ?? {}) : []
  return answers.length > 0
    ? { kind: 'answered', answers: firstLine(answers.join(', '), 200) }
    : { kind: 'unanswered', question: firstLine(title, 200) }
}
