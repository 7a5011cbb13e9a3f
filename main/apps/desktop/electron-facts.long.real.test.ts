import { describeFacts } from './testing/real-facts.ts'

// Checks with signals, a second instance or a shutdown, and slow ones.
describeFacts('a real Electron holds', ({ slow }) => slow === true)
