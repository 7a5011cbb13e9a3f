import { useState } from 'react'
import { type RestartTime, type UpdateState, updateWords } from '../../../main/contract/app/updates.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { act, withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { toast } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import css from './status.module.css'

export function UpdateBar() {
  const update = useMirror((now) => now.status?.update ?? null)
  const [putOff, setPutOff] = useState('')
  if (update === null || !isNews(update) || putOff === keyOf(update)) return null
  return (
    <section className={classes('row', css.stopped)} aria-label="Update" data-part="update">
      <Icon name="download" />
      <SafeText as="p" role="status" className="break-anywhere" text={updateWords(update)} />
      <UpdateButtons update={update} putOff={() => setPutOff(keyOf(update))} />
    </section>
  )
}

/** An unreachable update server is not shown: it is asked again silently. */
const isNews = (update: UpdateState): boolean =>
  update.kind === 'available' ||
  update.kind === 'ready' ||
  (update.kind === 'failed' && update.reason !== 'unreachable')

const keyOf = (update: UpdateState): string =>
  [update.kind, 'version' in update ? update.version : '', 'reason' in update ? update.reason : ''].join(' ')

const restart = (when: RestartTime) => void act('updates.restart', { when })

function UpdateButtons({ update, putOff }: { readonly update: UpdateState; readonly putOff: () => void }) {
  if (update.kind === 'ready' && update.waitingFor !== null)
    return (
      <>
        <Button onClick={() => restart('now')}>Restart now</Button>
        <Button onClick={() => restart('never')}>Don’t restart</Button>
      </>
    )
  return (
    <>
      {update.kind === 'ready' && <Button onClick={() => restart('idle')}>Restart to update</Button>}
      {update.kind === 'available' && (
        <Button onClick={() => void act('pages.open', { url: update.page })}>Open page</Button>
      )}
      {update.kind === 'failed' && <Button onClick={() => void checkForUpdates()}>Try again</Button>}
      <Button onClick={putOff}>Later</Button>
    </>
  )
}

export function UpdateProgress() {
  const words = useMirror(({ status }) =>
    status?.update?.kind === 'downloading' ? updateWords(status.update) : '',
  )
  return words === '' ? null : <span>{words}</span>
}

export async function checkForUpdates(): Promise<void> {
  await withErrorToast(async () => toast(updateWords(await ask('updates.check', {}))))
}
