import { howMany } from '@playhead/testing/how-many.ts'

export type Theme = 'light' | 'dark'

export interface Look {
  size: { width: number; height: number }
  theme: Theme
}

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Each of the first two and of the last two differ in both size and theme. */
const looks: Look[] = [
  { size: desk, theme: 'light' },
  { size: phone, theme: 'dark' },
  { size: phone, theme: 'light' },
  { size: desk, theme: 'dark' },
]

/**
 * The sizes and themes in which a screen is checked. Usually one of the four, the same for each name, so that every
 * look has its screens. The long run takes two that have both sizes and both themes, a release all of them.
 */
export const looksOf = (name: string): Look[] => {
  const count = howMany('looks', { usual: 1, long: 2, release: looks.length })
  const first = Buffer.from(name).reduce((sum, byte) => sum + byte, 0) % looks.length
  return Array.from({ length: count }, (_, index) => looks[first ^ index]!)
}
