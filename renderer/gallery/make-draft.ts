import type { Attachment, KeptDraft } from '../../main/contract/mail/attachments.ts'
import type { Answers } from './play.ts'

/** What was written and not sent yet. */
export const draft = (text: string, attachments: readonly Attachment[] = []): KeptDraft => ({
  text,
  attachments,
})

/** A picture that went with words, or is to. */
export const picture = (name: string, bytes = 48_213): Attachment => ({
  name,
  path: `/home/mo/.janus-attachments/${name}`,
  bytes,
  picture: 'image/png',
  hash: 'a'.repeat(64),
})

/** A file of the person's own. */
export const file = (name: string, bytes: number | null = 1_830): Attachment => ({
  name,
  path: `/home/mo/ferry/${name}`,
  bytes,
  picture: null,
  hash: null,
})

/** A picture of a quay, drawn here: a few bars, and water. */
const drawn = (): string => {
  const canvas = document.createElement('canvas')
  canvas.width = 480
  canvas.height = 300
  const pen = canvas.getContext('2d')
  if (!pen) return ''
  pen.fillStyle = '#dfe8ec'
  pen.fillRect(0, 0, 480, 300)
  pen.fillStyle = '#2f6f8f'
  pen.fillRect(0, 210, 480, 90)
  for (let bar = 0; bar < 6; bar++) {
    pen.fillStyle = bar === 3 ? '#c26a3a' : '#5b8c7a'
    pen.fillRect(50 + bar * 66, 190 - bar * 22, 40, 20 + bar * 22)
  }
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

const found = ['src/fares.js', 'src/ferry.js', 'test/fares.test.js', 'docs/fares.md', 'package.json']

/** The answers about attachments and files: all pictures are the same, and every folder is. */
export const attachmentAnswers = {
  'attachments.keep': ({ name }) => picture(name),
  'attachments.take': ({ path }) => file(path),
  'attachments.show': () => ({ type: 'image/png', data: drawn() }),
  'files.find': ({ words }) => {
    const files = found.filter((path) => path.includes(words.toLowerCase()))
    return { files, count: files.length, isPart: false }
  },
} satisfies Partial<Answers>
