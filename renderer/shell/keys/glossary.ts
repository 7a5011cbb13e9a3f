import { intentHints, intentWords } from '../../entities/timer/timer-words.ts'
import { crossingHelp, linkModeWords } from '../../entities/link/link-words.ts'

/** A term of the window, and its meaning in one sentence without a period. */
interface Explained {
  readonly word: string
  readonly means: string
}

interface Part {
  readonly title: string
  readonly words: readonly Explained[]
}

const { answers, converse, absorb, mentions, paused } = linkModeWords

/** Only the terms that a user meets in the window. The full list: `docs/words.md`. */
export const glossary: readonly Part[] = [
  {
    title: 'Agents and messages',
    words: [
      { word: 'Agent', means: 'One tab: a conversation with a program that works in a folder' },
      { word: 'Turn', means: 'From the prompt that starts an agent to the end of its answer' },
      { word: 'Queue', means: 'Your message waits until the agent can read it' },
      { word: 'Steer', means: 'Your message is added to the running turn, between two steps' },
      {
        word: 'With the next prompt',
        means: 'The message starts no turn; the agent reads it with its next prompt',
      },
      { word: 'Held', means: 'It waits until you decide' },
      {
        word: 'Message rule',
        means: 'What you want done with certain messages before an agent sees them',
      },
      { word: 'Nothing to add', means: 'The agent read it and has nothing to say' },
    ],
  },
  {
    title: 'Links',
    words: [
      { word: 'Link', means: 'Each agent reads the final message of the other’s turns, until you close it' },
      { word: 'Message limit', means: crossingHelp },
      { word: answers.word, means: answers.about },
      { word: converse.word, means: converse.about },
      { word: absorb.word, means: absorb.about },
      { word: mentions.word, means: mentions.about },
      { word: paused.word, means: paused.about },
    ],
  },
  {
    title: 'Timers',
    words: (['anchor', 'check', 'wait', 'schedule', 'event'] as const).map((intent) => ({
      word: intentWords[intent],
      means: intentHints[intent],
    })),
  },
  {
    title: 'Gatherings',
    words: [
      { word: 'Gathering', means: 'Agents, and you if you like, speak in turn about one question' },
      { word: 'Piece', means: 'The talking piece: only who has it speaks' },
      { word: 'Pass', means: 'You have nothing (more) to say: the piece moves on' },
      { word: 'Reminder', means: 'The moment at which the speaker is asked whether there is more' },
      { word: 'Inhale', means: 'The opening rounds: each gives their own view, without answering' },
      { word: 'Hold', means: 'The discussion rounds: they answer one another' },
      { word: 'Exhale', means: 'The rounds for conclusions: what each stands behind, and what stays open' },
      {
        word: 'Decision',
        means: 'The round in which each seat answers alone; all answers are shown together',
      },
      { word: 'Seal', means: 'What is said in an opening round is hidden until everyone has spoken' },
      { word: 'Note', means: 'What you write before your turn; you see it then' },
      { word: 'Host', means: 'You: you can speak to all, pause, pass the piece and close' },
      {
        word: 'Harvest',
        means: 'What one listener writes down at the end: decided, open, dissent, next steps',
      },
    ],
  },
]
