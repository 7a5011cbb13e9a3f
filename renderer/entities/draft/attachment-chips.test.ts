import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import { expect, test } from 'vitest'
import { picture } from '../../testing/mail.ts'
import { unshownTo } from './attachment-chips.tsx'

const file: Attachment = { ...picture, name: 'b.txt', picture: null, hash: null }
const sees = { name: 'Scout', abilities: { images: true } }
const blind = { name: 'Builder', abilities: { images: false } }

test('who is shown no pictures is told of before they are sent', () => {
  expect(unshownTo([sees, blind], [picture, file])).toBe(
    'Builder can’t view pictures; it gets the file’s path.',
  )
  expect(unshownTo([blind, { ...blind, name: 'Critic' }], [picture, picture])).toBe(
    'Builder and Critic can’t view pictures; they get the files’ paths.',
  )
  expect(unshownTo([sees, blind], [file])).toBeNull()
  expect(unshownTo([sees], [picture])).toBeNull()
})
