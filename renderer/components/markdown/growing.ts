import { createContext } from 'react'

/** Is the block around still being written? What costs time waits until it is not. */
export const Growing = createContext(false)
