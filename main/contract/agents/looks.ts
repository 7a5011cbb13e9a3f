/** The pigments of avatars, in order from 1. */
export const colourNames = [
  'verdigris',
  'clay',
  'iris',
  'olive',
  'mulberry',
  'woad',
  'fern',
  'madder',
] as const

/** The shapes of avatars, in order from 1. */
export const shapeNames = [
  'disc',
  'square',
  'triangle',
  'hexagon',
  'diamond',
  'pentagon',
  'quatrefoil',
  'drop',
] as const
