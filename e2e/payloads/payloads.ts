import { hostileCharacters } from './characters.ts'
import { activeHtml } from './html.ts'
import { hostileLinks } from './links.ts'
import { loadingHtml } from './loading.ts'
import { hostileMarkdown } from './markdown.ts'
import { mutations } from './mutations.ts'

/** Words that would do something, were they ever taken for more than words. */
export const payloads: readonly string[] = [
  ...activeHtml,
  ...loadingHtml,
  ...hostileLinks,
  ...mutations,
  ...hostileMarkdown,
  ...hostileCharacters,
]
