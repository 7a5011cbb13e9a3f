import { config } from 'zod'

/** The policy of the page forbids the functions that zod makes of its shapes; to be loaded before any shape is. */
config({ jitless: true })
