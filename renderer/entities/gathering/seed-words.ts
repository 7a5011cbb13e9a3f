import { mostPassages } from '../../../main/contract/seed.ts'

/** What else a circle is given with its question, told before it opens. */
export const seedWords = `Its seed: the circle is given up to ${mostPassages} passages from past conversations of all tabs that bear on this.`
