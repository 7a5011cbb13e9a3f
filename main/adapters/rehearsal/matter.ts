import { clip } from './answer.ts'
import type { Circle } from './circle.ts'
import { fileInView } from './quoting.ts'
import { plainQuestion } from './seat-wishes.ts'

/** What a circle is about, as far as words tell: what is said to it in the first round, and what may come of it. */
export interface Matter {
  readonly kind: Kind
  /** One line for each of the first seats; none where every seat brings its own measure. */
  readonly says: readonly string[]
  /** The same for the first round of the hold. */
  readonly holds: readonly string[]
  /** What each of them takes on at the end, and what stays open for it. */
  readonly takes: readonly string[]
  readonly open: readonly string[]
  /** What stands against a decision; null: whatever the seat fears anyway. */
  readonly worry: string | null
}

/** A yes or a no, a name, a cause, a choice, where everybody stands, or anything else. */
type Kind = 'whether' | 'name' | 'cause' | 'choice' | 'standing' | 'plan'

const matters: Readonly<Record<Kind, Omit<Matter, 'kind'>>> = {
  whether: {
    says: [
      'What speaks for it can wait; what speaks against it I want to hear today.',
      'If the answer is yes I want to know the first step, and who takes it.',
      'A yes with a condition is worth more to me than a yes.',
      'If the answer is no, somebody waits for it, and I want to know for how long.',
    ],
    holds: [
      'I have not seen yet what would speak against it.',
      'What we can take back within an hour we need not fear.',
      'A yes helps only if somebody is awake afterwards.',
    ],
    takes: [
      'the list of what speaks against it, on one page',
      'the first step, and nothing beside it',
      'the way back: half a page on how it is undone',
    ],
    open: ['until when the answer holds', 'what we do if the answer turns out to be no', 'who says stop'],
    worry: null,
  },
  name: {
    says: [
      'A name is right when nobody has to ask what it means.',
      'We will type it a hundred times, so it has to be short, and the same everywhere.',
      'Two names for one thing are worse than one name that is not quite right.',
      'Whoever meets it for the first time should guess right.',
    ],
    holds: [
      'I have not met anybody yet who guessed it wrong.',
      'A name that has to be explained is longer than it looks.',
      'To rename it later costs more than to argue about it now.',
    ],
    takes: [
      'the list of places where it has a name today',
      'the change of the name, everywhere at once',
      'the one sentence that says what it is',
    ],
    open: ['what it is called elsewhere', 'where an older name is still written', 'whom we have to tell'],
    worry: 'whoever knows it by another name will look for it in vain',
  },
  cause: {
    says: [
      'What we remember of it is no measurement, so I want to see it happen once.',
      'There is hardly ever one cause, so I would take the largest and leave the rest.',
      'A cause is found when we can switch it off and on again, and not before.',
      'I would like to know since when it is so.',
    ],
    holds: [
      'I count only what happened twice.',
      'What takes longest is seldom what annoys most.',
      'What goes away by itself comes back by itself.',
    ],
    takes: [
      'the measurement: one page of numbers, and how they came about',
      'the largest cause, and nothing beside it',
      'the check that it does not come back',
    ],
    open: ['since when it is so', 'whether it is the same for everybody', 'how we notice when it comes back'],
    worry: 'the largest cause need not be the one that hurts',
  },
  choice: {
    says: [
      'Before we choose I want to know what both of them share.',
      'I would take whichever is easier to leave again.',
      'What speaks against each of them fits on one line, so let us have both lines.',
      'Not to choose is a choice too, and mostly the dearest.',
    ],
    holds: [
      'I have not heard yet what happens if we choose wrong.',
      'Both can be done; the question is what we leave undone for it.',
      'Whoever wants the other one will say so too late.',
    ],
    takes: [
      'both lists: what speaks against the one, and against the other',
      'the first week with it',
      'the way back, should we have chosen wrong',
    ],
    open: ['until when we can change our mind', 'what it costs to go over', 'who has to live with it'],
    worry: 'nobody has tried the other one',
  },
  standing: {
    says: [
      'Where I stand: I have read what is there, and no more. What I need is a word on what comes first.',
      'Where I stand: nothing is begun. What I need is one thing to begin with.',
      'Where I stand: I have looked, and tried nothing yet. What I need is an hour of somebody who tries it with me.',
    ],
    holds: [],
    takes: [],
    open: [],
    worry: null,
  },
  plan: { says: [], holds: [], takes: [], open: [], worry: null },
}

