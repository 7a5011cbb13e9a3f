import { useState } from 'react'
import { classes } from '../../components/classes.ts'
import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { usePicture } from './pictures.ts'
import css from './attachment.module.css'

/** What went with words, or is to go with them: pictures that open large, and files by their names. */
export function Attached({ attachments }: { readonly attachments: readonly Attachment[] | undefined }) {
  if (!attachments || attachments.length === 0) return null
  return (
    <ul className={css.attached} aria-label="Attached">
      {attachments.map((one) => (
        <li key={one.path}>{one.picture === null ? <FileName file={one} /> : <Thumb picture={one} />}</li>
      ))}
    </ul>
  )
}

/** A file, as it is called; where it lies is told on hover. */
export function FileName({ file: { name, path, bytes } }: { readonly file: Attachment }) {
  return (
    <span className={classes('inline-row gap-3 muted small', css.file)} title={visible(path)}>
      <Icon name={bytes === null ? 'folder' : 'file'} />
      <span className="clip">
        <SafeText text={name} />
      </span>
      {bytes !== null && <span className="faint num">{sizeWords(bytes)}</span>}
    </span>
  )
}

/** A picture, small; a press shows it large. `isSmall`: as high as a line of buttons. */
export function Thumb({
  picture,
  isSmall = false,
}: {
  readonly picture: Attachment
  readonly isSmall?: boolean
}) {
  const [isLarge, setLarge] = useState(false)
  const loaded = usePicture(picture)
  if (loaded.is === 'gone')
    return (
      <span className={classes('inline-row gap-3 muted small', css.file)} title={visible(picture.path)}>
        <Icon name="picture" />
        <span className="clip">
          <SafeText text={picture.name} />
        </span>
        <span className="faint">not kept any more</span>
      </span>
    )
  const name = visible(picture.name)
  return (
    <>
      <button
        type="button"
        className={isSmall ? css.small : css.thumb}
        aria-label={`Show ${name} large`}
        title={name}
        onClick={() => setLarge(true)}
      >
        {loaded.is === 'there' ? <img src={loaded.url} alt={name} /> : <span className={css.blank} />}
      </button>
      {isLarge && loaded.is === 'there' && (
        <Dialog title={name} className={css.large} onClose={() => setLarge(false)}>
          <div className={css.whole}>
            <img src={loaded.url} alt={name} />
          </div>
        </Dialog>
      )}
    </>
  )
}
