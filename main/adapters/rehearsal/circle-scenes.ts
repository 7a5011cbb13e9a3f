/**
 * Lines of the seats of a gathering, as data. Placeholders: {topic}; {last}, the previous speaker, and
 * {quote}, a sentence of theirs; {asked}, a participant still to speak; {proposer}, whose proposal is
 * discussed; {file}, the source without a test that was mentioned. `>>` at the end passes the piece to
 * {asked}, `~` keeps it for a beat (if beats are short), SILENT is silence.
 */
export interface Voice {
  /** Matched against role and name; else voices are assigned by position. */
  readonly who: RegExp
  /** What the seat reads before it speaks first. */
  readonly look: 'open points' | 'source' | 'untested' | null
  /** From the second round on; the first round uses the scene's lines. */
  readonly inhale: readonly string[]
  readonly hold: readonly string[]
  /**
   * Closing lines: on the proposal, the task taken, the open point. The harvester recognizes their
   * beginnings (`marks`).
   */
  readonly joins: string
  readonly takes: string
  readonly open: string
}

/** Lines for a kind of topic. */
export interface Scene {
  readonly fits: RegExp
  /** Whether seats read the folder. */
  readonly looks: boolean
  readonly inhale: readonly string[]
  readonly hold: readonly string[]
  /** With and without a mentioned file. */
  readonly proposal: readonly [withFile: string, without: string]
}

/** Beginnings by which the harvester recognizes lines. */
export const marks = {
  proposal: 'My proposal: ',
  takes: 'I take ',
  open: 'What stays open for me: ',
  against: 'One thing stands against it: ',
} as const

/** Five roles: research, building, doubt, users, schedule. */
export const voices: readonly Voice[] = [
  {
    who: /scout|find|look(?!s for what br)|known|research|analy|evidence|fact/i,
    look: 'open points',
    inhale: [
      'What I do not know yet is how often it hurts anybody. We have the place, and no count.',
      'The thing I would look up first takes ten minutes, and it may end half of this talk.',
    ],
    hold: [
      '{last} says: “{quote}.” I am not so sure: nothing that I have read shows it. {asked}, what makes you sure of it? >>',
      'I was wrong to ask for a count: {last} has given us the place. Two of us found it without having spoken, and that counts for more.',
    ],
    joins:
      'I stand behind {proposer}’s proposal: I wanted a count first, and I can do without one for a day.',
    takes: 'I take the looking: one page on what is known, with the places.',
    open: 'What stays open for me: how often it hurts anybody.',
  },
  {
    who: /build|implement|code|engineer|develop|do the work|make/i,
    look: 'source',
    inhale: [
      'I could do it behind a switch that is off until we say so. Then the first step is cheap to take back.',
      'If I had to begin now I would take the one piece that nobody has to wait for.',
    ],
    hold: [
      'I correct myself: I thought of one small step, and with what {last} says it is two. If it takes longer than a day we have not cut it small enough.',
      'Nothing of it has to be thrown away when it turns out to be wrong. Further than that I would not go today.',
    ],
    joins: 'I say yes to {proposer}’s proposal: with that I know where to begin.',
    takes: 'I take the change: the smallest step, and nothing beside it.',
    open: 'What stays open for me: what else hangs on it.',
  },
  {
    who: /critic|risk|break|secur|doubt|wrong|fail|s[ck]eptic|regret|test|quality|check|review/i,
    look: 'untested',
    inhale: [
      'My worry is that it fails, and nobody hears of it for days.',
      'I want to know how we take it back before I want to know how we begin.',
    ],
    hold: [
      '{last} says: “{quote}.” I see it otherwise: that holds as long as nothing goes wrong, and then it is no help. ~',
      'SILENT',
    ],
    joins:
      'I go along with {proposer}’s proposal. One thing stands against it: the way back has never been tried.',
    takes: 'I take the way back: half a page on how it is undone.',
    open: 'What stays open for me: who notices when it goes wrong.',
  },
  {
    who: /user|customer|passenger|support|people|product|design|guide|doc|writ|word|teach/i,
    look: null,
    inhale: [
      'They forgive a boat that is late. They do not forgive one that was announced and never came.',
      'I tried to explain it to one of them in a sentence, and I could not.',
    ],
    hold: [
      '{last} said it. I only add that nobody out there knows which of our files it comes from.',
      'They want less than we think, and they want it sooner.',
    ],
    joins: 'I can go with {proposer}’s proposal: they would thank us for it, and they would know why.',
    takes: 'I take the words for those who use it: three sentences, no more.',
    open: 'What stays open for me: what those think who have to use it.',
  },
  {
    who: /time|plan|lead|manage|schedul|ship|release|deadline|cost|order|data|schema|store|keep/i,
    look: null,
    inhale: [
      'An order helps me more than a plan: what is first, and what may wait without harm.',
      'I would rather leave with one thing decided than with five discussed.',
    ],
    hold: [
      '{last} says: “{quote}.” I disagree about the order: it is right, and it can wait a week without harm.',
      'We can undo a wrong order, and we cannot undo a lost week.',
    ],
    joins: 'I say yes to {proposer}’s proposal: that is first, and the rest finds its place behind it.',
    takes: 'I take the order: what is first, what waits, and until when.',
    open: 'What stays open for me: what may wait without harm.',
  },
]

