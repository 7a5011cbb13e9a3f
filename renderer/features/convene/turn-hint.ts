import type { CircleDraft } from './circle-draft.ts'

/** What the numbers of a turn mean, told with them. */
export function turnHint({ beats, interval, grace, beatOn }: CircleDraft): string {
  const when = beatOn === 'stop' ? 'Whenever it stops' : `Every ${interval} s`
  const last = `asks for last words and waits ${grace} s for them.`
  if (beats === 1) return `${when === 'Whenever it stops' ? when : `After ${interval} s`}, a beat ${last}`
  return `${when}, a beat asks whoever speaks whether to go on. The last of the ${beats} ${last}`
}
