/** What in a paragraph stands in quotation marks, brackets, code spans or is struck through. */

/** Stands for what is not the writer's own. */
export const hidden = '\ufffc'
/** Stands for the end of a quotation whose beginning was not found: nothing near it can be trusted. */
export const stray = '\ufffb'

/** Quotations of a kind with two signs: which one opened, and how deep. */
interface Depth {
  open: string
  depth: number
}

/** Quotations that go on from paragraph to paragraph, changed by `cover`. */
export interface Carried {
  straight: number
  corner: number
  readonly curly: Depth
  readonly angle: Depth
}

/** Before the first paragraph. */
export function newCarried(): Carried {
  return { straight: 0, corner: 0, curly: { open: '', depth: 0 }, angle: { open: '', depth: 0 } }
}

/** What is open within one paragraph. */
interface Open {
  single: number
  bracket: number
  struck: boolean
  /** Length of the run of backticks that opened a code span; 0: none. */
  code: number
}

/** Everything that opens or closes something. */
const signs = /["＂'‘’‚‛“”„‟«»‹›「」『』《》〈〉【】〝〞〟`~()[\]{}]/g

/** The paragraph with everything quoted as `hidden`. Looks at each character once, and at no sign twice. */
export function cover(paragraph: string, carried: Carried): string {
  const open: Open = { single: 0, bracket: 0, struck: false, code: 0 }
  const out: string[] = []
  let at = 0
  let within = isOpen(open, carried)
  const copy = (to: number): void => {
    if (to > at) out.push(within ? hidden : paragraph.slice(at, to))
    at = to
  }
  signs.lastIndex = 0
  for (let found = signs.exec(paragraph); found !== null; found = signs.exec(paragraph)) {
    copy(found.index)
    const char = found[0]
    const run = char === '`' || char === '~' ? runAt(paragraph, at, char) : 1
    const lost = sign(paragraph, at, char, run, open, carried)
    const covered = within || isOpen(open, carried)
    within = isOpen(open, carried)
    out.push(lost ? stray : covered ? hidden : paragraph.slice(at, at + run))
    at += run
    signs.lastIndex = at
  }
  copy(paragraph.length)
  return out.join('')
}

function isOpen(open: Open, carried: Carried): boolean {
  const within = open.single > 0 || open.bracket > 0 || open.struck || open.code > 0
  return (
    within || carried.straight > 0 || carried.corner > 0 || carried.curly.depth > 0 || carried.angle.depth > 0
  )
}

function runAt(text: string, from: number, char: string): number {
  let end = from
  while (text.charAt(end) === char) end += 1
  return end - from
}

/** Takes one sign into account; true: it ends a quotation that nothing began. */
function sign(text: string, at: number, char: string, run: number, open: Open, carried: Carried): boolean {
  if (char === '`') {
    if (open.code === 0) open.code = run
    else if (open.code === run) open.code = 0
    return false
  }
  // Within code nothing else is a sign.
  if (open.code > 0) return false
  if (char === '~' && run === 2) open.struck = !open.struck
  else if ('"＂'.includes(char)) return straight(text, at, carried)
  else if ("'‘’‚‛".includes(char)) return single(text, at, char, open)
  else if ('“”„‟'.includes(char)) turn(carried.curly, char, carried.curly.open === '“' && '„‟'.includes(char))
  else if ('«»‹›'.includes(char)) turn(carried.angle, char, false)
  else if ('「『《〈【〝'.includes(char)) carried.corner += 1
  else if ('」』》〉】〞〟'.includes(char)) carried.corner = Math.max(0, carried.corner - 1)
  else return bracket(text, at, char, open)
  return false
}

function turn(pair: Depth, char: string, deeper: boolean): void {
  if (pair.depth === 0) pair.open = char
  pair.depth += char === pair.open || deeper ? 1 : -1
}

function bracket(text: string, at: number, char: string, open: Open): boolean {
  if ('([{'.includes(char)) {
    // A seat's number, and a face.
    const plain = /^\(#?\d{1,4}\)/.test(text.slice(at, at + 7)) || ':;'.includes(text.charAt(at - 1) || ' ')
    if (!plain || open.bracket > 0) open.bracket += 1
  } else if (')]}'.includes(char)) {
    if (open.bracket === 0)
      return !/(?:^|\s|[(:;#])[\p{L}\p{N}]{0,4}[-:;]?$/u.test(text.slice(Math.max(0, at - 6), at))
    open.bracket -= 1
  }
  return false
}

function straight(text: string, at: number, carried: Carried): boolean {
  const stands = stance(text, at)
  if (stands === 'opens' || (stands === 'alone' && carried.straight === 0)) carried.straight += 1
  else if (stands === 'closes' && carried.straight > 0) carried.straight -= 1
  // Inches.
  else return stands === 'closes' && !/\d/.test(text.charAt(at - 1))
  return false
}

function single(text: string, at: number, char: string, open: Open): boolean {
  const stands = stance(text, at)
  if (stands === 'within' || stands === 'alone') return false
  if (stands === 'opens' || '‘‚‛'.includes(char)) open.single += 1
  else if (open.single > 0) open.single -= 1
  // The apostrophe of a plural is no end of a quotation.
  else return !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))
  return false
}

/** How a sign stands that can open and close. */
function stance(text: string, at: number): 'opens' | 'closes' | 'within' | 'alone' {
  const before = text.charAt(at - 1)
  const after = text.charAt(at + 1)
  const leans = before === '' || /[\s([{\-–—*_\\:;,/“„‘«»>"']/u.test(before)
  const ends = after === '' || /[\s)\]}.,;!?]/u.test(after)
  if (leans) return ends && !/[*_\\"'“‘,;:]/.test(before) ? 'alone' : ends ? 'closes' : 'opens'
  return /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after) ? 'within' : 'closes'
}
