import { attachmentLimits } from '../../contract/mail/attachments.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { PictureRef } from '../step/effects.ts'
import type { AgentState } from '../step/state.ts'

/** Pictures of these messages up to the limits; the others are only in the text, by path. */
export function picturesOf(
  { abilities }: Pick<AgentState, 'abilities'>,
  batch: readonly Message[],
): readonly PictureRef[] {
  if (!abilities.images) return []
  const seen: PictureRef[] = []
  let left: number = attachmentLimits.pictures
  for (const { path, picture, bytes } of batch.flatMap(({ attachments = [] }) => attachments)) {
    if (picture === null || seen.length === attachmentLimits.count) continue
    left -= bytes ?? 0
    if (left < 0) break
    seen.push({ path, type: picture })
  }
  return seen
}
