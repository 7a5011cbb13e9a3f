/** Seeds of worlds that broke a promise once, and which no story tells: they are told each time. */
export const kept: Readonly<Record<'week' | 'gathering', readonly number[]>> = {
  week: [2_078_002_038, 2_078_011_027, 2_078_129_046],
  gathering: [],
}
