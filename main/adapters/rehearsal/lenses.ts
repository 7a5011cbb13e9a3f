import type { CircleSeat } from './circle.ts'

/** From where a seat looks at any question: what it says for itself, about others, and at the end. */
export interface Lens {
  readonly pattern: RegExp
  /** What it looks into with real tools before it speaks for the first time. */
  readonly look: 'open' | 'source' | 'untested' | 'tests' | 'readme' | null
  /** Its measure, whatever the question is. */
  readonly answer: string
  /** One for each round of the inhale, and of the hold. */
  readonly own: readonly [string, string, string]
  readonly holds: readonly [string, string, string]
  /** To words that it shares, and to words that it does not. */
  readonly agrees: readonly [string, string]
  readonly differs: readonly [string, string]
  /** What it asks of another, and what an answer to that may be. */
  readonly asks: string
  readonly reply: string
  readonly proposes: string
  readonly takes: string
  /** What stays open for it, and what it holds against whatever is decided. */
  readonly open: string
  readonly worry: string
}

/** Who looks from where: by the role, else by the name, else by the place; two never from the same, as long as it lasts. */
export function lensesOf(seats: readonly CircleSeat[]): ReadonlyMap<number, { lens: Lens; copy: number }> {
  const taken: number[] = lenses.map(() => 0)
  const placed = new Map<number, { lens: Lens; copy: number }>()
  const place = (seat: CircleSeat, at: number): void => {
    const lens = lenses[at]
    if (lens === undefined) return
    placed.set(seat.number, { lens, copy: taken[at] ?? 0 })
    taken[at] = (taken[at] ?? 0) + 1
  }
  const speakers = seats.filter(({ isHuman }) => !isHuman)
  const wanted = speakers.map((seat) => [seat, fitting(seat)] as const)
  for (const [seat, at] of wanted) if (at >= 0 && taken[at] === 0) place(seat, at)
  for (const [seat] of wanted) if (!placed.has(seat.number)) place(seat, taken.indexOf(Math.min(...taken)))
  return placed
}

function fitting({ role, name }: CircleSeat): number {
  const byRole = lenses.findIndex(({ pattern }) => pattern.test(role))
  return byRole >= 0 ? byRole : lenses.findIndex(({ pattern }) => pattern.test(name))
}

