import { useEffect, useState } from 'react'
import { classes } from '../../components/classes.ts'
import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import css from './attachment.module.css'
import { ask } from '../../state/connection.ts'

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

/** The title has the path. */
function FileName({ file: { name, path, bytes } }: { readonly file: Attachment }) {
  return (
    <span className={classes('inline-row gap-3 box muted small', css.file)} title={visible(path)}>
      <Icon name={bytes === null ? 'folder' : 'file'} />
      <SafeText as="span" className="clip" text={name} />
      {bytes !== null && <span className="faint num no-shrink">{sizeWords(bytes)}</span>}
    </span>
  )
}

/** A thumbnail that opens the picture. `isSmall`: as high as a row of buttons. */
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
      <span className={classes('inline-row gap-3 box muted small', css.file)} title={visible(picture.path)}>
        <Icon name="picture" />
        <SafeText as="span" className="clip" text={picture.name} />
        <span className="faint">no longer kept</span>
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

/** Pictures in the cache; the oldest is dropped. */
const most = 60

const known = new Map<string, Promise<string | null>>()

/** Returns the picture as a data URL; null if it is gone. */
function load(path: string): Promise<string | null> {
  const before = known.get(path)
  if (before) return before
  const loaded = ask('attachments.show', { path }).then(
    ({ type, data }) => `data:${type};base64,${data}`,
    () => {
      // A failed request is tried again.
      known.delete(path)
      return null
    },
  )
  known.set(path, loaded)
  const [oldest] = known.keys()
  if (known.size > most && oldest !== undefined) known.delete(oldest)
  return loaded
}

type Loaded = { readonly is: 'loading' | 'gone' } | { readonly is: 'there'; readonly url: string }

/** Only main is asked; nothing is fetched from the network. */
function usePicture({ path }: Pick<Attachment, 'path'>): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ is: 'loading' })
  useEffect(() => {
    let left = false
    void load(path).then((url) => {
      if (!left) setLoaded(url === null ? { is: 'gone' } : { is: 'there', url })
    })
    return () => void (left = true)
  }, [path])
  return loaded
}
