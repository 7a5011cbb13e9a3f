import { describeFacts } from './testing/real-facts.ts'

// What wants signals, a second instance, a system that goes down, or takes its time.
describeFacts('a real Electron holds', ({ slow }) => slow === true)
