/** In the order of `Look.hue`, from 1. */
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

/** In the order of `Look.shape`, from 1. */
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
