import type { Rhythm } from '../../contract/gatherings/rhythms.ts'

export const usualRhythms: readonly Rhythm[] = [
  {
    name: 'check-in',
    structure: [1, 1, 1],
    beatsPerTurn: 2,
    beatIntervalSeconds: 60,
    opening:
      'This is a check-in. Say where you are, what you need, and what you do next; a few sentences each.',
    question: 'Where does each of us stand, and what do we need from the others?',
    about: 'A daily pulse: everybody once in each phase.',
  },
  {
    name: 'decide',
    structure: [2, 2, 2],
    beatsPerTurn: 3,
    beatIntervalSeconds: 60,
    opening:
      'This gathering ends with a decision. First say what you see from where you sit, then test each other, then come together on what is decided and what stays open.',
    question: 'What do we decide, and what would make us regret it?',
    about: 'Meets in depth, and ends with a decision.',
  },
  {
    name: 'review',
    structure: [2, 3, 2],
    beatsPerTurn: 3,
    beatIntervalSeconds: 60,
    opening:
      'This is a review. First say what the work does and what it rests on, then look for what is wrong or missing, then agree on what must change and what is good as it is.',
    question: 'What is wrong with it, what is missing, and what must change before it ships?',
    about: 'More friction: three rounds of holding.',
  },
]

/** Ignores case. */
export const isSameRhythm = (a: string, b: string): boolean =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase()
