/** Longest slug, in characters. */
const longest = 60

/** Letters that do not come apart into one of a–z and a mark. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** A topic as a part of a file's name: a–z, 0–9 and hyphens, at most 60 characters; never empty. */
export function slugOf(topic: string): string {
  const letters = topic
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => spelled[letter] ?? letter)
  const slug = letters
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
  return slug.replace(/-$/, '') || 'gathering'
}

/** The `n`-th name (from 1) for the file of a gathering: its day (UTC), its topic, a number where that is taken. */
export function harvestName(at: number, topic: string, n: number): string {
  const day = new Date(at).toISOString().slice(0, 10)
  return `${day}-${slugOf(topic)}${n === 1 ? '' : `-${n}`}.md`
}