/** Lines of seats without a voice, by position; at the end they only respond to the proposal. */
export const chorus: readonly string[] = [
  'One sentence from me: it has to be easy to take back.',
  'I would ask two people from outside before we begin.',
  'SILENT',
  'I was about to say the same.',
  'I listen, and hear nothing yet that I would fight over.',
]
export const chorusJoins = 'I can live with {proposer}’s proposal.'

/** Answers to the scripted questions. */
export const replies: Readonly<Record<string, string>> = {
  'what makes you sure of it': 'Nothing yet that I could show: it is what I expect, and I say so.',
  'how would we notice that it has gone wrong': 'Today we would not. That is worth a line in the harvest.',
  'what would you leave out for it': 'Everything that nobody has asked for twice.',
  'what would you need to say yes': 'One way back that somebody has tried, not only written down.',
}
/** Answer to any other question. */
export const usualReply = 'I hold it against what I said first, and find no better answer yet.'

const deciding = {
  inhale: [
    'What speaks for {topic} can wait; what speaks against it I want to hear today.',
    'If the answer is yes I want to know the first step, and who takes it.',
    'A yes with a condition is worth more to me than a yes.',
    'If the answer is no, somebody waits for it, and I want to know for how long.',
    'Not to decide is a decision too, and mostly the dearest.',
  ],
  hold: [
    '{last} says: “{quote}.” I agree so far, and have not heard yet what would speak against it.',
    '{last} says: “{quote}.” What we can take back within an hour we need not fear. {asked}, what would you need to say yes?',
    '{last} says: “{quote}.” I disagree: a yes helps only if somebody is awake afterwards.',
    'From outside it looks simpler than what {last} says: it works the first time, or it does not.',
    '{last} says: “{quote}.” Then I ask for a day by which the answer holds.',
  ],
} as const

/** The first that fits the topic, else the question; the last fits everything. */
export const scenes: readonly Scene[] = [
  {
    fits: /^check-in\b|\bwhere does each of us stand\b/i,
    looks: true,
    inhale: [
      'Where I stand: I have read what is there, and no more. What I need is a word on what comes first.',
      'Where I stand: nothing is begun. What I need is one thing to begin with.',
      'Where I stand: I have looked, and tried nothing yet. What I need is an hour of somebody who tries it with me.',
      'Where I stand: I have asked nobody outside. What I need is one sentence that I may tell them.',
      'Where I stand: three things are called first. What I need is one of them.',
    ],
    hold: [
      '{last} says: “{quote}.” I can help with that: what I have read is on one page by tonight.',
      '{last} says: “{quote}.” I would rather begin with what I need myself, and say so.',
      'An hour for {last} I have. I thought that I was the only one who waits. {asked}, what would you leave out for it?',
      'What {last} needs I can bring from outside.',
      '{last} says: “{quote}.” That is first, then, as far as I am asked.',
    ],
    proposal: [
      'we begin with a test for {file}, and each of us says tomorrow what came of it',
      'each of us gives one hour to what another needs, and we say tomorrow what came of it',
    ],
  },
  {
    fits: /\b(?:ferry|fares?|boats?|timetable|code|tests?|bugs?|slow|flaky|crash\w*|files?|folder|project|repo(?:sitory)?|todos?|src)\b|^review\b/i,
    looks: true,
    inhale: [
      'I start from what can be seen: what I cannot point at I leave out.',
      'The change itself is small; what stands around it is the work.',
      'What nobody tries breaks in silence, and that is where I look.',
      'Somebody waits at the other end of {topic}, and does not know our words for it.',
      'Whatever we begin we also have to finish. We have time for one thing, not for four.',
    ],
    hold: [
      '{last} says: “{quote}.” That is what I find too, so I count it as known. Nobody has shown me yet that it happened twice.',
      '{last} says: “{quote}.” That is something I can work with. {asked}, how would we notice that it has gone wrong?',
      '{last} says: “{quote}.” I disagree: a switch helps only if somebody is awake to turn it.',
      'Who was treated wrongly once tells ten others. That is what I hear in what {last} says.',
      '{last} says: “{quote}.” Good, and as long as all of it comes first, nothing does.',
    ],
    proposal: [
      'first a test for {file}, then what is marked as open there, and nothing beside it',
      'we take the smallest step first, and look at it together before the next',
    ],
  },
  {
    fits: /^(?!.*\b(?:what|how|who|whom|whose|where|when|why|which|or)\b).*\?$|^decide\b|\b(?:ship|release|deploy)\b/i,
    looks: true,
    ...deciding,
    proposal: [
      'yes to {topic} as soon as {file} has a test, and not before',
      'yes to {topic} as soon as somebody has tried the way back, and not before',
    ],
  },
  {
    fits: /(?:)/,
    looks: false,
    ...deciding,
    proposal: [
      'we take whatever is easiest to leave again, for two weeks, and then look at it together',
      'we take whatever is easiest to leave again, for two weeks, and then look at it together',
    ],
  },
]
