import { describeFacts } from './testing/real-facts.ts'

// Checks that can run side by side share one start; each that ends the app has its own.
describeFacts('a real Electron holds', ({ slow }) => slow !== true)
