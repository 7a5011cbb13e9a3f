import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { attachmentLimits } from '../../contract/mail/attachments.ts'
import type { AttachmentFiles } from '../../ports/attachments.ts'
import { pngOf } from '../../testkit/factories/attachments.ts'
import { openAttachmentFiles, keptName } from './attachment-files.ts'
import { pictureShape } from './picture-shape.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let home: string
let folder: string
let now: number
let files: AttachmentFiles

beforeEach(() => {
  home = testFolder('attached')
  folder = join(home, 'attachments')
  fs.mkdirSync(join(home, 'state'))
  now = Date.now()
  files = openAttachmentFiles({
    folder,
    stateFolder: join(home, 'state'),
    now: () => now,
    log: () => undefined,
  })
})

const picture = pngOf(3, 2)
const hash = createHash('sha256').update(picture).digest('hex')
const modeOf = (path: string): number => fs.statSync(path).mode & 0o777

describe('what is kept', () => {
  test('is stored once by its hash, owner-only, and returned unchanged', () => {
    const kept = files.keep('quay.png', picture)
    expect(kept).toEqual({
      name: 'quay.png',
      path: join(folder, hash, 'quay.png'),
      bytes: picture.length,
      picture: 'image/png',
      hash,
    })
    expect(files.keep('quay.png', picture)).toEqual(kept)
    expect(files.take(kept.path)).toEqual(kept)
    expect(files.picture(kept.path)).toEqual({
      type: 'image/png',
      path: kept.path,
      data: picture.toString('base64'),
    })
    expect(fs.readdirSync(join(folder, hash))).toEqual(['quay.png'])
    if (process.platform !== 'win32')
      expect([folder, join(folder, hash), kept.path].map(modeOf)).toEqual([0o700, 0o700, 0o600])
  })

  test('is a picture by its content, not its name', () => {
    expect(files.keep('a.txt', picture).picture).toBe('image/png')
    const words = files.keep('a.png', Buffer.from('not a picture'))
    expect([words.picture, files.picture(words.path)]).toEqual([null, null])
    expect(files.keep('wide.png', pngOf(attachmentLimits.side + 1, 1)).picture).toBeNull()
  })

  test('is neither empty nor too long', () => {
    expect(() => files.keep('none.png', Buffer.alloc(0))).toThrow('none.png is empty.')
    expect(() => files.keep('big.png', Buffer.alloc(attachmentLimits.bytes + 1))).toThrow(
      'big.png has 3.9 MB, and 3.9 MB can be attached. Name its path instead.',
    )
  })

  test('is refused once it was changed or replaced by a link', () => {
    const { path } = files.keep('quay.png', picture)
    fs.writeFileSync(path, 'something else')
    expect(() => files.take(path)).toThrow('quay.png was changed meanwhile. Attach it again.')
    expect(files.picture(path)).toBeNull()
    fs.rmSync(path)
    fs.writeFileSync(join(home, 'elsewhere.png'), picture)
    fs.symlinkSync(join(home, 'elsewhere.png'), path)
    expect(() => files.take(path)).toThrow('quay.png is not kept any more.')
    expect(files.picture(path)).toBeNull()
    expect(() => files.keep('quay.png', picture)).toThrow('not a regular file')
  })

  test('is deleted an hour after the last reference is gone', () => {
    const [a, b] = [files.keep('a.png', pngOf(1, 1)), files.keep('b.png', pngOf(1, 2))]
    files.sweep(new Set())
    expect(fs.readdirSync(folder)).toHaveLength(2)
    now += 3_700_000
    files.sweep(new Set([b.hash ?? '']))
    expect([files.picture(a.path), files.picture(b.path)?.path]).toEqual([null, b.path])
    files.sweep(new Set())
    expect(fs.readdirSync(folder)).toEqual([])
  })
})

describe('the user’s own', () => {
  const put = (name: string, words: string | Buffer): string => {
    fs.writeFileSync(join(home, name), words)
    return join(home, name)
  }

  test('files and folders are referred to by path, pictures are copied', () => {
    const path = put('notes.txt', 'words')
    expect(files.take(path)).toEqual({ name: 'notes.txt', path, bytes: 5, picture: null, hash: null })
    expect(files.take(home)).toMatchObject({ path: home, bytes: null, hash: null })
    const shot = files.take(put('shot.png', picture))
    expect(shot).toMatchObject({ name: 'shot.png', picture: 'image/png', hash })
    put('shot.png', 'other')
    expect(files.take(shot.path)).toEqual(shot)
  })

  test('must exist outside of Janus’s folders', () => {
    fs.writeFileSync(join(home, 'state', 'api.json'), 'token')
    fs.symlinkSync(join(home, 'state', 'api.json'), join(home, 'innocent.txt'))
    const problems: readonly [path: string, words: RegExp][] = [
      [join(home, 'gone.txt'), /is not there\.$/],
      ['notes.txt', /^Give the whole path/],
      [join(home, 'state', 'api.json'), /closed to agents/],
      [join(home, 'innocent.txt'), /closed to agents/],
      [join(home, 'a\nb'), /Rename the file/],
      [join(folder, 'f'.repeat(64), 'a.png'), /is not kept any more/],
    ]
    for (const [path, words] of problems) expect(() => files.take(path)).toThrow(words)
  })

  test.runIf(process.platform === 'linux')('must be real files: virtual ones may have no end', () => {
    fs.symlinkSync('/proc/self/pagemap', join(home, 'map'))
    for (const path of ['/proc/self/pagemap', '/proc/self/environ', join(home, 'map')])
      expect(() => files.take(path)).toThrow(`${path} is not a stored file`)
    expect(() => files.take('/dev/zero')).toThrow('/dev/zero is neither a file nor a folder.')
  })
})

test('a stored name is plain text without a path', () => {
  const names = ['../../etc/passwd', 'a\u202egnp.exe', '.hidden', 'CON.txt', ' a  b .png', '', 'x:y*z?.txt']
  expect(names.map(keptName)).toEqual([
    'passwd',
    'a_gnp.exe',
    'hidden',
    '_CON.txt',
    'a b .png',
    'file',
    'x_y_z_.txt',
  ])
  const long = keptName(`${'ä'.repeat(300)}.png`)
  expect([long.endsWith('ä.png'), Buffer.byteLength(long) <= 200]).toEqual([true, true])
})

test('a picture is recognized by its header, and a truncated one is not', () => {
  const gif = Buffer.from('474946383961050003000000', 'hex')
  const jpeg = Buffer.from('ffd8ffe000040000ffc000110800070009030000', 'hex')
  const webp = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0', 'latin1'),
    Buffer.from([4, 0, 0, 6, 0, 0]),
  ])
  expect([picture, gif, jpeg, webp].map(pictureShape)).toEqual([
    { type: 'image/png', width: 3, height: 2 },
    { type: 'image/gif', width: 5, height: 3 },
    { type: 'image/jpeg', width: 9, height: 7 },
    { type: 'image/webp', width: 5, height: 7 },
  ])
  const torn = [picture, gif, jpeg, webp].flatMap((bytes) => [0, 5, 9].map((end) => bytes.subarray(0, end)))
  expect([...torn, Buffer.from('<svg/>')].map(pictureShape).filter((shape) => shape !== null)).toEqual([])
})