/** Reads it in the topic, else in the question. */
export function matterOf(circle: Circle): Matter {
  const own = kindOf(circle.topic)
  const kind = own === 'plan' && !isOfPreset(circle.topic) ? kindOf(plainQuestion(circle)) : own
  return { kind, ...matters[kind] }
}

/** What is decided about it: by who proposes it, `usual`, unless the words of the topic say more. */
export function proposalOn(circle: Circle, usual: string): string {
  const view = fileInView(circle.heard)
  switch (matterOf(circle).kind) {
    case 'whether': {
      const called = calledBy(circle)
      return view?.untested === true
        ? `yes to ${called} as soon as \`${view.file}\` has a test, and not before`
        : `yes to ${called} as soon as somebody has tried the way back, and not before`
    }
    case 'name':
      return 'one name for it, in the words of whoever meets it for the first time, and everywhere the same'
    case 'cause':
      return 'we measure it once before we change anything, and then take the largest cause and no other'
    case 'choice':
      return 'we take whichever is easier to leave again, for two weeks, and then look at it together'
    case 'standing':
    case 'plan': {
      if (view === null || !isOfCode(circle)) return usual
      return view.untested
        ? `first a test for \`${view.file}\`, then what is marked as open there, and nothing beside it`
        : `we begin with \`${view.file}\`, as one small step, and look at it together before the next`
    }
  }
}

/** Whether what a seat finds in the folder has to do with it. */
export function looksAround(circle: Circle): boolean {
  const { kind } = matterOf(circle)
  return kind === 'plan' ? isOfCode(circle) : kind !== 'name' && kind !== 'choice'
}

/** The topic in quotes, or the question where that asks and the topic does not; `it` where that is long, or made up by a preset. */
export function calledBy(circle: Circle): string {
  const question = plainQuestion(circle)
  const asks = kindOf(circle.topic) === 'plan' && matterOf(circle).kind !== 'plan'
  const words = (asks ? question : circle.topic).replace(/["“”]/g, '')
  return words.length > 70 || words.includes('\n') || isOfPreset(words) ? 'it' : `“${clip(words, 70)}”`
}

function kindOf(words: string): Kind {
  const text = words.trim()
  if (/^check-in\b|\bwhere does each of us stand\b/i.test(text)) return 'standing'
  if (/^(?:why|what makes)\b|\b(?:slow|flaky|crash(?:es|ed|ing)?)\b/i.test(text)) return 'cause'
  if (/\b(?:nam(?:e|es|ing)|rename)\b|\bwhat (?:do|shall|should) we call\b/i.test(text)) return 'name'
  if (/^which\b|\b(?:or|versus|vs)\b/i.test(text)) return 'choice'
  if (/\?$/.test(text) && !/\b(?:what|how|who|whom|whose|where|when|was|wie|wer|wo|wann|warum)\b/i.test(text))
    return 'whether'
  return 'plan'
}

/** A topic that a preset has made up: its question is everybody's. */
const isOfPreset = (topic: string): boolean => /^(?:check-in|decide|review)\b/i.test(topic)

/** Whether it is about what the seats have found in the folder. */
function isOfCode(circle: Circle): boolean {
  const about =
    /\b(?:ferry|fares?|boats?|timetable|code|tests?|bugs?|files?|folder|project|repo(?:sitory)?|todos?|src)\b/i
  return isOfPreset(circle.topic) || about.test(`${circle.topic} ${plainQuestion(circle)}`)
}
