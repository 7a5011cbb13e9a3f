import { useState } from 'react'
import type { Entry } from '../../../main/contract/model.ts'
import { FaceView, useFace } from '../../components/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'

/** Words beyond this do not show in three lines, and are not laid out. */
const previewLength = 600

const sizeOf = (text: string) => {
  const words = text.match(/\S+/g)?.length ?? 0
  return words === 1 ? '1 word' : `${words} words`
}

/** What a peer wrote to this agent: never a speaker of its own here, always an inset with its sender. */
export function PeerInset({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  const face = useFace(entry.author, entry.authorName)
  const isLong = entry.text.length > 200 || entry.text.trim().includes('\n')
  return (
    <section
      data-n={entry.n}
      className="inset block"
      data-hue={face.hue}
      aria-label={`Message from ${visible(entry.authorName)}`}
    >
      <header>
        <Icon name="in" />
        <FaceView face={face} size="sm" />
        <span>
          from <Name name={entry.authorName} pigment />
        </span>
        <span className="num">{sizeOf(entry.text)}</span>
        <At at={entry.at} />
        <span className="grow" />
        {isLong && (
          <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fold' : 'Open'}
          </button>
        )}
      </header>
      {isOpen ? (
        <div className="said">
          <Markdown text={entry.text} />
        </div>
      ) : (
        <p dir="auto" className="preview">
          <SafeText text={entry.text.slice(0, previewLength)} />
        </p>
      )}
    </section>
  )
}
