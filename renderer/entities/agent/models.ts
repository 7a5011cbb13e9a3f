import type { ModelOffer } from '../../../main/contract/views.ts'
import type { Choice } from '../../components/picker.tsx'

/** Names that every CLI resolves to its newest model of the kind; they hold until one has told what it offers. */
const aliases: readonly ModelOffer[] = [
  { value: 'opus', name: 'Opus', about: 'Most capable, for complex work' },
  { value: 'sonnet', name: 'Sonnet', about: 'Fast and capable, for everyday work' },
  { value: 'haiku', name: 'Haiku', about: 'Fastest, for quick answers' },
]

/** The name that CLIs give to their own choice. */
const ownChoice = 'default'

/** Is it left to the CLI? */
export const isOwnChoice = (model: string | null): model is null | '' | typeof ownChoice =>
  model === null || model === '' || model === ownChoice

/** What there is to choose: the CLI's own choice first, and what is chosen now even if nobody offers it. */
export function modelChoices(
  chosen: string | null,
  offered: readonly ModelOffer[],
): readonly Choice<string>[] {
  const offers = offered.length > 0 ? offered : aliases
  const own = offers.find((offer) => offer.value === ownChoice)
  const known = offers.filter((offer) => offer !== own)
  const isStrange = !isOwnChoice(chosen) && !known.some((offer) => offer.value === chosen)
  return [
    { value: '', name: 'Default model', about: own?.about ?? 'What the Claude CLI is set to' },
    ...known,
    ...(isStrange ? [{ value: chosen, name: chosen, about: '' }] : []),
  ]
}

/** A chosen model in a word or two. */
export function modelWords(chosen: string | null, offered: readonly ModelOffer[]): string {
  if (isOwnChoice(chosen)) return 'Default model'
  return [...offered, ...aliases].find((offer) => offer.value === chosen)?.name ?? chosen
}
