import { expect, test } from 'vitest'
import { leaningOf } from './leaning.ts'

test.each([
  ['against', 'Then I would rather ship on Thursday'],
  ['against', 'No.'],
  ['against', 'Yes, but not on Friday.'],
  ['against', 'I don’t think that this holds.'],
  ['against', 'I doubt it.'],
  ['against', 'I will not do that.'],
  ['against', 'I can’t go along with Scout’s plan.'],
  ['for', 'I agree.'],
  ['for', 'Yes, let us do that.'],
  ['for', 'Fine by me'],
  ['for', 'No objections.'],
  ['takes', 'I will write the note.'],
  ['takes', 'And I’ll look after the boats.'],
  ['asks', 'Who is awake on Saturday?'],
  ['says', 'The boats of the winter are blue.'],
  ['says', 'Wir sollten das Montag noch einmal ansehen.'],
  ['nothing', 'asdf'],
  ['nothing', 'Hm, well.'],
])('%s: %s', (leaning, words) => {
  expect(leaningOf(words)).toBe(leaning)
})
