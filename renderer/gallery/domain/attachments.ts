import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import type { AttachmentFiles, Picture } from '../../../main/ports/attachments.ts'

/** The user's files: `.png` is always the same drawn quay, and a name without an extension is a folder. */
export class GalleryAttachments implements AttachmentFiles {
  keep(name: string): Attachment {
    return attached(`/home/mo/.janus-attachments/${name}`)
  }

  take = attached

  picture(path: string): Picture {
    return { type: 'image/png', path, data: drawn() }
  }

  sweep(): void {}
}

export function attached(path: string): Attachment {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.endsWith('.png')) return { name, path, bytes: 48_213, picture: 'image/png', hash: 'a'.repeat(64) }
  return { name, path, bytes: name.includes('.') ? 1_830 : null, picture: null, hash: null }
}

function drawn(): string {
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
