import { describeFacts } from './testing/real-facts.ts'

// One start for all that can be asked beside each other, and one for each that ends.
describeFacts('a real Electron holds', ({ slow }) => slow !== true)
