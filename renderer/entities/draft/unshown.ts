import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { listed } from '../link/link-words.ts'

/** What those to whom it goes are not shown of it, said before it is sent; null: all are shown all. */
export function unshownTo(
  targets: readonly { readonly name: string; readonly abilities: Pick<AgentView['abilities'], 'images'> }[],
  attachments: readonly Attachment[],
): string | null {
  const pictures = attachments.filter(({ picture }) => picture !== null).length
  const blind = targets.filter(({ abilities }) => !abilities.images)
  if (pictures === 0 || blind.length === 0) return null
  const [verb, pronoun, gets] = blind.length === 1 ? ['is', 'it', 'gets'] : ['are', 'they', 'get']
  const what = pictures === 1 ? 'the path of this one' : 'the paths of these'
  const names = listed(blind.map(({ name }) => visible(name)))
  return `${names} ${verb} shown no pictures: ${pronoun} ${gets} ${what}.`
}