/** All of them. */
export const lenses: readonly Lens[] = [
  {
    pattern: /scout|find|look(?!s for what br)|known|research|analy|evidence|fact/i,
    look: 'open',
    answer: 'what is written down, and not what we remember',
    holds: [
      'Nobody has shown me yet that it happened twice.',
      'I would rather be shown it than persuaded.',
      'What two of us find without having spoken counts for more than what one of us is sure of.',
    ],
    own: [
      'I start from what can be seen: what I cannot point at I leave out.',
      'What I do not know yet is how often it hurts anybody. We have the place, and no count.',
      'The thing I would look up first takes ten minutes, and it may end half of this talk.',
    ],
    agrees: ['That is what I find too, so I count it as known.', 'That fits what I have read.'],
    differs: [
      'I would wait with that until somebody has counted.',
      'I am not so sure: nothing that I have read shows it.',
    ],
    asks: 'what makes you sure of it',
    reply: 'Nothing yet that I could show: it is what I expect, and I say so.',
    proposes: 'we look for one day, and decide with what we have found',
    takes: 'the looking: one page on what is known, with the places',
    open: 'how often it hurts anybody',
    worry: 'we decide before anybody has counted',
  },
  {
    pattern: /build|implement|code|engineer|develop|do the work|make|oauth/i,
    look: 'source',
    answer: 'the smallest step that somebody can see',
    holds: [
      'If it takes longer than a day we have not cut it small enough.',
      'Nothing of it has to be thrown away when it turns out to be wrong.',
      'Everything that we add now somebody has to read later.',
    ],
    own: [
      'The change itself is small; what stands around it is the work.',
      'I could do it behind a switch that is off until we say so. Then the first step is cheap to take back.',
      'If I had to begin now I would take the one piece that nobody has to wait for.',
    ],
    agrees: ['That is something I can work with.', 'With that I know where to begin.'],
    differs: [
      'I see it otherwise: to try it costs less than to talk about it.',
      'I would not wait for that: a small step is quickly taken back.',
    ],
    asks: 'which part of it do you need on the first day',
    reply: 'Only the part that somebody sees. The rest may come when it is missed.',
    proposes: 'we take the smallest step first, behind a switch, and look at it together',
    takes: 'the change: the smallest step, and nothing beside it',
    open: 'what else hangs on it',
    worry: 'the step is still larger than it has to be',
  },
  {
    pattern: /critic|risk|break|secur|doubt|wrong|fail|sceptic|skeptic|regret/i,
    look: 'untested',
    answer: 'whatever we could not take back',
    holds: [
      'A switch helps only if somebody is awake to turn it.',
      'We plan for the day on which it works, and I ask about the other one.',
      'The cheap mistake is the one that shows at once.',
    ],
    own: [
      'What nobody tries breaks in silence, and that is where I look.',
      'My worry is not that it fails. It is that it fails, and nobody hears of it for days.',
      'I want to know how we take it back before I want to know how we begin.',
    ],
    agrees: ['I wanted to object, and I cannot.', 'That takes the sharpest edge off what I feared.'],
    differs: [
      'That does not calm me yet: I still do not see how we take it back.',
      'I see it otherwise: that holds as long as nothing goes wrong, and then it is no help.',
    ],
    asks: 'how would we notice that you are wrong',
    reply: 'Today we would not. That is worth a line in the harvest.',
    proposes: 'we write down how it is taken back, and begin only then',
    takes: 'the way back: half a page on how it is undone',
    open: 'who notices when it goes wrong',
    worry: 'the way back has never been tried',
  },
  {
    pattern: /test|quality|check|verif|review|proof/i,
    look: 'tests',
    answer: 'what we can try twice with the same result',
    holds: [
      'A number that nobody works out again is a rumour.',
      'If we cannot say what would prove us wrong we do not decide, we hope.',
      'It takes an hour to write it down as a test, and a year to be sure without one.',
    ],
    own: [
      'What was never tried is only hoped for.',
      'I trust what I can run again. The rest I am ready to believe, for one day.',
      'One test that fails today tells me more than ten that pass.',
    ],
    agrees: ['I can try that, and I would begin with it.', 'Yes, and it is quickly shown whether it holds.'],
    differs: [
      'I disagree: I cannot try it, so I cannot lean on it.',
      'I see it otherwise: it passes today and would pass tomorrow too, whatever we break.',
    ],
    asks: 'what would have to turn red for you to stop',
    reply: 'A single ticket with the wrong price. I would stop for that.',
    proposes: 'we write the test that fails today, and change things until it holds',
    takes: 'the test: it fails before the change and holds after it',
    open: 'what we do not try at all',
    worry: 'there is no test that would fail today',
  },
  {
    pattern: /user|customer|passenger|support|people|product|design|guide/i,
    look: 'readme',
    answer: 'what somebody at the other end would notice',
    holds: [
      'Who was treated wrongly once tells ten others.',
      'They want less than we think, and they want it sooner.',
      'Nobody out there knows which of our files it comes from.',
    ],
    own: [
      'Somebody waits at the other end of this and does not know our words for it.',
      'They forgive a boat that is late. They do not forgive one that was announced and never came.',
      'I tried to explain it to one of them in a sentence, and I could not.',
    ],
    agrees: [
      'That is how it looks from outside, too.',
      'They would thank us for that, and they would know why.',
    ],
    differs: [
      'I disagree: from outside nobody sees that; they see whether it worked the first time.',
      'I see it otherwise: it helps us, and nobody else.',
    ],
    asks: 'who would thank us for it',
    reply: 'Whoever has to look after it next month, and that is most of us.',
    proposes: 'we ask two people from outside before we begin',
    takes: 'the words for those who use it: three sentences, no more',
    open: 'what those think who have to use it',
    worry: 'nobody from outside was asked',
  },
  {
    pattern: /time|plan|lead|manage|schedul|ship|release|deadline|cost|order/i,
    look: null,
    answer: 'whatever gets dearer with every day that it waits',
    holds: [
      'We can undo a wrong order, and we cannot undo a lost week.',
      'As long as all of it comes first, nothing does.',
      'The list never gets shorter by talking about it, only by crossing out.',
    ],
    own: [
      'Whatever we begin we also have to finish, and to look after. We have time for one thing, not for four.',
      'An order helps me more than a plan: what is first, and what may wait without harm.',
      'I would rather leave with one thing decided than with five discussed.',
    ],
    agrees: ['Then that is first, and the rest finds its place behind it.', 'Good, that saves us a week.'],
    differs: [
      'I disagree about the order: it is right, and it can wait a week without harm.',
      'I see it otherwise: that is the fourth thing, and we have hands for one.',
    ],
    asks: 'what would you leave out for it',
    reply: 'Everything that nobody has asked for twice.',
    proposes: 'we do one thing this week, and say aloud what waits for it',
    takes: 'the order: what is first, what waits, and until when',
    open: 'what may wait without harm',
    worry: 'everything is still first',
  },
  {
    pattern: /data|schema|store|database|migrat|keep/i,
    look: null,
    answer: 'what will still be there in a year',
    holds: [
      'A mistake in what is shown is gone tomorrow, and one in what is stored is not.',
      'Whoever reads it in a year will not know that we sat here.',
      'It is easy to add a field and hard to take one away.',
    ],
    own: [
      'What is stored outlives what we decide today, so I look at that first.',
      'The old ones stay as they are. I would touch only what is written from now on.',
      'I can show where it is kept. I cannot show who else reads it.',
    ],
    agrees: [
      'That leaves everything readable that is there already.',
      'Yes: nothing has to be moved for it.',
    ],
    differs: [
      'I disagree: it changes what is stored, and that cannot be switched off again.',
      'I see it otherwise: somebody reads the old form, and we do not know who.',
    ],
    asks: 'what happens to what is there already',
    reply: 'It stays as it is. Only what is new is written the new way.',
    proposes: 'we leave what is stored alone, and begin with what is new',
    takes: 'the old records: I look whether any of them would read otherwise',
    open: 'who else reads what is stored',
    worry: 'it cannot be switched off once it is stored',
  },
  {
    pattern: /doc|writ|word|explain|teach|note/i,
    look: null,
    answer: 'what we could explain in one sentence',
    holds: [
      'If the note needs two pages the thing needs two weeks.',
      'We have called the same thing by three names since we began.',
      'What stands in the readme is a promise, whether we meant it or not.',
    ],
    own: [
      'What I cannot write down in a sentence we have not understood.',
      'We use one word for two things here, and half of our trouble comes from it.',
      'I would write the note first, as if it were done. What we cannot fill in is the work.',
    ],
    agrees: ['I could write that down as it is.', 'That is the sentence I was looking for.'],
    differs: [
      'I disagree with the word: it promises more than we mean.',
      'I see it otherwise: two of us would read that in two ways.',
    ],
    asks: 'how would you say that in one sentence',
    reply: 'One thing, seen by one person, and easy to take back.',
    proposes: 'we write down what will hold when it is done, and then do that',
    takes: 'the note: what was decided, and what was not',
    open: 'how we call it',
    worry: 'two of us mean different things by the same word',
  },
]

/** What is only said about the words of others, and not worth to be said again. */
export const remarks: readonly string[] = lenses.flatMap(({ agrees, differs, reply }) => [
  ...agrees,
  ...differs,
  reply,
])
