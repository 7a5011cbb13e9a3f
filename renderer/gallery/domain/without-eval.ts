import { config } from 'zod'

/** The page's policy forbids the functions that zod compiles from schemas. Load this before any schema. */
config({ jitless: true })
