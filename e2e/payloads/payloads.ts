import { hostileCharacters } from './characters.ts'
import { activeHtml } from './html.ts'
import { hostileLinks } from './links.ts'
import { loadingHtml } from './loading.ts'
import { hostileMarkdown } from './markdown.ts'
import { mutations } from './mutations.ts'

/** Texts that would have an effect if the window took them for anything but text. */
export const payloads: readonly string[] = [
  ...activeHtml,
  ...loadingHtml,
  ...hostileLinks,
  ...mutations,
  ...hostileMarkdown,
  ...hostileCharacters,
]
