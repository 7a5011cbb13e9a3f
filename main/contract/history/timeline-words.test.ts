import { expect, test } from 'vitest'
import { secondPerson } from './timeline-words.ts'

test.each([
  ['writes to', 'write to'],
  ['passes the piece to', 'pass the piece to'],
  ['denies', 'deny'],
  ['releases the task of', 'release the task of'],
  ['is skipped', 'are skipped'],
  ['has nothing to add', 'have nothing to add'],
  ['does not trust the folder of', 'do not trust the folder of'],
  ['always allows', 'always allow'],
  ['permanently deletes', 'permanently delete'],
])('somebody %s, you %s', (words, yours) => expect(secondPerson(words)).toBe(yours))
